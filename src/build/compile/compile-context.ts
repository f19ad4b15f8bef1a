import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { SiteConfig } from '../../config/site-config.ts';
import type { Article } from '../../markdown/article.ts';
import type { Compiler } from '../../markdown/compiler.ts';
import type { CompileContext, DocumentToCompile } from '../../markdown/context.ts';
import type { SiteAnswers } from '../../markdown/dependencies.ts';
import type { Site } from '../../model/site.ts';
import { liveParts } from '../../ui/live/parts.ts';
import { siteLiveParts } from '../bundle/site-live-parts.ts';
import type { ComponentBundle } from '../components/bundle-components.ts';
import { type LoadedCode, versionOf } from '../components/load-components.ts';
import { factsOf, type SharedFacts } from '../components/page-facts.ts';
import type { ContentSettings, Folders } from '../folders.ts';
import { cardsForDoc } from '../pages/cards.ts';
import { blogSettings, type PortableSettings } from './site-markdown.ts';
import type { SectionsModule } from './site-sections.ts';

/** What a compiler needs to know, as plain data for a worker. */
export interface CompileSetup
  extends Pick<
    CompileContext,
    'docsDir' | 'siteDir' | 'staticDirs' | 'format' | 'lenient' | 'texts' | 'code'
  > {
  site: Site;
  sections: SectionsModule | undefined;
  markdown: PortableSettings;
  components: ComponentBundle;
  facts: SharedFacts;
  /** See `UiBundle`; absent when there is no bundle because of problems. */
  rendererModule?: string | undefined;
}

/** The same for every document of a site. */
export function compileSetup(
  { docsDir, docsHome, staticDirs }: Folders,
  environment: ContentSettings,
  { texts, code, markdownFormat }: Pick<SiteConfig, 'texts' | 'code' | 'markdownFormat'>,
  site: Site,
): Omit<CompileSetup, 'sections' | 'markdown' | 'components' | 'facts' | 'rendererModule'> {
  return {
    docsDir,
    siteDir: docsHome,
    staticDirs,
    format: environment.MARKDOWN_FORMAT ?? markdownFormat,
    lenient: environment.BROKEN_DOCUMENTS === 'warn',
    texts,
    code,
    site,
  };
}

/** The answers that the Site gives to a document while it is compiled. */
export function siteAnswers(
  site: Site,
  { components, facts, texts }: Pick<CompileSetup, 'components' | 'facts' | 'texts'>,
): SiteAnswers & Pick<CompileContext, 'contentDirs' | 'basePath' | 'rootPath' | 'trailingSlash'> {
  const posts = site.blogs.flatMap((blog) => blog.posts);
  const paths = new Map(
    [...site.docs, ...posts].flatMap((doc) =>
      [doc.file, ...(doc.aliases ?? [])].map((file) => [file, doc.path] as const),
    ),
  );
  const docs = new Map(site.docs.map((doc) => [doc.id, doc]));
  const dirs = new Map([
    ...site.sets.map(({ key, contentDirs }) => [key, contentDirs] as const),
    ...site.blogs.map(({ id, contentDirs }) => [blogSettings(id), contentDirs] as const),
  ]);
  return {
    basePath: site.basePath,
    rootPath: site.rootPath,
    trailingSlash: site.trailingSlash,
    contentDirs: (set) => dirs.get(set) ?? [''],
    docPath: (file) => paths.get(file),
    description: (docId) => docs.get(docId)?.description,
    cards: (docId) => cardsForDoc({ site, docs, texts }, docId),
    codeVersion: (id) => versionOf(components, id),
    facts: (docId) => factsOf(site, docs.get(docId), facts),
  };
}

export function compileContext(
  setup: Omit<CompileSetup, 'sections' | 'markdown' | 'rendererModule'>,
  own: Pick<CompileContext, 'components' | 'markdown'> & LoadedCode,
  renderLive: CompileContext['renderLive'],
): CompileContext {
  const { docsDir, siteDir, staticDirs, format, lenient, texts, code, site } = setup;
  return {
    docsDir,
    siteDir,
    staticDirs,
    format,
    lenient,
    texts,
    code,
    liveParts: [...liveParts, ...siteLiveParts(siteDir)],
    ...siteAnswers(site, setup),
    ...own,
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
