interface MediaRange {
  /** The range in lower case: `application/json`, or with an asterisk as its subtype or as both parts. */
  range: string;
  /** Preference of the client, from 0 (not acceptable) to 1. */
  quality: number;
}

/**
 * How much a client wants a media type by its `Accept` header (RFC 9110, section 12.5.1), from 0, which means not at
 * all, to 1. Without a header it accepts everything. The most specific range decides: one that refuses
 * `application/json` and accepts everything accepts everything but JSON. Parameters other than `q` don't matter,
 * because our types have none that a client could choose by.
 *
 * @param mediaType In lower case, without parameters.
 */
export function findMediaQuality(header: string | undefined, mediaType: string): number {
  const ranges = parseMediaRanges(header?.trim() || '*/*');
  const [type = ''] = mediaType.split('/');
  for (const candidate of [mediaType, `${type}/*`, '*/*']) {
    const matchingRanges = ranges.filter(({ range }) => range === candidate);
    if (matchingRanges.length > 0) return Math.max(...matchingRanges.map(({ quality }) => quality));
  }
  return 0;
}

function parseMediaRanges(header: string): MediaRange[] {
  return splitOutsideQuotes(header.toLowerCase(), ',').flatMap((item) => {
    const [range = '', ...parameters] = splitOutsideQuotes(item, ';').map((part) => part.trim());
    const weight = parameters.find((parameter) => /^q\s*=/.test(parameter));
    if (range === '') return [];
    // Old Java programs send a single asterisk: "text/html, *; q=.2, */*; q=.2".
    return [
      { range: range === '*' ? '*/*' : range, quality: weight === undefined ? 1 : readQuality(weight) },
    ];
  });
}

/** A separator inside a quoted value, such as `profile="a,b"`, doesn't count. */
function splitOutsideQuotes(text: string, separator: ',' | ';'): string[] {
  const parts: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    if (isQuoted && text[at] === '\\') at += 1;
    else if (text[at] === '"') isQuoted = !isQuoted;
    else if (text[at] === separator && !isQuoted) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, text.slice(start)];
}

/**
 * Reads `q=0.8`. Weights that RFC 9110 doesn't allow are read as they are meant: `.2`, four digits, or more than 1. A
 * weight that isn't a number doesn't count.
 */
function readQuality(parameter: string): number {
  const value = parameter.slice(parameter.indexOf('=') + 1).trim();
  return /^-?(?:\d+\.?\d*|\.\d+)$/.test(value) ? Math.min(1, Math.max(0, Number(value))) : 1;
}
