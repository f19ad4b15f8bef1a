import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Reads the lines of each sheet of paper, without texts that are cut because the sheet isn't wide enough. */
export async function readLines(pdf: Buffer): Promise<string[][]> {
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  const document = await task.promise;
  const sheets: string[][] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const [, , sheetWidth = 0] = page.view;
    const { items } = await page.getTextContent();
    const text = items
      .map((item) => {
        if (!('str' in item)) return '';
        const isWhole = item.transform[4] >= 0 && item.transform[4] + item.width <= sheetWidth;
        return (isWhole ? item.str : '') + (item.hasEOL ? '\n' : '');
      })
      .join('');
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
