import type { Heading } from 'gatehouse/checks';
import type { ArticleSource, Sample } from './article-source.ts';
import type { ReferenceData } from './reference-data.ts';

/** A rule for the manual. Returns every place that breaks it. */
export type Rule = (manual: Manual) => Finding[] | Promise<Finding[]>;

export interface Finding extends Found {
  /** The `file` of a `SiteFile`. */
  file: string;
}

/** A problem in a file. */
export interface Found {
  line?: number;
  message: string;
  /** `warning`: reported without failing the check, because a person has to decide. */
  severity?: 'warning';
}

/** The manual as the rules see it. */
export interface Manual extends ReferenceData {
  articles: readonly ArticleSource[];
  /** A file of the site folder, by its path there. */
  file(name: string): SiteFile;
  /** Lists the files of a folder that have this ending. Names that begin with `_` are left out. */
  listFiles(folder: string, ending: RegExp): SiteFile[];
  /** Published articles, with the sections that components write. */
  pages: readonly FinishedPage[];
  /** Every address of a page. */
  routes: readonly string[];
  /** Every address that redirects to another one. */
  redirected: readonly string[];
}

export interface SiteFile {
  /** Path in the site folder: `docs/…`. */
  name: string;
  /** Path from the working folder, as problems show it. */
  file: string;
  text: string;
}

interface FinishedPage {
  file: string;
  anchors: readonly string[];
  headings: readonly Heading[];
}

/** Collects the problems of each part. */
export function checkEach<Part extends { file: string }>(
  parts: readonly Part[],
  find: (part: Part) => readonly Found[],
): Finding[] {
  return parts.flatMap((part) => find(part).map((finding) => ({ ...finding, file: part.file })));
}

/**
 * Collects the problems of each sample in these languages, except signatures. Lines count from the first line
 * of the sample.
 */
export function checkSamples(
  articles: readonly ArticleSource[],
  languages: readonly string[] | 'any',
  find: (sample: Sample) => readonly Found[],
): Finding[] {
  return checkEach(articles, ({ samples }) =>
    samples
      .filter(({ language }) => languages === 'any' || languages.includes(language))
      .filter(({ title }) => title !== 'Signature')
      .flatMap((sample) =>
        find(sample).map(({ line = 1, ...finding }) => ({ ...finding, line: sample.line + line - 1 })),
      ),
  );
}
