/** Where readers get a PDF of a page, or of the chapter that the page is in. */
export const PDF_PATH = '/_pdf';

export type PdfPart = 'page' | 'chapter';

/** `page`: path of the page, decoded, with the base path of the site. */
export function createPdfUrl(page: string, part: PdfPart): string {
  return `${PDF_PATH}?${new URLSearchParams({ page, part })}`;
}
