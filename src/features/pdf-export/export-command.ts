import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type CommandResult, defineCommand, fail, failWith, succeed } from '../../command/define-command.ts';
import { formatCount } from '../../command/terminal-text.ts';
import type { Environment } from '../../config/environment.ts';
import { findSiteFolder } from '../../config/site-folder.ts';
import { loadConfiguration } from '../../docusaurus/configuration/load-configuration.ts';
import type { Scope } from '../../model/audience.ts';
import { joinBasePath } from '../../model/urls.ts';
import { formatCommand } from '../../shared/call-of.ts';
import { loadPdfMaker } from './load-maker.ts';
import { selectPagesOfScope } from './pages-of-scope.ts';
import { listChapters, readPublishedPages } from './published-pages.ts';

interface ExportInput {
  category: string | undefined;
  out: string;
  /** The readers whose pages are exported. Undefined exports all pages. */
  scope: Exclude<Scope, { kind: 'everything' }> | undefined;
}

export const command = defineCommand({
  help: `Exports the release in DIST_DIR as one PDF with contents and page numbers. Needs Chromium.

  {call} pdf                Export all pages, as administrators see them.
  {call} pdf <category>     Export one category, by its label or address.

  --out <file>       The file to write. Default: manual.pdf
  --groups <names>   Export what readers in these groups see. Separate names with commas.
  --readers          Export what readers without a group see.
  --visitors         Export public pages only.

Exit code: 0 written, 1 failed, 2 wrong arguments.`,
  options: {
    out: { type: 'string', default: 'manual.pdf' },
    groups: { type: 'string' },
    readers: { type: 'boolean' },
    visitors: { type: 'boolean' },
  },
  parse([format, category, ...surplus], { out, groups, readers, visitors }) {
    if (format === undefined) return { misuse: 'The format is missing. Use pdf.' };
    if (format !== 'pdf') return { misuse: `Unknown format "${format}". Use pdf.` };
    if (surplus.length > 0)
      return {
        misuse: `You can export one category at a time. If its label has spaces, quote it: "${category} ${surplus.join(' ')}"`,
      };
    if ([groups !== undefined, readers, visitors].filter(Boolean).length > 1)
      return { misuse: 'Use only one of --groups, --readers and --visitors.' };
    const groupNames = groups?.split(',').map((name) => name.trim()) ?? [];
    if (groups !== undefined && groupNames.includes(''))
      return { misuse: '--groups must be names separated by commas: --groups staff,partners' };
    const scope = visitors
      ? ({ kind: 'visitor' } as const)
      : groups !== undefined || readers
        ? ({ kind: 'reader', groups: groupNames.sort() } as const)
        : undefined;
    return { input: { category, out, scope } };
  },
  run: exportPdf,
});

async function exportPdf(
  { category, out, scope }: ExportInput,
  environment: Environment,
): Promise<CommandResult> {
  const { config, problems } = await loadConfiguration(findSiteFolder(environment, process.cwd()));
  if (!config) return failWith(problems);
  const distDir = path.resolve(environment.DIST_DIR);
  const allPages = readPublishedPages(distDir);
  if (!allPages) return fail(`${distDir} has no release to export. Run "${formatCommand('build')}" first.`);
  const pages = scope ? await selectPagesOfScope(allPages, distDir, scope) : allPages;
  if ('error' in pages) return fail(pages.error);
  const list = listChapters(pages.site, category);
  if ('unknown' in list)
    return fail(`Unknown category "${list.unknown}". The categories are: ${list.known.join(', ')}.`);
  const maker = await loadPdfMaker({ numbersPages: true });
  if (maker === undefined)
    return fail(
      'Exporting a PDF needs the packages playwright-core and pdfjs-dist, which a server installation leaves out. Install them: npm install --no-save --save-prod playwright-core pdfjs-dist',
    );
  const { openChromium, makePdf } = maker;
  const browser = await openChromium(environment.PDF_BROWSER);
  if (!browser)
    return fail("Exporting a PDF needs Chromium, which wasn't found. Install chromium, or set PDF_BROWSER.");
  try {
    const subtitle = category === undefined ? config.tagline : (list.chapters[0]?.title ?? '');
    const { name, navbar, baseUrl } = config;
    const logoUrl = navbar.logo && joinBasePath(navbar.logo.src.replace(/^\/?/, '/'), baseUrl);
    const logo = logoUrl !== undefined && pages.readFile(logoUrl) ? logoUrl : undefined;
    const site = environment.BASE_URL ?? '';
    const pdf = await makePdf({
      browser,
      pages,
      chapters: list.chapters,
      name,
      subtitle,
      logo,
      date: new Date(),
      site,
      layout: 'book',
    });
    const file = path.resolve(out);
    writeFileSync(file, pdf);
    return succeed(`Wrote ${formatCount(list.chapters.length, 'chapter')} to ${file}.`);
  } finally {
    await browser.close();
  }
}
