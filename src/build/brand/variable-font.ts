/** Tables of WOFF2 whose names are numbers, up to `fvar` (W3C WOFF 2.0, 4.1). */
const FVAR = 47;
const GLYF = 10;
const LOCA = 11;
const NAMED = 63;

/** Whether a font file has an axis, and so several weights: it then has the table `fvar`. */
export function isVariableFont(font: Uint8Array): boolean {
  const bytes = Buffer.from(font.buffer, font.byteOffset, font.byteLength);
  try {
    switch (bytes.toString('latin1', 0, 4)) {
      case 'wOF2':
        return listWoff2Tables(bytes).includes(FVAR);
      case 'wOFF':
        return hasTable(bytes, { count: bytes.readUInt16BE(12), start: 44, size: 20 });
      default:
        return hasTable(bytes, { count: bytes.readUInt16BE(4), start: 12, size: 16 });
    }
  } catch (error) {
    // A cut file has fewer tables than it says.
    if (error instanceof RangeError) return false;
    throw error;
  }
}

function hasTable(
  bytes: Buffer,
  { count, start, size }: { count: number; start: number; size: number },
): boolean {
  return Array.from({ length: count }, (_, index) => start + index * size).some(
    (at) => bytes.toString('latin1', at, at + 4) === 'fvar',
  );
}

/** Numbers of the tables of a WOFF2 file, in its order. */
function listWoff2Tables(bytes: Buffer): number[] {
  const count = bytes.readUInt16BE(12);
  let at = 48;
  const skipNumber = () => {
    // UIntBase128: the last byte has no high bit.
    while ((bytes.readUInt8(at++) & 0x80) !== 0);
  };
  return Array.from({ length: count }, () => {
    const flags = bytes.readUInt8(at++);
    const table = flags & 0x3f;
    if (table === NAMED) at += 4;
    skipNumber();
    const version = flags >> 6;
    const isTransformed = table === GLYF || table === LOCA ? version !== 3 : version !== 0;
    if (isTransformed) skipNumber();
    return table;
  });
}
