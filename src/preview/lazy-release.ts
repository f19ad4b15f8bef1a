import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileOf } from '../build/compile/documents.ts';
import { excerptList } from '../build/pages/excerpt-list.ts';
import { dataFile, htmlFile, markdownFile } from '../build/pages/page-files.ts';
import { renderShell } from '../build/pages/renderer.ts';
import { standaloneContext } from '../build/pages/shell-metadata.ts';
import { siteFiles } from '../build/pages/site-files.ts';
import type { SitePage } from '../build/pages/site-pages.ts';
import { type ServedFile, writeServedFile } from '../build/publish/content-file.ts';
import { makeContentFolders } from '../build/publish/dist-folder.ts';
import { contentAt } from '../build/publish/write-files.ts';
import { english } from '../config/texts.ts';
import { servingOf } from '../model/pages.ts';
import {
  ARTICLE_STYLES_URL,
  belowBasePath,
  LLMS_FULL_URL,
  markdownPath,
  NOT_FOUND_PATH,
  pageFileUrl,
} from '../model/urls.ts';
import { securityHeaders } from '../server/http/security-headers.ts';
import { type Entry, type LazyEntry, type Release, releaseIn } from '../server/release/release.ts';
import type { Releases } from '../server/release/releases.ts';
import { compileTemplates } from '../server/release/slots.ts';
import { formatProblem, type Problem } from '../shared/problem.ts';
import type { PageData } from '../ui/page-data.ts';
import type { LazyArticles } from './lazy-articles.ts';
import type { PreviewSite, PreviewState } from './preview-site.ts';

interface PreviewPage {
  data: PageData;
  /** Absent where the page is not made from Markdown. */
  markdown?: () => Promise<string>;
  problems: readonly Problem[];
}

interface LazyReleaseParts {
  site: PreviewSite;
  articles: LazyArticles;
  /** The whole manual as one text. */
  manual(): Promise<string>;
  /** Resolves when every change so far has been taken in. */
  settled(): Promise<void>;
  /** Where what was made is put for the server to read. */
  folder: string;
  /** Whether browsers reach the site by HTTPS only. */
  https: boolean;
}

/** What the server serves in the preview: the very release that a build would publish, each file made when it is asked for. */
export class LazyReleases implements Releases {
  readonly #parts: LazyReleaseParts;
  #release: { state: PreviewState; release: Release } | undefined;

  constructor(parts: LazyReleaseParts) {
    this.#parts = parts;
    makeContentFolders(parts.folder);
  }

  current(): Release {
    const { state } = this.#parts.site;
    if (!state) return this.#withoutState();
    if (this.#release?.state !== state) this.#release = { state, release: this.#releaseOf(state) };
    return this.#release.release;
  }

  refresh(): Promise<void> {
    return this.#parts.settled();
  }

  async check(): Promise<void> {}

  close(): void {}

  /** The page at this unencoded path, if there is one, and the version of the shell that it fits. */
  async page(route: string): Promise<{ shell: string; page: PreviewPage } | undefined> {
    const { state } = this.#parts.site;
    const page = state?.pages.get(route);
    return state && page && { shell: state.context.shell, page: await this.#makePage(page, state) };
  }

  #releaseOf(state: PreviewState): Release {
    const { config, context, sources, ui, redirects } = state;
    const standalone = standaloneContext(sources, context.config);
    const shell = renderShell(ui.renderer, { files: [], context, standalone });
    const inline = { scripts: shell.scriptHashes, styles: shell.styleHashes };
    const { rootPath } = sources.site;
    const below = (url: string) => belowBasePath(url, rootPath) ?? url;
    const words = {
      tag: sources.site.language,
      path: below(sources.site.basePath),
      templates: compileTemplates(shell.templates).templates,
      texts: config.texts,
    };
    return releaseIn([words], {
      build: 'preview',
      basePath: rootPath,
      entries: this.#entriesOf(state),
      redirects: new Map(redirects.map(({ from, to }) => [below(from), below(to)])),
      groups: config.groups,
      inline,
      securityHeaders: securityHeaders({ inline, https: this.#parts.https }),
    });
  }

  #entriesOf(state: PreviewState): Map<string, LazyEntry> {
    const { config, context, sources, ui, staticFiles } = state;
    const { articles, manual } = this.#parts;
    const { rootPath } = sources.site;
    const below = (url: string) => belowBasePath(url, rootPath) ?? url;
    const entries = new Map<string, LazyEntry>();
    const add = (url: string, entry: Omit<LazyEntry, 'url'>) => {
      if (!entries.has(url)) entries.set(url, { url, ...entry });
    };
    const addContent = (url: string, content: () => string | Promise<string>) =>
      add(url, {
        audience: 'reader',
        cache: 'data',
        status: 200,
        make: async () => this.#made(contentAt(url, 'data', Buffer.from(await content()))),
      });
    const addFile = (url: string, file: string, serving: Pick<LazyEntry, 'audience' | 'cache'>) =>
      add(url, {
        ...serving,
        status: 200,
        make: async () => this.#made({ ...contentAt(url, 'assets', readFileSync(file)), ...serving }),
      });
    const page = async (of: SitePage) => {
      const made = await this.#makePage(of, state);
      // Only now is it known what the page shows besides.
      for (const [url, file] of articles.assets)
        addFile(below(url), file, { audience: 'reader', cache: 'data' });
      return made;
    };
    for (const of of state.pages.values()) {
      const { audience, status } = servingOf(of.shows);
      add(below(of.path), {
        audience,
        cache: 'page',
        status,
        make: async () => this.#made(htmlFile((await page(of)).data, ui.renderer, context)),
      });
      add(pageFileUrl(of.path), {
        audience,
        cache: 'data',
        status: 200,
        make: async () => this.#made(dataFile((await page(of)).data, context)),
      });
      if (of.kind !== 'article') continue;
      add(markdownPath(below(of.path)), {
        audience,
        cache: 'data',
        status: 200,
        make: async () => {
          const { data, markdown } = await page(of);
          return this.#made(markdownFile(data, (await markdown?.()) ?? '', context));
        },
      });
    }
    for (const [url, text] of siteFiles(sources.site, config)) addContent(url, text);
    addContent(ARTICLE_STYLES_URL, () => `${ui.components.style}\n${articles.styles}`);
    addContent(LLMS_FULL_URL, manual);
    for (const { url, file, audience } of ui.files) addFile(url, file, { audience, cache: 'immutable' });
    for (const [url, file] of articles.assets)
      addFile(below(url), file, { audience: 'reader', cache: 'data' });
    for (const [url, file] of staticFiles) addFile(below(url), file, { audience: 'reader', cache: 'data' });
    return entries;
  }

  async #makePage(page: SitePage, state: PreviewState): Promise<PreviewPage> {
    const { site, articles } = this.#parts;
    const { folders } = site;
    switch (page.kind) {
      case 'article': {
        const { article, markdown, problems } = await articles.article(page.source, state);
        const file = path.join(folders.docsDir, fileOf(page.source, folders));
        const data = { ...page.plan(article), html: article.html };
        return { data, markdown, problems: [...site.problemsOf(file), ...problems] };
      }
      case 'component': {
        const { renderer } = state.ui;
        const context = standaloneContext(state.sources, state.context.config);
        const rendered = renderer.renderStandalone(page.file, context);
        const data = { ...page.plan(rendered), html: rendered.html };
        return { data, problems: site.problemsOf(path.join(folders.pagesDir, page.file)) };
      }
      case 'excerpts': {
        const made = await Promise.all(page.sources.map((source) => articles.article(source, state)));
        const html = excerptList(made.map(({ article }) => article.html));
        return { data: { ...page.plan(), html }, problems: made.flatMap(({ problems }) => problems) };
      }
      case 'shell':
        return { data: { ...page.plan(), html: '' }, problems: [] };
    }
  }

  #made(file: ServedFile): Entry {
    const { folder } = this.#parts;
    const { file: name, bytes, ...entry } = writeServedFile(folder, file, { effort: 'none' });
    return { ...entry, variants: { identity: { file: path.join(folder, name), bytes } } };
  }

  /** While there is nothing to show, every address says what is wrong. */
  #withoutState(): Release {
    const serving = { audience: 'reader', cache: 'page', status: 503 } as const;
    const url = NOT_FOUND_PATH;
    const text = () => this.#parts.site.problems.map(formatProblem).join('\n');
    const make = async () =>
      this.#made({ ...contentAt(`${url}.txt`, 'data', Buffer.from(text())), ...serving });
    const inline = { scripts: [], styles: [] };
    const words = { tag: 'en', path: '/', templates: compileTemplates({}).templates, texts: english };
    return releaseIn([words], {
      build: 'preview',
      basePath: '/',
      entries: new Map([[url, { url, ...serving, make }]]),
      redirects: new Map(),
      groups: [],
      inline,
      securityHeaders: securityHeaders({ inline, https: this.#parts.https }),
    });
  }
}
