// Unpacks the script of the page and begins it. All else is in that script.
// Reads bytes written with a character for 7 bits; see `assemble.py`.
const bytesOf = (text) => {
  const bytes = new Uint8Array(((text.length * 7) >> 3) + 1);
  let value = 0,
    bits = 0,
    length = 0;
  for (let place = 0; place < text.length; place++) {
    let sign = text.charCodeAt(place);
    if (sign === 127) sign = text.charCodeAt(++place) ^ 64;
    value |= sign << bits;
    bits += 7;
    if (bits >= 8) {
      bytes[length++] = value & 255;
      value >>>= 8;
      bits -= 8;
    }
  }
  return bytes;
};
const unpacked = async (id) => {
  const element = document.getElementById(id);
  const packed = new Blob([bytesOf(element.textContent).subarray(0, element.dataset.size)]).stream();
  element.remove();
  return new Response(packed.pipeThrough(new DecompressionStream("gzip")));
};
// The content security policy allows the script by the hash of its text.
(async () => {
  const script = document.createElement("script");
  script.textContent = await (await unpacked("page")).text();
  document.head.append(script);
})().catch((error) => {
  document.body.textContent = `hexmate: ${error.message}`;
});
