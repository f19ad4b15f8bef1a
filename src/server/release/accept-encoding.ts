export type Encoding = 'br' | 'gzip' | 'identity';

/** Best first where the client has no preference of its own. */
const ours = ['br', 'gzip', 'identity'] as const satisfies readonly Encoding[];

/** More different headers than clients in use send; beyond it a header is read again each time. */
const REMEMBERED_HEADERS = 256;

/** Reads `Accept-Encoding` into our encodings, best first, and remembers what it read. */
export function createEncodingNegotiator(): (header: string | undefined) => readonly Encoding[] {
  const remembered = new Map<string, readonly Encoding[]>();
  return (header) => {
    if (header === undefined) return ['identity'];
    const known = remembered.get(header);
    if (known) return known;
    const accepted = acceptedEncodings(header);
    if (remembered.size < REMEMBERED_HEADERS) remembered.set(header, accepted);
    return accepted;
  };
}

/** RFC 9110, 12.5.3. A client that refuses everything we have gets the plain bytes all the same. */
export function acceptedEncodings(header: string): readonly Encoding[] {
  const qualities = new Map<string, number>();
  for (const item of header.toLowerCase().split(',')) {
    const [coding = '', ...parameters] = item.split(';').map((part) => part.trim());
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    if (coding !== '')
      qualities.set(coding === 'x-gzip' ? 'gzip' : coding, quality ? readQuality(quality.slice(2)) : 1);
  }
  const any = qualities.get('*');
  // Plain bytes are acceptable without being named, as the last resort.
  const quality = (encoding: Encoding) =>
    qualities.get(encoding) ?? any ?? (encoding === 'identity' ? Number.MIN_VALUE : 0);
  const accepted = ours.filter((encoding) => quality(encoding) > 0).sort((a, b) => quality(b) - quality(a));
  return accepted.includes('identity') ? accepted : [...accepted, 'identity'];
}

function readQuality(text: string): number {
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(text) ? Number(text) : 0;
}
