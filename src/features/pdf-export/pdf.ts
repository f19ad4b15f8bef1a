import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { diagramColors } from '../../ui/theme/diagram-colors.ts';
import { type BookLayout, type BookPages, nameChapter, prepareBook, renderBook } from './book-html.ts';
import type { Chapter } from './published-pages.ts';

interface PdfOptions {
  browser: Browser;
  pages: BookPages;
  chapters: readonly Chapter[];
  name: string;
  subtitle: string;
  /** URL of the site's logo. */
  logo?: string | undefined;
  /** Day that the title page names. */
  date?: Date | undefined;
  /** Origin of the site, for links to pages outside the book. If empty, these links stay relative. */
  site: string;
  layout: BookLayout;
}

/** No server listens here: every request is answered from the published files. */
const ORIGIN = 'http://book';

/**
 * Nothing that a release contains runs, or reaches a network. The nonce admits our own script, which draws diagrams.
 */
const writePolicy = (nonce: string) =>
  `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; webrtc 'block'`;

/** Makes one PDF of these chapters. Lays a book out twice, because its contents need the page numbers. */
export async function makePdf({ browser, site, ...parts }: PdfOptions): Promise<Buffer> {
  const page = await browser.newPage();
  // Callers limit the time.
  page.setDefaultTimeout(0);
  const nonce = randomUUID();
  let html = renderBook({ ...parts, numbers: [] });
  await page.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/book')
      return route.fulfill({
        body: html,
        contentType: 'text/html; charset=utf-8',
        headers: { 'content-security-policy': writePolicy(nonce) },
      });
    const file = await parts.pages.readFile(decodeURIComponent(pathname));
    return file ? route.fulfill({ body: file.bytes, contentType: file.type }) : route.abort();
  });
  const layOut = async () => {
    await page.goto(`${ORIGIN}/book`, { waitUntil: 'load' });
    await page.evaluate(prepareBook, site);
    await drawDiagrams(page, nonce);
    await page.evaluate(() =>
      Promise.all([...document.images].map((image) => image.decode().catch(() => {}))),
    );
    return printPdf(page, parts.name);
  };
  if (parts.layout !== 'book') return layOut();
  const numbers = await readChapterPages(await layOut(), parts.chapters.length);
  html = renderBook({ ...parts, numbers });
  const pdf = await layOut();
  await page.close();
  return pdf;
}

/**
 * Draws Mermaid diagrams in the colours of the site, in the page itself, which contains only our own content. A diagram
 * with an error stays code.
 */
async function drawDiagrams(page: Page, nonce: string): Promise<void> {
  if ((await page.locator('[data-live="Mermaid"]').count()) === 0) return;
  const script = await readFile(createRequire(import.meta.url).resolve('@mermaid-js/tiny'), 'utf8');
  await page.evaluate(
    (parts) => document.head.append(Object.assign(document.createElement('script'), parts)),
    { textContent: script, nonce },
  );
  await page.evaluate(async (properties) => {
    const { mermaid } = globalThis as unknown as {
      mermaid: {
        initialize(options: object): void;
        render(id: string, text: string): Promise<{ svg: string }>;
      };
    };
    const probe = document.body.appendChild(document.createElement('span'));
    const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    /** Reads a colour of the page in the library's format, such as `#1d1e29`. */
    const readColor = (property: string) => {
      probe.style.color = `var(${property})`;
      if (!canvas) return '#888888';
      canvas.fillStyle = getComputedStyle(probe).color;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
      return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
    };
    const colors = Object.entries(properties).map(([name, property]) => [name, readColor(property)]);
    probe.remove();
    mermaid.initialize({
      startOnLoad: false,
      suppressErrorRendering: true,
      fontFamily: getComputedStyle(document.body).fontFamily,
      theme: 'base',
      themeVariables: { ...Object.fromEntries(colors), pieOpacity: '1' },
    });
    for (const [index, part] of [
      ...document.querySelectorAll<HTMLElement>('[data-live="Mermaid"]'),
    ].entries()) {
      try {
        const { code } = JSON.parse(part.dataset.props ?? '{}');
        part.innerHTML = (await mermaid.render(`book-diagram-${index}`, String(code))).svg;
      } catch {
        // The code block stays.
      }
    }
  }, diagramColors);
}

function printPdf(page: Page, name: string): Promise<Buffer> {
  const style = 'width: 100%; padding: 0 18mm; font: 8pt sans-serif; color: #555; display: flex';
  const title = name.replace(/[&<>]/g, '');
  return page.pdf({
    format: 'A4',
    margin: { top: '18mm', bottom: '18mm', left: '18mm', right: '18mm' },
    printBackground: true,
    outline: true,
    tagged: true,
    displayHeaderFooter: true,
    headerTemplate: '<span></span>',
    footerTemplate: `<div style="${style}"><span style="flex: 1">${title}</span><span class="pageNumber"></span></div>`,
  });
}

/** Reads from the PDF on which page each chapter starts, counted from 1. */
async function readChapterPages(pdf: Buffer, chapters: number): Promise<(number | undefined)[]> {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  const document = await task.promise;
  const numbers: (number | undefined)[] = [];
  for (let index = 0; index < chapters; index += 1) {
    const target = await document.getDestination(nameChapter(index));
    const reference: unknown = target?.[0];
    const isPage =
      typeof reference === 'object' && reference !== null && 'num' in reference && 'gen' in reference;
    numbers.push(
      isPage ? (await document.getPageIndex(reference as { num: number; gen: number })) + 1 : undefined,
    );
  }
  await task.destroy();
  return numbers;
}
