import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Environment } from '../../config/environment.ts';
import { createReporter, type Finding } from '../../server/ops/doctor/finding.ts';
import { fillText } from '../../shared/fill-text.ts';
import { loadPdfMaker, type PdfMaker } from './load-maker.ts';
import type en from './messages/en.json';
import { findSystemBrowser } from './system-browsers.ts';

const report = createReporter('pdf');

/**
 * Reports whether readers can save pages as PDF. Starts the browser that `PDF_BROWSER` names. Without the setting, it
 * only looks for a browser in the usual places: loading Playwright would cost a server 80 MB that doesn't make PDFs.
 */
export async function checkBrowser(
  { PDF_BROWSER: file }: Pick<Environment, 'PDF_BROWSER'>,
  texts: typeof en.findings,
): Promise<Finding[]> {
  if (file === undefined) {
    const browser = findSystemBrowser();
    if (browser === undefined) return report('ok', texts.findNoPdfBrowser);
    if (!isPlaywrightInstalled()) return report('ok', fillText(texts.findNoPdfPackage, { path: browser }));
    return report('ok', fillText(texts.findPdfBrowser, { path: browser }));
  }
  const maker = await loadPdfMaker();
  if (maker === undefined) return report('warn', texts.findPdfPackage, texts.findPdfPackageTodo);
  if (!existsSync(file))
    return report('warn', fillText(texts.findPdfMissing, { path: file }), texts.findPdfMissingTodo);
  try {
    const version = await readVersion(file, maker);
    return report('ok', fillText(texts.findPdfStarts, { path: file, version }));
  } catch (error) {
    const reason = describeFailure(error);
    return report(
      'warn',
      fillText(texts.findPdfBroken, { path: file, reason }),
      fillText(texts.findPdfBrokenTodo, { path: file }),
    );
  }
}

/** The overview of administrators shows the checks, too, and a browser needs a processor and some hundred megabytes. */
const STARTED_MS = 60 * 60_000;
let lastStart: { file: string; version: string; until: number } | undefined;

/** Starts the browser and returns its version. Doesn't start it again within an hour. */
async function readVersion(file: string, { startChromium }: PdfMaker): Promise<string> {
  if (lastStart?.file === file && Date.now() < lastStart.until) return lastStart.version;
  const browser = await startChromium(file);
  const version = browser.version();
  await browser.close();
  lastStart = { file, version, until: Date.now() + STARTED_MS };
  return version;
}

function isPlaywrightInstalled(): boolean {
  try {
    createRequire(import.meta.url).resolve('playwright-core');
    return true;
  } catch {
    return false;
  }
}

const REASON_MAX_CHARACTERS = 200;

/** The first line that the browser wrote before it ended, or why it wasn't started. */
function describeFailure(error: unknown): string {
  const { message } = error instanceof Error ? error : new Error(String(error));
  const [, errorLine] = /\[err\] (.+)/.exec(message) ?? [];
  const [firstLine = ''] = message.split('\n');
  return (errorLine ?? firstLine.replace(/^browserType\.launch: /, '')).slice(0, REASON_MAX_CHARACTERS);
}
