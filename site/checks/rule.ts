import type { Heading } from 'gatehouse/checks';
import type { ArticleSource, Sample } from './article-source.ts';
import type { ReferenceData } from './reference-data.ts';

/** One thing that the manual keeps to. It answers with everything that does not. */
export type Rule = (manual: Manual) => Finding[] | Promise<Finding[]>;

export interface Finding extends Found {
  /** The `file` of a `SiteFile`. */
  file: string;
}

/** A problem in a file. */
export interface Found {
  line?: number;
  message: string;
  /** Reported, and fails nothing: a person decides. */
  severity?: 'warning';
}

/** The manual as the rules see it. */
export interface Manual extends ReferenceData {
  articles: readonly ArticleSource[];
  /** A file of the site folder, by its path there. */
  file(name: string): SiteFile;
  /** The files of a folder there that have this ending; what begins with `_` is passed over. */
  listFiles(folder: string, ending: RegExp): SiteFile[];
  /** Articles as they are published, with the sections that components make. */
  pages: readonly FinishedPage[];
  /** Every address that answers with a page. */
  routes: readonly string[];
  /** Every address that leads to another one. */
  redirected: readonly string[];
}

export interface SiteFile {
  /** In the site folder: `docs/…`. */
  name: string;
  /** From the working folder, so that it can be opened from what is printed. */
  file: string;
  text: string;
}

interface FinishedPage {
  file: string;
  anchors: readonly string[];
  headings: readonly Heading[];
}

/** Problems of each part by itself. */
export function inEach<Part extends { file: string }>(
  parts: readonly Part[],
  find: (part: Part) => readonly Found[],
): Finding[] {
  return parts.flatMap((part) => find(part).map((finding) => ({ ...finding, file: part.file })));
}

/** Problems in each sample of these languages, except for signatures. Lines count from the sample's first. */
export function inSamples(
  articles: readonly ArticleSource[],
  languages: readonly string[] | 'any',
  find: (sample: Sample) => readonly Found[],
): Finding[] {
  return inEach(articles, ({ samples }) =>
    samples
      .filter(({ language }) => languages === 'any' || languages.includes(language))
      .filter(({ title }) => title !== 'Signature')
      .flatMap((sample) =>
        find(sample).map(({ line = 1, ...finding }) => ({ ...finding, line: sample.line + line - 1 })),
      ),
  );
}
