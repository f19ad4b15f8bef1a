import { BuildCache } from '../../../build/cache/build-cache.ts';
import { ImportGraph } from '../../../build/cache/import-graph.ts';
import {
  type BuildEnvironment,
  checkSiteFolder,
  type Folders,
  resolveFolders,
} from '../../../build/folders.ts';
import { prepareSite } from '../../../build/prepare-site.ts';
import { silentProgress } from '../../../build/progress.ts';
import { listArticleSources } from '../../../build/publish/search-index.ts';
import type { SynonymRule } from '../../../config/synonym-rules.ts';
import { findLanguage, type Language } from '../../../search/index/languages.ts';
import { PAGES_TAG } from '../../../search/index/records.ts';
import { collectLastTags, indexPages } from '../../../search/index/site-pages.ts';
import type { Problem } from '../../../shared/problem.ts';
import type { QuestionsByAddress, RecordPage } from './question-index.ts';

/** One section of a site, as questions about it are written and checked. */
export interface AskedSection {
  address: string;
  /** The title of the page. */
  title: string;
  /** The heading of the section, or the title of the page. */
  heading: string;
  /** The blocks below the heading without code, in reading order. A row of a table is one block. */
  texts: string[];
  /** The questions in `_questions`. */
  questions: string[];
}

/** The pages of the last version of a site that search finds, in its default language. */
export interface QuestionSite {
  pages: readonly RecordPage[];
  /** Sections by address, in the order of the site. */
  sections: ReadonlyMap<string, AskedSection>;
  synonyms: readonly SynonymRule[];
  language: Language;
}

interface ReadQuestionSite {
  site: QuestionSite;
  folders: Pick<Folders, 'docsDir' | 'boundary'>;
}

/** Reads and compiles the site, or takes what the last build has compiled. */
export async function readQuestionSite(
  environment: BuildEnvironment,
  workDir: string,
): Promise<ReadQuestionSite | { problems: readonly Problem[] }> {
  const folders = resolveFolders(environment, workDir);
  const folderProblems = checkSiteFolder(folders);
  if (folderProblems.length > 0) return { problems: folderProblems };
  using cache = new BuildCache(folders.cacheFile);
  const build = { folders, environment, cache, progress: silentProgress, graph: new ImportGraph(folders) };
  const { problems, prepared } = await prepareSite(build);
  if (!prepared) return { problems: problems.filter(({ severity }) => severity === 'error') };
  const { site, articles, config } = prepared;
  const pages = indexPages(site, (doc) => listArticleSources(doc, articles, cache), '')
    .map(({ listRecords, seen }): RecordPage => ({ records: listRecords(), seen }))
    // Readers search the last version unless they read another one.
    .filter(({ records: [record] }) => isCurrent(record?.docusaurus_tag, collectLastTags(site)));
  return {
    site: createQuestionSite(pages, [...config.search.synonyms, ...site.synonyms], site.language),
    folders: prepared.folders,
  };
}

function isCurrent(tag: string | undefined, last: Record<string, string> | undefined): boolean {
  return last === undefined || tag === PAGES_TAG || Object.values(last).includes(tag ?? '');
}

function createQuestionSite(
  pages: readonly RecordPage[],
  synonyms: readonly SynonymRule[],
  language: string,
): QuestionSite {
  const sections = new Map<string, AskedSection>();
  for (const { url, hierarchy, content, code, questions } of pages.flatMap(({ records }) => records)) {
    const { lvl1: title, lvl2, lvl3, lvl4, lvl5, lvl6 } = hierarchy;
    const heading = lvl6 ?? lvl5 ?? lvl4 ?? lvl3 ?? lvl2 ?? title;
    const section = sections.get(url) ?? { address: url, title, heading, texts: [], questions: [] };
    sections.set(url, section);
    // The forms of a page that several readers see have the same texts and questions.
    if (content !== null && !code && !section.texts.includes(content)) section.texts.push(content);
    section.questions.push(...questions.filter((question) => !section.questions.includes(question)));
  }
  return { pages, sections, synonyms, language: findLanguage(language) };
}

/** The questions that the site has. */
export function listQuestions({ sections }: QuestionSite): QuestionsByAddress {
  return new Map([...sections].map(([address, { questions }]) => [address, questions]));
}
