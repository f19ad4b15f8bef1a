import { readFileSync } from 'node:fs';
import path from 'node:path';
import { dataFile, htmlFile, markdownFile } from '../build/pages/page-files.ts';
import { renderShell } from '../build/pages/renderer.ts';
import { standaloneContext } from '../build/pages/shell-metadata.ts';
import { siteFiles } from '../build/pages/site-files.ts';
import type { SitePage } from '../build/pages/site-pages.ts';
import { type ServedFile, writeServedFile } from '../build/publish/content-file.ts';
import { contentAt } from '../build/publish/write-files.ts';
import { english } from '../config/texts.ts';
import { assetBytes } from '../markdown/article.ts';
import { findServing } from '../model/pages.ts';
import {
  ARTICLE_STYLES_URL,
  belowBasePath,
  LLMS_FULL_URL,
  markdownPath,
  NOT_FOUND_PATH,
  pageFileUrl,
} from '../model/urls.ts';
import { makeContentFolders } from '../releases/dist-folder.ts';
import { securityHeaders } from '../server/http/security-headers.ts';
import { type Entry, type LazyEntry, type Release, releaseIn } from '../server/release/release.ts';
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
  /** Those that somebody asked for, the site's own first. */
  languages(): readonly [PreviewLanguage, ...PreviewLanguage[]];
  /** The whole manual as one text. */
  manual(): Promise<string>;
  /** Resolves when every change so far has been taken in. */
  settled(): Promise<void>;
  /** Where what was made is put for the server to read. */
  folder: string;
  /** Whether browsers reach the site by HTTPS only. */
  https: boolean;
}

const LANGUAGES_KEPT = 16;

/** What the server serves in the preview: the very release that a build would publish, each file made when it is asked for. */
export class LazyReleases implements Releases {
  readonly #parts: LazyReleaseParts;
  #release: { shown: readonly ShownLanguage[]; release: Release } | undefined;
  /** The visitor's pages, which a saved document leaves as they are. */
  readonly #shellOf = memoize(LANGUAGES_KEPT, visitorsShell, ({ context }) => JSON.stringify(context));

  constructor(parts: LazyReleaseParts) {
    this.#parts = parts;
    makeContentFolders(parts.folder);
  }

  current(): Release {
    const shown = this.#shown();
    const [main] = shown;
    if (main?.site !== this.#parts.languages()[0].site) return this.#withoutState();
    const known = this.#release?.shown;
    const isSame =
      known?.length === shown.length && shown.every(({ state }, at) => state === known[at]?.state);
    if (!this.#release || !isSame) this.#release = { shown, release: this.#releaseOf(shown, main) };
    return this.#release.release;
  }

  refresh(): Promise<void> {
    return this.#parts.settled();
  }

  async check(): Promise<void> {}

  trouble(): readonly [] {
    return [];
  }

  close(): void {}

  /** The page at this unencoded path, if there is one, and the version of the shell that it fits. */
  async page(route: string): Promise<{ shell: string; page: PreviewPage } | undefined> {
    for (const language of this.#shown()) {
      const { state } = language;
      const page = state.pages.get(route);
      if (page) return { shell: state.context.shell, page: await makePage(page, language) };
    }
    return undefined;
  }

  #shown(): ShownLanguage[] {
    return this.#parts.languages().flatMap((one) => {
      const { state } = one.site;
      return state ? { ...one, state } : [];
    });
  }

  #releaseOf(shown: readonly ShownLanguage[], { state }: ShownLanguage): Release {
    const shells = shown.map(({ state }) => this.#shellOf(state));
    const inline = {
      scripts: [...new Set(shells.flatMap(({ scriptHashes }) => scriptHashes))],
      styles: [...new Set(shells.flatMap(({ styleHashes }) => styleHashes))],
    };
    const redirects = shown.flatMap(({ state }) =>
      state.redirects.map(({ from, to }) => [belowRoot(from, state), belowRoot(to, state)] as const),
    );
    const entries = shown.flatMap((language) => [...this.#entriesOf(language, shown)]);
    return releaseIn(
      shown.map(({ state }) => this.#wordsOf(state)),
      {
        build: 'preview',
        basePath: state.sources.site.rootPath,
        // The last one of an address counts, which is the main one's.
        entries: new Map(entries.toReversed()),
        redirects: new Map(redirects.toReversed()),
        groups: state.config.groups,
        inline,
        securityHeaders: securityHeaders({
          inline,
          https: this.#parts.https,
          connect: state.config.connect,
        }),
      },
    );
  }

  #wordsOf(state: PreviewState) {
    const { language, basePath } = state.sources.site;
    const { templates } = this.#shellOf(state);
    return { tag: language, path: belowRoot(basePath, state), templates, texts: state.config.texts };
  }

  #entriesOf(language: ShownLanguage, shown: readonly ShownLanguage[]): Map<string, LazyEntry> {
    const { articles, state } = language;
    const { config, context, sources, ui, staticFiles } = state;
    const { manual } = this.#parts;
    const below = (url: string) => belowRoot(url, state);
    const entries = new Map<string, LazyEntry>();
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
      add(url, data, async () => contentAt(url, 'data', Buffer.from(await content())));
    const addFile = (
      url: string,
      bytes: () => Buffer,
      serving: Pick<LazyEntry, 'audience' | 'cache'> = data,
    ) => add(url, serving, () => ({ ...contentAt(url, 'assets', bytes()), ...serving }));
    const page = async (of: SitePage) => {
      const made = await makePage(of, language);
      // Only now is it known what the page shows besides.
      for (const [url, asset] of articles.assets) addFile(below(url), () => assetBytes(asset));
      return made;
    };
    for (const of of state.pages.values()) {
      const { audience, status } = findServing(of.shows);
      add(below(of.path), { audience, cache: 'page', status }, async () =>
        sendingOn(await page(of), ui.renderer, context),
      );
      add(pageFileUrl(of.path), { audience, cache: 'data' }, async () =>
        dataFile((await page(of)).data, context),
      );
      if (of.kind !== 'article') continue;
      add(markdownPath(below(of.path)), { audience, cache: 'data' }, async () => {
        const { data, markdown } = await page(of);
        return markdownFile(data, (await markdown?.()) ?? '', context);
      });
    }
    for (const [url, text] of siteFiles(sources.site, config)) addContent(url, text);
    addContent(ARTICLE_STYLES_URL, () =>
      shown.map(({ state, articles }) => `${state.ui.components.style}\n${articles.styles}`).join('\n'),
    );
    addContent(LLMS_FULL_URL, manual);
    for (const { url, file, audience } of ui.files)
      addFile(url, () => readFileSync(file), { audience, cache: 'immutable' });
    for (const [url, asset] of articles.assets) addFile(below(url), () => assetBytes(asset));
    for (const [url, file] of staticFiles) addFile(below(url), () => readFileSync(file));
    return entries;
  }

  #made(file: ServedFile): Entry {
    const { folder } = this.#parts;
    const { file: name, bytes, ...entry } = writeServedFile(folder, file);
    return { ...entry, variants: { identity: { file: path.join(folder, name), bytes } } };
  }

  /** While there is nothing to show, every address says what is wrong. */
  #withoutState(): Release {
    const serving = { audience: 'reader', cache: 'page', status: 503 } as const;
    const url = NOT_FOUND_PATH;
    const text = () => this.#parts.languages()[0].site.problems.map(formatProblem).join('\n');
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

/** Which page redirects is known when it is made: the browser goes on, where a build lets the server redirect. */
function sendingOn(
  { data, redirect }: PreviewPage,
  renderer: UiRenderer,
  context: RenderContext,
): ServedFile {
  const file = htmlFile(data, renderer, context);
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

function belowRoot(url: string, { sources }: PreviewState): string {
  return belowBasePath(url, sources.site.rootPath) ?? url;
}

function visitorsShell({ context, sources, ui }: PreviewState) {
  const standalone = standaloneContext(sources, context.config);
  const { templates, scriptHashes, styleHashes } = renderShell(ui.renderer, {
    files: [],
    context,
    standalone,
  });
  return { templates: compileTemplates(templates).templates, scriptHashes, styleHashes };
}
