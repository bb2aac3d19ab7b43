// Unpacks the script and the program of the page and begins the script. All else is in that script.
// A function that returns a vector of 128 bits, which the library uses.
const VECTOR = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
];
// Unpacks the bytes of text that `assemble.py` packed.
const unpacked = async (text) => {
  const code = Uint8Array.from(atob(document.getElementById("unpacking").textContent), (sign) => sign.charCodeAt(0));
  const { exports } = (await WebAssembly.instantiate(code)).instance;
  const packed = new TextEncoder().encode(text);
  const place = exports.input(packed.length) >>> 0;
  new Uint8Array(exports.memory.buffer, place, packed.length).set(packed);
  const length = exports.unpack();
  if (!length) throw new Error("this file is damaged; get it again");
  return new Uint8Array(exports.memory.buffer, exports.output() >>> 0, length);
};
// The program, until it is compiled.
let programCode;
// The content security policy allows the script by the hash of its text.
(async () => {
  if (!self.WebAssembly?.validate(new Uint8Array(VECTOR)))
    throw new Error("this page needs a newer browser: one of 2023 or later, with WebAssembly");
  const script = document.createElement("script");
  const packed = document.getElementById("packed");
  const bytes = await unpacked(packed.textContent);
  packed.remove();
  const end = Number(packed.dataset.script);
  script.textContent = new TextDecoder().decode(bytes.subarray(0, end));
  programCode = bytes.subarray(end);
  document.head.append(script);
})().catch(async (error) => {
  if (!document.body) await new Promise((resolve) => addEventListener("DOMContentLoaded", resolve));
  document.body.textContent = `hexmate: ${error.message}`;
});
