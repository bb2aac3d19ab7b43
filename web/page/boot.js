// Unpacks the script of the page and begins it. All else is in that script.
// Reads bytes written with two characters for 13 bits; see `assemble.py`.
const bytesOf = (text) => {
  const digits = new Uint8Array(128);
  let digit = 0;
  for (let sign = 35; sign < 127; sign++) if (sign !== 60) digits[sign === 92 ? 33 : sign] = digit++;
  const bytes = new Uint8Array(((text.length * 13) >> 4) + 1);
  let value = 0,
    bits = 0,
    length = 0;
  for (let place = 0; place < text.length; place += 2) {
    value |= (digits[text.charCodeAt(place)] + 91 * digits[text.charCodeAt(place + 1)]) << bits;
    bits += 13;
    for (; bits >= 8; bits -= 8, value >>>= 8) bytes[length++] = value & 255;
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
