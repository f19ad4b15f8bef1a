/** RFC 4648, 6, without padding. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export function toBase32(bytes: Uint8Array): string {
  let text = '';
  let [buffer, bits] = [0, 0];
  for (const byte of bytes) {
    buffer = (buffer << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += ALPHABET[(buffer >>> (bits - 5)) & 31];
    buffer &= 31;
  }
  return bits === 0 ? text : text + ALPHABET[(buffer << (5 - bits)) & 31];
}

/** Decodes the output of `toBase32`. */
export function decodeBase32(text: string): Buffer {
  const bytes: number[] = [];
  let [buffer, bits] = [0, 0];
  for (const letter of text) {
    buffer = (buffer << 5) | ALPHABET.indexOf(letter);
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((buffer >>> bits) & 255);
    buffer &= 255;
  }
  return Buffer.from(bytes);
}
