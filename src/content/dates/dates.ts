import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { DocsOptions } from '../../config/docs-options.ts';
import type { Doc, Site } from '../../model/site.ts';
import { formatCommand } from '../../shared/call-of.ts';
import { toCanonicalData, toCanonicalText } from '../../shared/canonical-text.ts';
import { displayPath } from '../../shared/file-paths.ts';
import type { Problem } from '../../shared/problem.ts';
import type { GitDates, LastChange } from './git-dates.ts';

/** File in the site folder with dates and authors of documents, for builds without the Git history. */
export const DATES_FILE = 'dates.json';

/** Dates by file relative to the docs folder. `hash` is the hash that the document had at this date. */
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
    const message = `The dates file isn't one that "${formatCommand('dates')}" writes. Run that command again, or remove the file.`;
    const problem: Problem = { code: 'dates-file', severity: 'warning', file: displayPath(file), message };
    return { dates: {}, problems: [problem] };
  }
}

/** The text to write into the dates file. */
export function writeDatesFileText(site: Site, dates: GitDates): string {
  const lines = site.docs.flatMap(({ file, hash }) => {
    const lastChange = getOwn(dates, file);
    return lastChange === undefined
      ? []
      : [`${JSON.stringify(file)}: ${JSON.stringify({ ...lastChange, hash: hash.slice(0, HASH_LENGTH) })}`];
  });
  return `{\n${lines.sort().join(',\n')}\n}\n`;
}

type ShownChange = Pick<DocsOptions, 'showLastUpdateTime' | 'showLastUpdateAuthor'>;

/** Adds the last update to documents that don't state it themselves, from Git, otherwise from the dates file. */
export function addDates(
  site: Site,
  fromGit: GitDates,
  fromFile: DatesFile,
  documentations: readonly (ShownChange & Pick<DocsOptions, 'id'>)[] = [],
): Site {
  // On macOS, Git composes accented letters while the file system may decompose them.
  let byCanonicalName: GitDates | undefined;
  const readGitByCanonicalName = () => {
    byCanonicalName ??= toCanonicalData(fromGit);
    return byCanonicalName;
  };
  const instances = new Map(site.sets.map(({ key, instance }) => [key, instance]));
  const docs = site.docs.map((doc) => {
    const { showLastUpdateTime = true, showLastUpdateAuthor }: Partial<ShownChange> =
      documentations.find(({ id }) => id === instances.get(doc.set)) ?? {};
    const lastChange =
      getOwn(fromGit, doc.file) ??
      getOwn(readGitByCanonicalName(), toCanonicalText(doc.file)) ??
      findStoredChange(doc, fromFile);
    const { date = lastChange?.date, author = showLastUpdateAuthor ? lastChange?.author : undefined } =
      doc.lastUpdate ?? {};
    const lastUpdate = {
      ...(showLastUpdateTime && date !== undefined && { date }),
      ...(showLastUpdateAuthor !== false && author !== undefined && { author }),
    };
    return { ...doc, lastUpdate: Object.keys(lastUpdate).length === 0 ? undefined : lastUpdate };
  });
  return { ...site, docs };
}

/** The stored date counts only while the document has the same bytes. */
function findStoredChange({ file, hash }: Doc, dates: DatesFile): LastChange | undefined {
  const storedChange = getOwn(dates, file);
  return storedChange?.hash === hash.slice(0, HASH_LENGTH) ? storedChange : undefined;
}

function getOwn<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
