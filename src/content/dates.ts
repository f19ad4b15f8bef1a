import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { DocsOptions } from '../config/docs-options.ts';
import type { Doc, Site } from '../model/site.ts';
import { callOf } from '../shared/call-of.ts';
import { canonicalData, canonicalText } from '../shared/canonical-text.ts';
import { displayPath } from '../shared/file-paths.ts';
import type { Problem } from '../shared/problem.ts';
import type { GitDates, LastChange } from './git-dates.ts';

/** In the site folder: when documents were changed, and by whom, for builds that have no history to ask. */
export const DATES_FILE = 'dates.json';

/** By file relative to the docs folder. `hash`: of the document that has the date, as it was then. */
const datesFile = z.record(
  z.string(),
  z.object({ date: z.iso.datetime(), author: z.string().optional(), hash: z.string() }),
);
export type DatesFile = z.infer<typeof datesFile>;

const HASH_LENGTH = 16;

export function readDatesFile(siteDir: string): { dates: DatesFile; problems: Problem[] } {
  const file = path.join(siteDir, DATES_FILE);
  if (!existsSync(file)) return { dates: {}, problems: [] };
  try {
    return { dates: datesFile.parse(JSON.parse(readFileSync(file, 'utf8'))), problems: [] };
  } catch {
    const message = `These are not dates as "${callOf('dates')}" writes them: call it again, or remove the file.`;
    const problem: Problem = { code: 'dates-file', severity: 'warning', file: displayPath(file), message };
    return { dates: {}, problems: [problem] };
  }
}

/** What the file should say. */
export function datesFileText(site: Site, dates: GitDates): string {
  const lines = site.docs.flatMap(({ file, hash }) => {
    const known = own(dates, file);
    return known === undefined
      ? []
      : [`${JSON.stringify(file)}: ${JSON.stringify({ ...known, hash: hash.slice(0, HASH_LENGTH) })}`];
  });
  return `{\n${lines.sort().join(',\n')}\n}\n`;
}

type ShownChange = Pick<DocsOptions, 'showLastUpdateTime' | 'showLastUpdateAuthor'>;

/** The site with who changed what and when, where a document does not say so itself: of git, else of the file. */
export function withDates(
  site: Site,
  fromGit: GitDates,
  fromFile: DatesFile,
  documentations: readonly (ShownChange & Pick<DocsOptions, 'id'>)[] = [],
): Site {
  // On macOS Git joins accents with their letters, which the file system may have apart.
  let byCanonicalName: GitDates | undefined;
  const gitByCanonicalName = () => {
    byCanonicalName ??= canonicalData(fromGit);
    return byCanonicalName;
  };
  const instances = new Map(site.sets.map(({ key, instance }) => [key, instance]));
  const docs = site.docs.map((doc) => {
    const { showLastUpdateTime = true, showLastUpdateAuthor }: Partial<ShownChange> =
      documentations.find(({ id }) => id === instances.get(doc.set)) ?? {};
    const known =
      own(fromGit, doc.file) ?? own(gitByCanonicalName(), canonicalText(doc.file)) ?? changeOf(doc, fromFile);
    const { date = known?.date, author = showLastUpdateAuthor ? known?.author : undefined } =
      doc.lastUpdate ?? {};
    const shown = {
      ...(showLastUpdateTime && date !== undefined && { date }),
      ...(showLastUpdateAuthor !== false && author !== undefined && { author }),
    };
    return { ...doc, lastUpdate: Object.keys(shown).length === 0 ? undefined : shown };
  });
  return { ...site, docs };
}

/** Of a document that was written since nobody knows. */
function changeOf({ file, hash }: Doc, dates: DatesFile): LastChange | undefined {
  const known = own(dates, file);
  return known?.hash === hash.slice(0, HASH_LENGTH) ? known : undefined;
}

function own<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
