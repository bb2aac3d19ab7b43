// Adapter between a move generator in JavaScript and `hexmate perft`:
//   hexmate perft start --depth 3 --engine 'node adapter.js {depth} {moves}'
const { legal } = require("./generator.js"); // Yours: the legal moves, such as "f5f6", after moves from the start.

const sum = (numbers) => numbers.reduce((one, other) => one + other, 0);
const count = (moves, depth) => (depth === 0 ? 1 : sum(legal(moves).map((m) => count([...moves, m], depth - 1))));

const [depth, ...moves] = process.argv.slice(2);
for (const m of legal(moves)) {
  console.log(`${m}: ${count([...moves, m], depth - 1)}`);
}
