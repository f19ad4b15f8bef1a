import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { Doc, Site } from '../model/site.ts';
import type { Problem } from '../shared/problem.ts';
import { displayPath } from './display-path.ts';
import type { GitDates } from './git-dates.ts';

/** In the site folder: the dates of documents, for builds that have no history to ask. */
export const DATES_FILE = 'dates.json';

/** By file relative to the docs folder. `hash`: of the document that has the date, as it was then. */
const datesFile = z.record(z.string(), z.object({ date: z.iso.datetime(), hash: z.string() }));
export type DatesFile = z.infer<typeof datesFile>;

const HASH_LENGTH = 16;

export function readDatesFile(siteDir: string): { dates: DatesFile; problems: Problem[] } {
  const file = path.join(siteDir, DATES_FILE);
  if (!existsSync(file)) return { dates: {}, problems: [] };
  try {
    return { dates: datesFile.parse(JSON.parse(readFileSync(file, 'utf8'))), problems: [] };
  } catch {
    const message =
      'These are not dates as "gatehouse dates" writes them: call it again, or remove the file.';
    const problem: Problem = { code: 'dates-file', severity: 'warning', file: displayPath(file), message };
    return { dates: {}, problems: [problem] };
  }
}

/** What the file should say. */
export function datesFileText(site: Site, dates: GitDates): string {
  const lines = site.docs.flatMap(({ file, hash }) => {
    const date = Object.hasOwn(dates, file) ? dates[file] : undefined;
    return date === undefined
      ? []
      : [`${JSON.stringify(file)}: ${JSON.stringify({ date, hash: hash.slice(0, HASH_LENGTH) })}`];
  });
  return `{\n${lines.sort().join(',\n')}\n}\n`;
}

/** The site with those dates where an author has not written another one: of git, else of the file. */
export function withDates(site: Site, fromGit: GitDates, fromFile: DatesFile): Site {
  const docs = site.docs.map((doc) => {
    const date = doc.lastUpdate?.date ?? own(fromGit, doc.file) ?? dateOf(doc, fromFile);
    return date === undefined ? doc : { ...doc, lastUpdate: { ...doc.lastUpdate, date } };
  });
  return { ...site, docs };
}

/** A document that was written since has no date that anybody knows. */
function dateOf({ file, hash }: Doc, dates: DatesFile): string | undefined {
  const known = own(dates, file);
  return known?.hash === hash.slice(0, HASH_LENGTH) ? known.date : undefined;
}

function own<Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
