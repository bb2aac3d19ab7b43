// The program: an instance in the page for quick requests, and workers for long ones.
let module, program;
const compile = async () => {
  module = await WebAssembly.compile(programCode);
  programCode = null;
  await instantiate();
};
const instantiate = async () => {
  const instance = await WebAssembly.instantiate(module, { page: { report: () => {} } });
  program = instance.exports;
};
const encoder = new TextEncoder(),
  decoder = new TextDecoder();
// Asks the instance in the page; the answer has `ok`, or `code` and `message`.
const ask = (request) => {
  const bytes = encoder.encode(JSON.stringify(request));
  try {
    // The memory may grow, and its old buffer end.
    const place = program.input(bytes.length) >>> 0;
    new Uint8Array(program.memory.buffer, place, bytes.length).set(bytes);
    const length = program.call();
    return JSON.parse(decoder.decode(new Uint8Array(program.memory.buffer, program.output() >>> 0, length)));
  } catch (error) {
    instantiate();
    const message = clean(error?.message ?? error);
    return { code: "internal", message: word("failed", { message }) };
  }
};
// Gives the instance in the page the bytes of a file, which the next request may open.
const keepText = (text) => {
  const bytes = encoder.encode(text);
  const place = program.input(bytes.length) >>> 0;
  new Uint8Array(program.memory.buffer, place, bytes.length).set(bytes);
  program.keep();
};
const code = URL.createObjectURL(new Blob([$("worker").textContent], { type: "text/javascript" }));
// A worker that takes one request after the other. It begins with the first; `stop` ends it at once.
class Thread {
  constructor() {
    [this.worker, this.waiting, this.next] = [null, new Map(), 0];
  }
  begin() {
    this.worker = new Worker(code);
    this.worker.postMessage({ module });
    this.worker.onmessage = ({ data: { id, answer, broken, ...rest } }) => {
      const waiting = this.waiting.get(id);
      if (!waiting) return;
      if (broken !== undefined) {
        // The instance is not usable after a panic.
        const others = [...this.waiting.values()];
        this.stop();
        others.forEach((other) => other.resolve({ code: "internal", message: broken, ...rest }));
      } else if (answer !== undefined) {
        this.waiting.delete(id);
        waiting.resolve(answer);
      } else waiting.listener?.(rest);
    };
    this.worker.onerror = (event) => {
      const others = [...this.waiting.values()];
      this.stop();
      others.forEach((other) => other.resolve({ code: "internal", message: event.message || "worker" }));
    };
  }
  post(message, listener) {
    if (!this.worker) this.begin();
    return new Promise((resolve) => {
      const id = ++this.next;
      this.waiting.set(id, { resolve, listener });
      this.worker.postMessage({ id, ...message });
    });
  }
  ask(request, listener) {
    return this.post({ request }, listener);
  }
  stop() {
    this.worker?.terminate();
    [this.worker, this.waiting] = [null, new Map()];
  }
}
