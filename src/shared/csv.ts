import Papa from 'papaparse';

/** A line of a file as spreadsheets write it. */
export interface CsvRow {
  /** 1-based: where it begins. A cell in quotes may have lines of its own. */
  line: number;
  cells: readonly string[];
  /** What is wrong with its quotes. */
  fault?: 'open-quote' | 'stray-quote';
}

/**
 * What begins a cell that spreadsheets take for a formula, after any spaces and invisible characters: the four signs,
 * their full-width and small forms, which East Asian input methods type, and the minus sign. A tab or the end of a line
 * at the beginning hides a sign after it.
 */
const FORMULA = /^[\p{White_Space}\p{Cf}]*[=+\-@＝＋－＠﹦﹢﹣﹫−]|^[\t\r\n]/u;

/** Between cells in some locale: a text with one of them stays in one cell only in quotation marks. */
const SEPARATOR = /[;\t|]/;

/**
 * Rows of CSV with whatever spreadsheets do to it: a byte order mark, `sep=;` as a first line, commas, semicolons or
 * tabs, any ends of lines. Lines without a word are left out. What `csvText` guarded is as it was.
 */
export function parseCsv(text: string): CsvRow[] {
  // Pasted together, a file may end its lines in several ways.
  const bare = text.replace(/^\u{FEFF}/u, '').replace(/\r\n?/g, '\n');
  const said = /^sep=(.)\n/i.exec(bare);
  const body = said ? bare.slice(said[0].length) : bare;
  const rows: CsvRow[] = [];
  let line = said ? 2 : 1;
  let from = 0;
  Papa.parse<string[]>(body, {
    newline: '\n',
    delimiter: said?.[1] ?? delimiterOf(body),
    step: ({ data, errors, meta }) => {
      const fault = errors.find(({ type }) => type === 'Quotes');
      const begins = line;
      line += body.slice(from, meta.cursor).match(/\n/g)?.length ?? 0;
      from = meta.cursor;
      const cells = data.map((cell) =>
        cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell,
      );
      if (cells.every((cell) => cell.trim() === '') && fault === undefined) return;
      rows.push({
        line: begins,
        cells,
        ...(fault && { fault: fault.code === 'MissingQuotes' ? 'open-quote' : 'stray-quote' }),
      });
    },
  });
  return rows;
}

/** By the first line, which names the columns: no name has one of these in it. */
function delimiterOf(text: string): string {
  const first = /^.*/.exec(text)?.[0] ?? '';
  const count = (delimiter: string) => first.split(delimiter).length;
  return [';', '\t', '|'].reduce((best, each) => (count(each) > count(best) ? each : best), ',');
}

/**
 * For spreadsheets: with the mark by which they know UTF-8, and no cell that they would take for a formula.
 * https://owasp.org/www-community/attacks/CSV_Injection
 */
export function csvText(rows: readonly (readonly string[])[]): string {
  return `\u{FEFF}${Papa.unparse(
    rows.map((row) => [...row]),
    { escapeFormulae: FORMULA, quotes: (cell: unknown) => SEPARATOR.test(String(cell)), newline: '\r\n' },
  )}\r\n`;
}

/** A file as text: UTF-8 or UTF-16, and what older spreadsheets write in Western Europe. */
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
