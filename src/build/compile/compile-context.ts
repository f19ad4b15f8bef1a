import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Article } from '../../markdown/article.ts';
import type { Compiler } from '../../markdown/compiler.ts';
import type { ArticleTexts, CompileContext, DocumentToCompile } from '../../markdown/context.ts';
import type { SiteAnswers } from '../../markdown/dependencies.ts';
import type { SiteComponents } from '../../markdown/site-components.ts';
import type { Site } from '../../model/site.ts';
import { liveParts } from '../../ui/live/parts.ts';
import type { ComponentBundle } from '../components/bundle-components.ts';
import { type LoadedCode, versionOf } from '../components/load-components.ts';
import { factsOf, type SharedFacts } from '../components/page-facts.ts';
import type { ContentSettings, Folders } from '../folders.ts';
import { cardsForDoc } from '../pages/cards.ts';
import type { SectionsModule } from './site-sections.ts';

/** What a compiler needs to know, as plain data for a worker. */
export interface CompileSetup
  extends Pick<CompileContext, 'docsDir' | 'siteDir' | 'staticDirs' | 'format' | 'brokenLinks' | 'texts'> {
  site: Site;
  sections: SectionsModule | undefined;
  components: ComponentBundle;
  facts: SharedFacts;
  /** See `UiBundle`; absent when there is no bundle because of problems. */
  rendererModule?: string | undefined;
}

/** The same for every document of a site. */
export function compileSetup(
  { docsDir, docsHome, staticDirs }: Folders,
  environment: ContentSettings,
  texts: ArticleTexts,
  site: Site,
): Omit<CompileSetup, 'sections' | 'rendererModule' | 'components' | 'facts'> {
  return {
    docsDir,
    siteDir: docsHome,
    staticDirs,
    format: environment.MARKDOWN_FORMAT,
    brokenLinks: environment.BROKEN_LINKS,
    texts,
    site,
  };
}

/** The answers that the Site gives to a document while it is compiled. */
export function siteAnswers(
  site: Site,
  { components, facts }: Pick<CompileSetup, 'components' | 'facts'>,
): SiteAnswers {
  const paths = new Map(site.docs.map((doc) => [doc.file, doc.path]));
  const docs = new Map(site.docs.map((doc) => [doc.id, doc]));
  return {
    docPath: (file) => paths.get(file),
    cards: (docId) => cardsForDoc(site, docs, docId),
    codeVersion: (id) => versionOf(components, id),
    facts: (docId) => factsOf(site, docs.get(docId), facts),
  };
}

export function compileContext(
  setup: Omit<CompileSetup, 'sections' | 'rendererModule'>,
  sections: SiteComponents,
  code: LoadedCode,
  renderLive: CompileContext['renderLive'],
): CompileContext {
  const { docsDir, siteDir, staticDirs, format, brokenLinks, texts, site } = setup;
  return {
    docsDir,
    siteDir,
    staticDirs,
    format,
    brokenLinks,
    texts,
    components: sections,
    liveParts,
    ...siteAnswers(site, setup),
    ...code,
    renderLive,
  };
}

export interface CompileResult {
  file: string;
  /** SHA-256 (hex) of what was compiled: the file may have changed since the Site was read. */
  bytesHash: string;
  article: Article;
}

/** Compiles what the file says now. */
export async function compileDocument(
  compiler: Compiler,
  document: DocumentToCompile,
  docsDir: string,
): Promise<CompileResult> {
  const bytes = readFileSync(path.join(docsDir, document.file));
  const source = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const article = await compiler.compile(document, source);
  return { file: document.file, bytesHash: hash('sha256', bytes), article };
}
