import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { BuildEnvironment, Folders } from '../build/folders.ts';
import { removeBasePath } from '../model/urls.ts';
import { runInBackground } from '../shared/in-background.ts';
import type { Problem } from '../shared/problem.ts';
import { LazyArticles } from './lazy-articles.ts';
import { PreviewSite } from './preview-site.ts';

export interface PreviewLanguage {
  site: PreviewSite;
  articles: LazyArticles;
}

/** The site in its own language and in those that were requested. Each is read and bundled separately. */
export class PreviewLanguages {
  readonly main: PreviewLanguage;
  readonly #folders: Folders;
  readonly #environment: BuildEnvironment;
  readonly #hasAccounts: boolean;
  readonly #others: PreviewLanguage[] = [];
  /** Called when `modules` has more files because an article was compiled. */
  onNewFiles: (() => void) | undefined;
  readonly #reportNewFiles = () => this.onNewFiles?.();

  /** `hasAccounts`: readers sign in. */
  constructor(folders: Folders, environment: BuildEnvironment, hasAccounts: boolean) {
    this.#folders = folders;
    this.#hasAccounts = hasAccounts;
    this.#environment = environment;
    this.main = describeLanguage(
      new PreviewSite(folders, environment, { hasAccounts }),
      this.#reportNewFiles,
    );
  }

  /** The open languages, the site's own first. */
  get opened(): readonly [PreviewLanguage, ...PreviewLanguage[]] {
    return [this.main, ...this.#others];
  }

  get problems(): Problem[] {
    const all = this.opened.flatMap(({ site }) => site.problems);
    // Files without a translation have the same problems in each language.
    return [...new Map(all.map((problem) => [JSON.stringify(problem), problem])).values()];
  }

  /** See `PreviewSite.modules`. Also has the files that shown articles import from other folders. */
  get modules(): readonly string[] {
    if (this.#others.length === 0 && this.main.articles.files.size === 0) return this.main.site.modules;
    return this.opened.flatMap(({ site, articles }) => [...site.modules, ...articles.files]);
  }

  /** See `Folders.possibleDirs`. */
  get folders(): readonly string[] {
    return [...new Set(this.opened.flatMap(({ site }) => site.folders.possibleDirs))];
  }

  async update(files: readonly string[]): Promise<void> {
    for (const { site } of this.opened) await site.update(files);
  }

  /** The name of the language that has pages or data at this address, if it isn't open yet. */
  findUnopened(address: string): string | undefined {
    const [path = ''] = address.split('?', 1);
    const openedNames = this.opened.map(({ site }) => site.locale.name);
    return this.main.site.locales.find(
      ({ name, basePath, rootPath, isDefault }) =>
        !isDefault &&
        !openedNames.includes(name) &&
        // The addresses of a page's files contain the address of the page.
        `${path}/`.includes(removeBasePath(basePath, rootPath) ?? basePath),
    )?.name;
  }

  async open(name: string): Promise<void> {
    if (this.opened.some(({ site }) => site.locale.name === name)) return;
    const site = new PreviewSite(this.#folders, this.#environment, {
      language: name,
      hasAccounts: this.#hasAccounts,
    });
    await site.open();
    this.#others.push(describeLanguage(site, this.#reportNewFiles));
  }
}

function describeLanguage(site: PreviewSite, onNewFiles: () => void): PreviewLanguage {
  return { site, articles: new LazyArticles(site, onNewFiles) };
}

/** Delays requests until `ready` resolves, which returns undefined if there is nothing to wait for. Never rejects. */
export function holdRequests(server: Server, ready: (address: string) => Promise<void> | undefined): void {
  const listeners = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const answer = () => {
      for (const listener of listeners) Reflect.apply(listener, server, [request, response]);
    };
    const readiness = ready(request.url ?? '/');
    if (readiness) runInBackground(readiness.then(answer));
    else answer();
  });
}
