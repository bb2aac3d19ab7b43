// Runs the program in a thread of its own; see `engine.js`.
"use strict";
let ready, current, place;
const encoder = new TextEncoder(),
  decoder = new TextDecoder();
const start = async (module) => {
  const memory = () => instance.exports.memory.buffer;
  const report = (address, length) =>
    postMessage({ id: current, progress: JSON.parse(decoder.decode(new Uint8Array(memory(), address, length))) });
  const instance = await WebAssembly.instantiate(module, { page: { report } });
  const { input, keep, call, output } = instance.exports;
  const write = (bytes) => {
    // The memory may grow, and its old buffer end.
    const place = input(bytes.length) >>> 0;
    new Uint8Array(memory(), place, bytes.length).set(bytes);
  };
  return {
    keep: (bytes) => {
      write(bytes);
      keep();
    },
    // Returns the answer as text.
    call: (request) => {
      write(encoder.encode(JSON.stringify(request)));
      const length = call();
      return decoder.decode(new Uint8Array(memory(), output() >>> 0, length));
    },
  };
};
// Lets other messages in between two parts of a long work.
const pause = () =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = resolve;
    port2.postMessage(0);
  });
// Reads files one after the other; `open.skip` records of each are done already. `is_listed`: reads only these.
const read = async (program, id, { files, brokenAt, is_listed }) => {
  for (const [after, { file, open }] of files.entries()) {
    place = after;
    program.keep(new Uint8Array(await file.arrayBuffer()));
    program.call({ do: "open", after, ...open });
    let [count, done, is_over] = [1, open.skip, is_listed];
    while (!is_over) {
      const begun = performance.now();
      current = id;
      if (done + 1 === brokenAt) program.call({ do: "panic" });
      if (brokenAt) count = 1;
      const text = program.call({ do: "next", count });
      done += count;
      is_over = text.startsWith('{"ok":{"over":true');
      // Text is much cheaper to send than objects, and only the page parses it.
      postMessage({ id, part: { after, text } });
      if (open.how !== "solve")
        count = performance.now() - begun < 40 ? Math.min(count * 2, 4096) : Math.max(count >> 1, 1);
      await pause();
    }
  }
  return null;
};
self.onmessage = async ({ data }) => {
  if (data.module) {
    ready = start(data.module);
    return;
  }
  const { id, request, files, file } = data;
  try {
    const program = await ready;
    current = id;
    // A file for the request.
    if (file) program.keep(new Uint8Array(await file.arrayBuffer()));
    postMessage({ id, answer: files ? await read(program, id, data) : JSON.parse(program.call(request)) });
  } catch (error) {
    postMessage({ id, broken: String(error?.message ?? error), place });
  }
};
