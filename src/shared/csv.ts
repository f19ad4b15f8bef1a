import Papa from 'papaparse';

/** A row of a CSV file. */
export interface CsvRow {
  /** The 1-based line on which the row starts. A quoted cell may span several lines. */
  line: number;
  cells: readonly string[];
  /** Set if the quotes in the row are wrong. */
  fault?: 'open-quote' | 'stray-quote';
}

/**
 * Matches cells that spreadsheets would treat as a formula: the signs `= + - @`, their full-width and small forms, which
 * East Asian input methods type, and the minus sign U+2212, after any spaces and invisible characters. A tab or line
 * break at the start can hide such a sign, so it matches as well.
 */
const FORMULA = /^[\p{White_Space}\p{Cf}]*[=+\-@＝＋－＠﹦﹢﹣﹫−]|^[\t\r\n]/u;

/** Separators that spreadsheets use in some locales. A cell that contains one must be quoted to stay in one piece. */
const SEPARATOR = /[;\t|]/;

/** Maximum number of empty rows to leave out. Spreadsheets write some for rows that were cleared. */
const EMPTY_ROWS_MAX = 100_000;

/**
 * Parses CSV as spreadsheets write it: with or without a byte order mark and a first line `sep=;`, with commas,
 * semicolons or tabs, and with any line ends. Empty rows are left out. The quote with which `writeCsv` protects formulas
 * is removed. Parsing stops after `rowsMax` rows, because a small file can have a million.
 */
export function parseCsv(text: string, { rowsMax = Infinity }: { rowsMax?: number } = {}): CsvRow[] {
  // A file that was pasted together may mix line ends.
  const normalisedText = text.replace(/^\u{FEFF}/u, '').replace(/\r\n?/g, '\n');
  const separatorLine = /^sep=(.)\n/i.exec(normalisedText);
  const body = cutEmptyEnd(separatorLine ? normalisedText.slice(separatorLine[0].length) : normalisedText);
  const rows: CsvRow[] = [];
  let emptyRows = 0;
  let line = separatorLine ? 2 : 1;
  let from = 0;
  Papa.parse<string[]>(body, {
    newline: '\n',
    delimiter: separatorLine?.[1] ?? guessDelimiter(body),
    step: ({ data, errors, meta }, parser) => {
      const fault = errors.find(({ type }) => type === 'Quotes');
      const startLine = line;
      line += body.slice(from, meta.cursor).match(/\n/g)?.length ?? 0;
      from = meta.cursor;
      const cells = data.map((cell) =>
        cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell,
      );
      const isEmpty = cells.every((cell) => cell.trim() === '') && fault === undefined;
      if (isEmpty && ++emptyRows <= EMPTY_ROWS_MAX) return;
      rows.push({
        line: startLine,
        cells,
        ...(fault && { fault: fault.code === 'MissingQuotes' ? 'open-quote' : 'stray-quote' }),
      });
      if (rows.length >= rowsMax) parser.abort();
    },
  });
  return rows;
}

/** Removes the empty rows at the end, which spreadsheets write for all formatted rows. */
function cutEmptyEnd(text: string): string {
  let end = text.length;
  while (end > 0 && ' \t\n,;|'.includes(text.charAt(end - 1))) end -= 1;
  const lineEnd = text.indexOf('\n', end);
  return lineEnd < 0 ? text : text.slice(0, lineEnd);
}

/** Guesses the delimiter from the first line. It has the names of the columns, which don't contain such characters. */
function guessDelimiter(text: string): string {
  const first = /^.*/.exec(text)?.[0] ?? '';
  const count = (delimiter: string) => first.split(delimiter).length;
  return [';', '\t', '|'].reduce((best, each) => (count(each) > count(best) ? each : best), ',');
}

/**
 * Writes CSV for spreadsheets: with a byte order mark, by which they recognise UTF-8, and with formulas made harmless.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return `\u{FEFF}${Papa.unparse(
    rows.map((row) => [...row]),
    { escapeFormulae: FORMULA, quotes: (cell: unknown) => SEPARATOR.test(String(cell)), newline: '\r\n' },
  )}\r\n`;
}

/** Decodes a file as UTF-8 or UTF-16, or as Windows-1252, which older spreadsheets write in Western Europe. */
export function decodeCsv(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
