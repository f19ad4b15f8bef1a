import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { siteFolder } from '../build/folders.ts';
import { readEnvironment } from '../config/environment.ts';
import { loadSiteConfig } from '../config/load-site-config.ts';
import { openChromium } from '../export/chromium.ts';
import { makePdf } from '../export/pdf.ts';
import { chaptersOf, readPublished } from '../export/published-pages.ts';
import { formatProblem } from '../shared/problem.ts';
import { parseArguments, usage } from './export/arguments.ts';

/** What a command prints, and how it ends. */
interface Answer {
  exitCode: 0 | 1 | 2;
  out?: string;
  err?: string;
}

async function main(args: readonly string[]): Promise<Answer> {
  const parsed = parseArguments(args);
  if ('fault' in parsed) return { exitCode: 2, err: `${parsed.fault}\n\n${usage}` };
  if (parsed.command === 'help') return { exitCode: 0, out: usage };
  const { environment, problems } = readEnvironment(process.env);
  if (!environment) return fail(problems.map(formatProblem).join('\n'));
  const { config, problems: wrong } = await loadSiteConfig(siteFolder(environment, process.cwd()));
  if (!config) return fail(wrong.map(formatProblem).join('\n'));
  const pages = readPublished(path.resolve(environment.DIST_DIR));
  if (!pages) return fail('There is no build to make a PDF of: run "npm run build" first.');
  const list = chaptersOf(pages.site, parsed.category);
  if ('unknown' in list)
    return fail(`There is no category "${list.unknown}". There are: ${list.known.join(', ')}.`);
  const browser = await openChromium();
  if (!browser) return fail('A PDF is made by Chromium, and none was found: install chromium.');
  try {
    const subtitle = parsed.category === undefined ? config.tagline : (list.chapters[0]?.title ?? '');
    const { name } = config;
    const site = environment.BASE_URL ?? '';
    const pdf = await makePdf({ browser, pages, chapters: list.chapters, name, subtitle, site });
    const file = path.resolve(parsed.out);
    writeFileSync(file, pdf);
    return { exitCode: 0, out: `${list.chapters.length} chapters in ${file}` };
  } finally {
    await browser.close();
  }
}

function fail(err: string): Answer {
  return { exitCode: 1, err };
}

const { exitCode, out, err } = await main(process.argv.slice(2));
if (err !== undefined) console.error(err);
if (out !== undefined) console.log(out);
process.exitCode = exitCode;
