export type Encoding = 'br' | 'gzip' | 'identity';

/** Ordered by our preference, which decides if the client has none. */
const supportedEncodings = ['br', 'gzip', 'identity'] as const satisfies readonly Encoding[];

/** Number of parsed headers to cache. It's more than common clients send; further headers are parsed each time. */
const REMEMBERED_HEADERS = 256;

/** Creates a cached parser of `Accept-Encoding`, which returns our encodings with the client's preferred one first. */
export function createEncodingNegotiator(): (header: string | undefined) => readonly Encoding[] {
  const rememberedLists = new Map<string, readonly Encoding[]>();
  return (header) => {
    if (header === undefined) return ['identity'];
    const cachedEncodings = rememberedLists.get(header);
    if (cachedEncodings) return cachedEncodings;
    const acceptedQualities = parseAcceptEncoding(header);
    if (rememberedLists.size < REMEMBERED_HEADERS) rememberedLists.set(header, acceptedQualities);
    return acceptedQualities;
  };
}

/** RFC 9110, section 12.5.3. A client that refuses all of our encodings still gets uncompressed bytes. */
export function parseAcceptEncoding(header: string): readonly Encoding[] {
  const qualities = new Map<string, number>();
  for (const item of header.toLowerCase().split(',')) {
    const [coding = '', ...parameters] = item.split(';').map((part) => part.trim());
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    if (coding !== '')
      qualities.set(coding === 'x-gzip' ? 'gzip' : coding, quality ? readQuality(quality.slice(2)) : 1);
  }
  const any = qualities.get('*');
  // Uncompressed bytes are acceptable even if the header doesn't list them, as the last resort.
  const findQuality = (encoding: Encoding) =>
    qualities.get(encoding) ?? any ?? (encoding === 'identity' ? Number.MIN_VALUE : 0);
  const acceptedEncodings = supportedEncodings
    .filter((encoding) => findQuality(encoding) > 0)
    .sort((a, b) => findQuality(b) - findQuality(a));
  return acceptedEncodings.includes('identity') ? acceptedEncodings : [...acceptedEncodings, 'identity'];
}

function readQuality(text: string): number {
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(text) ? Number(text) : 0;
}
