export interface TextStyle {
  size: number;
  weight: 400 | 700;
  color: string;
}

/** Width of a text in pixels. */
export type Measure = (text: string, style: TextStyle) => number;

/** Breaks a text between words. A text that doesn't fit ends with an ellipsis. */
export function breakLines(
  text: string,
  style: TextStyle,
  { measure, linesMax, width: widthMax }: { measure: Measure; linesMax: number; width: number },
): string[] {
  const space = measure('a a', style) - 2 * measure('a', style);
  const words = text.split(/\s+/).filter((word) => word !== '');
  const lines: string[] = [];
  let line = '';
  let width = 0;
  for (const word of words) {
    const wordWidth = measure(word, style);
    if (line !== '' && width + space + wordWidth > widthMax) {
      lines.push(line);
      line = word;
      width = wordWidth;
    } else {
      width += (line === '' ? 0 : space) + wordWidth;
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  if (line !== '') lines.push(line);
  const isCut = lines.length > linesMax;
  return lines
    .slice(0, linesMax)
    .map((item, index) =>
      shorten(item, isCut && index === linesMax - 1, (words) => measure(words, style) <= widthMax),
    );
}

/** Cuts a line that is too long, such as one long word. */
function shorten(line: string, isCut: boolean, fits: (words: string) => boolean): string {
  const addEllipsis = (letters: string) => `${letters.trimEnd()}…`;
  if (!isCut && fits(line)) return line;
  const letters = [...line];
  while (letters.length > 1 && !fits(addEllipsis(letters.join('')))) letters.pop();
  return addEllipsis(letters.join(''));
}
