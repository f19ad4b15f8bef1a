/** The functions that start a browser and make a PDF with it. */
export interface PdfMaker extends Pick<typeof import('./chromium.ts'), 'openChromium' | 'startChromium'> {
  makePdf: typeof import('./pdf.ts').makePdf;
}

/**
 * Loads what makes PDF files. Resolves with `undefined` in a server installation, which lacks the packages.
 * `numbersPages`: a book has page numbers in its contents, which another package finds.
 */
export async function loadPdfMaker({ numbersPages = false } = {}): Promise<PdfMaker | undefined> {
  try {
    const [{ openChromium, startChromium }, { makePdf }] = await Promise.all([
      import('./chromium.ts'),
      import('./pdf.ts'),
      // `makePdf` imports this package late. A missing package must show before the work starts.
      numbersPages ? import('pdfjs-dist/legacy/build/pdf.mjs') : undefined,
    ]);
    return { openChromium, startChromium, makePdf };
  } catch (error) {
    const isPackageMissing =
      error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
    if (isPackageMissing) return undefined;
    throw error;
  }
}
