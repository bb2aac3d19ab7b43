# Adapter between a move generator in Python and `hexmate perft`:
#   hexmate perft start --depth 3 --engine 'python3 adapter.py {depth} {moves}'
import sys
import generator  # Yours: legal(moves) lists the legal moves, such as "f5f6", after these moves from the start.

def count(moves, depth):
    return 1 if depth == 0 else sum(count(moves + [m], depth - 1) for m in generator.legal(moves))

depth, moves = int(sys.argv[1]), sys.argv[2:]
for m in generator.legal(moves):
    print(f"{m}: {count(moves + [m], depth - 1)}")
