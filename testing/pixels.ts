import type { Browser } from 'playwright-core';

/** The colours of a picture (PNG or JPEG) and how many pixels have each, most used first: `29,30,41`. */
export async function countColours(browser: Browser, picture: Buffer): Promise<[string, number][]> {
  const page = await browser.newPage();
  const pixelCounts = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const drawing = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    if (!drawing) throw new Error('no canvas');
    drawing.drawImage(bitmap, 0, 0);
    const { data } = drawing.getImageData(0, 0, bitmap.width, bitmap.height);
    const colours = new Map<string, number>();
    for (let at = 0; at < data.length; at += 4) {
      const colour = `${data[at]},${data[at + 1]},${data[at + 2]}`;
      colours.set(colour, (colours.get(colour) ?? 0) + 1);
    }
    return [...colours].sort(([, a], [, b]) => b - a);
  }, picture.toString('base64'));
  await page.close();
  return pixelCounts;
}
