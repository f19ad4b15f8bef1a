import type { Browser } from 'playwright-core';
import { getReaderKey } from '../../server/api/search.ts';
import { type ErrorAnswer, errorAnswer, notFoundError, sendError } from '../../server/http/errors.ts';
import type { FeatureContext, Stop } from '../../server/server-feature.ts';
import { createFairQueue } from '../../shared/fair-queue.ts';
import { loadPdfMaker } from './load-maker.ts';
import { PDF_PATH } from './pdf-address.ts';
import { collectReaderBook, type ReaderBook } from './reader-pages.ts';

/** A browser needs a processor and some hundred megabytes while it makes a PDF. */
const PDFS_AT_ONCE = 1;
const WAITING_MAX = 20;
const PDF_MAX_MS = 120_000;
const PDF_MAX_BYTES = 40_000_000;
/** PDFs that are sent again without a browser. */
const STORED_MAX_BYTES = 80_000_000;

type PdfResult = { pdf: Buffer } | { error: ErrorAnswer };

const unavailableAnswer = errorAnswer(
  503,
  'pdf-unavailable',
  'This server has no browser that can create PDFs.',
);
const tooLarge = errorAnswer(
  422,
  'pdf-too-large',
  'The chapter is too large for one PDF. Save its pages one by one.',
);
const busy = errorAnswer(503, 'unavailable', 'Too many PDFs are being created. Try again shortly.', {
  'retry-after': '30',
});
const tooSlow = errorAnswer(503, 'unavailable', 'Creating the PDF took too long. Try again later.', {
  'retry-after': '60',
});

/** Makes PDFs for signed-in readers, once for each release and for all who see the same. */
export function startReaderPdf({
  app,
  baseUrl,
  environment,
}: Pick<FeatureContext, 'app' | 'baseUrl' | 'environment'>): Stop {
  const queue = createFairQueue({ concurrency: PDFS_AT_ONCE, waiting: WAITING_MAX });
  const bookStore = createStore(STORED_MAX_BYTES);
  const openBrowsers = new Set<Browser>();

  async function makeReaderPdf({ title, chapters, pages }: ReaderBook, origin: string): Promise<PdfResult> {
    const maker = await loadPdfMaker();
    const browser = await maker?.openChromium(environment.PDF_BROWSER);
    if (!maker || !browser) {
      app.log.warn(
        'A reader asked for a PDF, but there is no browser that can create it. Install chromium and the package playwright-core, set PDF_BROWSER, or switch this off with FEATURES_OFF=pdf-export.',
      );
      return { error: unavailableAnswer };
    }
    openBrowsers.add(browser);
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      browser.close().catch(() => {});
    }, PDF_MAX_MS);
    try {
      const layout = chapters.length > 1 ? 'chapter' : 'page';
      const pdf = await maker.makePdf({
        browser,
        pages,
        chapters,
        name: title,
        subtitle: '',
        site: origin,
        layout,
      });
      return pdf.length > PDF_MAX_BYTES ? { error: tooLarge } : { pdf };
    } catch (error) {
      if (isLate) return { error: tooSlow };
      throw error;
    } finally {
      clearTimeout(timer);
      openBrowsers.delete(browser);
      await browser.close().catch(() => {});
    }
  }

  app.post(PDF_PATH, async (request, reply) => {
    const { gate } = request;
    const query = new URLSearchParams(gate.query);
    const part = query.get('part') === 'chapter' ? 'chapter' : 'page';
    const book = await collectReaderBook(gate, query.get('page') ?? '', part);
    if (book === undefined) return sendError(reply, notFoundError);
    if (book === 'too-large') return sendError(reply, tooLarge);
    const origin = baseUrl ?? `${gate.site.protocol}://${gate.site.host}`;
    const requester = { key: getReaderKey(request), isKnown: true };
    const result = await bookStore.get(`${origin} ${book.key}`, async () => {
      const result = await queue(requester, () => makeReaderPdf(book, origin));
      return result === 'busy' ? { error: busy } : result;
    });
    if ('error' in result) return sendError(reply, result.error);
    return reply
      .headers({
        'content-disposition': 'attachment; filename="page.pdf"',
        'cache-control': 'private, no-store',
      })
      .type('application/pdf')
      .send(result.pdf);
  });

  return async () => {
    await Promise.all([...openBrowsers].map((browser) => browser.close().catch(() => {})));
  };
}

/** Keeps the PDFs that were used last. A failure isn't kept. */
function createStore(maxBytes: number) {
  const results = new Map<string, { result: Promise<PdfResult>; bytes: number }>();
  return {
    get(key: string, make: () => Promise<PdfResult>): Promise<PdfResult> {
      const storedItem = results.get(key);
      if (storedItem) {
        // The last one in the map is the one that was used last.
        results.delete(key);
        results.set(key, storedItem);
        return storedItem.result;
      }
      const item = { result: make(), bytes: 0 };
      results.set(key, item);
      item.result.then(
        (result) => {
          if ('error' in result) return results.delete(key);
          item.bytes = result.pdf.length;
          let total = [...results.values()].reduce((sum, { bytes }) => sum + bytes, 0);
          for (const [oldest, { bytes }] of results) {
            if (total <= maxBytes) break;
            if (bytes === 0) continue;
            results.delete(oldest);
            total -= bytes;
          }
        },
        () => results.delete(key),
      );
      return item.result;
    },
  };
}
