import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { loadConfiguration } from '../adopt/load-configuration.ts';
import type { Environment } from '../config/environment.ts';
import { siteFolder } from '../config/site-folder.ts';
import { listChapters, readPublishedPages } from '../export/published-pages.ts';
import type { Scope } from '../model/audience.ts';
import { callOf } from '../shared/call-of.ts';
import { type Answer, defineCommand, done, failed, failedBy } from './command.ts';
import { pagesOfScope } from './export/pages-of-scope.ts';

interface Wanted {
  category: string | undefined;
  out: string;
  /** As whom; absent: everything. */
  scope: Exclude<Scope, { kind: 'everything' }> | undefined;
}

export const command = defineCommand({
  help: `{call} pdf [category] [--out manual.pdf] [--groups <names> | --readers | --visitors]
    One PDF of the published build, with contents and page numbers: the whole manual, or one category by its
    label or address. It is made by Chromium. Without more it has everything, as administrators see it;
    --groups staff,partners: what readers in these groups see; --readers: those in none; --visitors: public pages.`,
  options: {
    out: { type: 'string', default: 'manual.pdf' },
    groups: { type: 'string' },
    readers: { type: 'boolean' },
    visitors: { type: 'boolean' },
  },
  parse([kind, category, ...rest], { out, groups, readers, visitors }) {
    if (kind !== 'pdf')
      return { fault: kind === undefined ? 'Say what to export.' : `There is no export "${kind}".` };
    if (rest.length > 0)
      return { fault: `One category at a time: put "${category} ${rest.join(' ')}" in quotes.` };
    if ([groups !== undefined, readers, visitors].filter(Boolean).length > 1)
      return { fault: 'Say once for whom it is: --groups, --readers or --visitors.' };
    const named = groups?.split(',').map((name) => name.trim()) ?? [];
    if (groups !== undefined && named.includes('')) return { fault: 'Name the groups, with commas between.' };
    const scope = visitors
      ? ({ kind: 'visitor' } as const)
      : groups !== undefined || readers
        ? ({ kind: 'reader', groups: named.sort() } as const)
        : undefined;
    return { wanted: { category, out, scope } };
  },
  run: exportPdf,
});

async function exportPdf({ category, out, scope }: Wanted, environment: Environment): Promise<Answer> {
  const { config, problems } = await loadConfiguration(siteFolder(environment, process.cwd()));
  if (!config) return failedBy(problems);
  const distDir = path.resolve(environment.DIST_DIR);
  const whole = readPublishedPages(distDir);
  if (!whole) return failed(`There is no build to make a PDF of: run "${callOf('build')}" first.`);
  const pages = scope ? await pagesOfScope(whole, distDir, scope) : whole;
  if ('fault' in pages) return failed(pages.fault);
  const list = listChapters(pages.site, category);
  if ('unknown' in list)
    return failed(`There is no category "${list.unknown}". There are: ${list.known.join(', ')}.`);
  const maker = await loadPdfMaker();
  if (maker === undefined)
    return failed(
      'A PDF is made by way of playwright-core and pdfjs-dist, which a server does without. Install them: npm install --no-save --save-prod playwright-core pdfjs-dist',
    );
  const { openChromium, makePdf } = maker;
  const browser = await openChromium();
  if (!browser) return failed('A PDF is made by Chromium, and none was found: install chromium.');
  try {
    const subtitle = category === undefined ? config.tagline : (list.chapters[0]?.title ?? '');
    const { name } = config;
    const site = environment.BASE_URL ?? '';
    const pdf = await makePdf({ browser, pages, chapters: list.chapters, name, subtitle, site });
    const file = path.resolve(out);
    writeFileSync(file, pdf);
    return done(`${list.chapters.length} chapters in ${file}`);
  } finally {
    await browser.close();
  }
}

/** Nothing where only the server is installed. */
async function loadPdfMaker() {
  try {
    const [{ openChromium }, { makePdf }] = await Promise.all([
      import('../export/chromium.ts'),
      import('../export/pdf.ts'),
      // It loads this later itself, when half of its work is done.
      import('pdfjs-dist/legacy/build/pdf.mjs'),
    ]);
    return { openChromium, makePdf };
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
    if (missing) return undefined;
    throw error;
  }
}
