import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Reads the lines of each sheet of paper. */
export async function readLines(pdf: Buffer): Promise<string[][]> {
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  const document = await task.promise;
  const sheets: string[][] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
    sheets.push(
      text
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean),
    );
  }
  await task.destroy();
  return sheets;
}
