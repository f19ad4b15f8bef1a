import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createDataFile, createHtmlFile, createMarkdownFile } from '../build/pages/page-files.ts';
import { renderShell } from '../build/pages/renderer.ts';
import { createStandaloneContext } from '../build/pages/shell-metadata.ts';
import { listSiteFiles } from '../build/pages/site-files.ts';
import type { SitePage } from '../build/pages/site-pages.ts';
import { type ServedFile, writeServedFile } from '../build/publish/content-file.ts';
import { describeContentFile } from '../build/publish/write-files.ts';
import type { SiteTexts } from '../config/texts.ts';
import { decodeAsset } from '../markdown/article.ts';
import { sitePageServing } from '../model/pages.ts';
import {
  ARTICLE_STYLES_URL,
  buildMarkdownPath,
  buildPageFileUrl,
  LLMS_FULL_URL,
  NOT_FOUND_PATH,
  removeBasePath,
} from '../model/urls.ts';
import { makeContentFolders } from '../releases/dist-folder.ts';
import { createSecurityHeaders } from '../server/http/security-headers.ts';
import { createRelease, type Entry, type LazyEntry, type Release } from '../server/release/release.ts';
import type { Releases } from '../server/release/releases.ts';
import { compileTemplates } from '../server/release/slots.ts';
import { escapeHtml } from '../shared/html.ts';
import { memoize } from '../shared/memoize.ts';
import { formatProblem } from '../shared/problem.ts';
import type { RenderContext, UiRenderer } from '../ui/page-data.ts';
import type { PreviewLanguage } from './preview-languages.ts';
import { makePage, type PreviewPage, type ShownLanguage } from './preview-page.ts';
import type { PreviewState } from './preview-state.ts';

interface LazyReleaseParts {
  /** The languages that were requested so far, the site's own first. */
  getLanguages(): readonly [PreviewLanguage, ...PreviewLanguage[]];
  /** The whole manual as one text. */
  readManual(): Promise<string>;
  /** Resolves when every change so far has been processed. */
  waitForSaves(): Promise<void>;
  /** The folder for created files, which the server reads. */
  folder: string;
  /** Template of URLs that open a document in the writer's editor, with `{file}`. Undefined: no such links. */
  editorUrl: string | undefined;
  /** English texts, for a site that can't be shown. */
  texts: SiteTexts;
  /** Whether browsers reach the site by HTTPS only. */
  https: boolean;
}

const LANGUAGES_MAX = 16;

/** The release that a build would publish, with each file created when it is requested. */
export class LazyReleases implements Releases {
  readonly #parts: LazyReleaseParts;
  #release: { languages: readonly ShownLanguage[]; release: Release } | undefined;
  /** The visitor's pages, which don't depend on documents. */
  readonly #shellOf = memoize(LANGUAGES_MAX, createVisitorsShell, ({ context }) => JSON.stringify(context));

  constructor(parts: LazyReleaseParts) {
    this.#parts = parts;
    makeContentFolders(parts.folder);
  }

  current(): Release {
    const languages = this.#shown();
    const [main] = languages;
    if (main?.site !== this.#parts.getLanguages()[0].site) return this.#withoutState();
    const languagesBefore = this.#release?.languages;
    const isSame =
      languagesBefore?.length === languages.length &&
      languages.every(({ state }, index) => state === languagesBefore[index]?.state);
    if (!this.#release || !isSame) this.#release = { languages, release: this.#releaseOf(languages, main) };
    return this.#release.release;
  }

  refresh(): Promise<void> {
    return this.#parts.waitForSaves();
  }

  async check(): Promise<void> {}

  listNewestProblems(): readonly [] {
    return [];
  }

  close(): void {}

  /** The page at this unencoded path and the version of its shell. Undefined if there is no such page. */
  async renderPage(route: string): Promise<{ shell: string; page: PreviewPage } | undefined> {
    for (const language of this.#shown()) {
      const { state } = language;
      const page = state.pages.get(route);
      if (page)
        return { shell: state.context.shell, page: await makePage(page, language, this.#parts.editorUrl) };
    }
    return undefined;
  }

  #shown(): ShownLanguage[] {
    return this.#parts.getLanguages().flatMap((language) => {
      const { state } = language.site;
      return state ? { ...language, state } : [];
    });
  }

  #releaseOf(languages: readonly ShownLanguage[], { state }: ShownLanguage): Release {
    const shells = languages.map(({ state }) => this.#shellOf(state));
    const inline = {
      scripts: [...new Set(shells.flatMap(({ scriptHashes }) => scriptHashes))],
      styles: [...new Set(shells.flatMap(({ styleHashes }) => styleHashes))],
    };
    const redirects = languages.flatMap(({ state }) =>
      state.redirects.map(
        ({ from, to }) => [removeRootPath(from, state), removeRootPath(to, state)] as const,
      ),
    );
    // Pages add their pictures to it when they are created. The first entry of an address wins.
    const entries = new Map<string, LazyEntry>();
    for (const language of languages) this.#addEntries(entries, language, languages);
    return createRelease(
      languages.map(({ state }) => this.#readWords(state)),
      {
        build: 'preview',
        basePath: state.sources.site.rootPath,
        entries,
        // Reversed, so that the first redirect of an address wins, which is that of the main language.
        redirects: new Map(redirects.toReversed()),
        groups: state.config.groups,
        inline,
        requestServers: [...state.config.connect, ...(state.config.openApi.tryIt?.servers ?? [])],
        securityHeaders: createSecurityHeaders({
          inline,
          https: this.#parts.https,
          connect: state.config.connect,
        }),
      },
    );
  }

  #readWords(state: PreviewState) {
    const { language, basePath } = state.sources.site;
    const { templates } = this.#shellOf(state);
    return { tag: language, path: removeRootPath(basePath, state), templates, texts: state.config.texts };
  }

  #addEntries(
    entries: Map<string, LazyEntry>,
    language: ShownLanguage,
    languages: readonly ShownLanguage[],
  ): void {
    const { articles, state } = language;
    const { config, context, sources, ui, staticFiles } = state;
    const { editorUrl, readManual } = this.#parts;
    const removeRoot = (url: string) => removeRootPath(url, state);
    const add = (
      url: string,
      serving: Pick<LazyEntry, 'audience' | 'cache'> & { status?: LazyEntry['status'] },
      make: () => ServedFile | Promise<ServedFile>,
    ) => {
      const entry = { url, status: 200, ...serving, make: async () => this.#made(await make()) };
      if (!entries.has(url)) entries.set(url, entry);
    };
    const data = { audience: 'reader', cache: 'data' } as const;
    const addContent = (url: string, content: () => string | Promise<string>) =>
      add(url, data, async () => describeContentFile(url, 'data', Buffer.from(await content())));
    const addFile = (
      url: string,
      bytes: () => Buffer,
      serving: Pick<LazyEntry, 'audience' | 'cache'> = data,
    ) => add(url, serving, () => ({ ...describeContentFile(url, 'assets', bytes()), ...serving }));
    const renderPage = async (sitePage: SitePage) => {
      const result = await makePage(sitePage, language, editorUrl);
      // The files that a page shows are known only after it is created.
      for (const [url, asset] of articles.assets) addFile(removeRoot(url), () => decodeAsset(asset));
      return result;
    };
    for (const sitePage of state.pages.values()) {
      const { audience, status } = sitePage.serving ?? sitePageServing;
      add(removeRoot(sitePage.path), { audience, cache: 'page', status }, async () =>
        createRedirectingFile(await renderPage(sitePage), ui.renderer, context, sitePage.serving),
      );
      add(buildPageFileUrl(sitePage.path), { audience, cache: 'data' }, async () =>
        createDataFile((await renderPage(sitePage)).data, context, sitePage.serving),
      );
      if (sitePage.kind !== 'article') continue;
      add(buildMarkdownPath(removeRoot(sitePage.path)), { audience, cache: 'data' }, async () => {
        const { data, readMarkdown } = await renderPage(sitePage);
        return createMarkdownFile(data, (await readMarkdown?.()) ?? '', context);
      });
    }
    for (const [url, text] of listSiteFiles(sources.site, config)) addContent(url, text);
    addContent(ARTICLE_STYLES_URL, () =>
      languages.map(({ state, articles }) => `${state.ui.components.style}\n${articles.styles}`).join('\n'),
    );
    addContent(LLMS_FULL_URL, readManual);
    for (const { url, file, audience } of ui.files)
      addFile(url, () => readFileSync(file), { audience, cache: 'immutable' });
    for (const [url, asset] of articles.assets) addFile(removeRoot(url), () => decodeAsset(asset));
    for (const [url, file] of staticFiles) addFile(removeRoot(url), () => readFileSync(file));
  }

  #made(file: ServedFile): Entry {
    const { folder } = this.#parts;
    const { file: name, bytes, ...entry } = writeServedFile(folder, file);
    return { ...entry, variants: { identity: { file: path.join(folder, name), bytes } } };
  }

  /** Shows the problems at every address while the site can't be shown. */
  #withoutState(): Release {
    const serving = { audience: 'reader', cache: 'page', status: 503 } as const;
    const url = NOT_FOUND_PATH;
    const formatProblems = () => this.#parts.getLanguages()[0].site.problems.map(formatProblem).join('\n');
    const make = async () =>
      this.#made({ ...describeContentFile(`${url}.txt`, 'data', Buffer.from(formatProblems())), ...serving });
    const inline = { scripts: [], styles: [] };
    const words = {
      tag: 'en',
      path: '/',
      templates: compileTemplates({}).templates,
      texts: this.#parts.texts,
    };
    return createRelease([words], {
      build: 'preview',
      basePath: '/',
      entries: new Map([[url, { url, ...serving, make }]]),
      redirects: new Map(),
      groups: [],
      requestServers: [],
      inline,
      securityHeaders: createSecurityHeaders({ inline, https: this.#parts.https }),
    });
  }
}

/** Whether a page redirects is known after it is created, so the browser redirects. In a build the server does. */
function createRedirectingFile(
  { data, redirect }: PreviewPage,
  renderer: UiRenderer,
  context: RenderContext,
  serving: SitePage['serving'],
): ServedFile {
  const file = createHtmlFile(data, renderer, context, serving);
  if (redirect === undefined) return file;
  const refresh = `<head>\n<meta http-equiv="refresh" content="0;url=${escapeHtml(encodeURI(redirect))}">`;
  return {
    ...file,
    content: Buffer.from(
      Buffer.from(file.content)
        .toString('utf8')
        .replace('<head>', () => refresh),
    ),
  };
}

function removeRootPath(url: string, { sources }: PreviewState): string {
  return removeBasePath(url, sources.site.rootPath) ?? url;
}

function createVisitorsShell({ context, sources, ui }: PreviewState) {
  const standalone = createStandaloneContext(sources, context.config);
  const { templates, scriptHashes, styleHashes } = renderShell(ui.renderer, {
    files: [],
    context,
    standalone,
  });
  return { templates: compileTemplates(templates).templates, scriptHashes, styleHashes };
}
