import { hash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { loadSiteConfig } from '../../config/load-site-config.ts';
import type { SiteConfig } from '../../config/site-config.ts';
import { displayPath } from '../../content/display-path.ts';
import { type ParsedDoc, parseDoc } from '../../content/parsed-doc.ts';
import type { Problem } from '../../content/problem.ts';
import { readSite } from '../../content/read-site.ts';
import type { Site } from '../../content/site.ts';
import type { UiRenderer } from '../../ui/page-data.ts';
import type { BuildEnvironment } from '../build.ts';
import { bundleUi, type UiBundle } from '../bundle.ts';
import type { Folders } from '../folders.ts';
import { shortHash } from '../hashing.ts';
import { openApiFile } from '../openapi-files.ts';
import { type PageSources, pageSources } from '../page-data/page-plan.ts';
import { loadRenderer } from '../render/load-renderer.ts';
import { bundleDevClient, type DevBundle } from './dev-bundle.ts';

/** What the preview shows, read once and then kept up to date file by file. */
export class PreviewSite {
  readonly folders: Folders;
  readonly environment: BuildEnvironment;
  readonly #parsed = new Map<string, ParsedDoc>();
  #site: Site | undefined;
  #config: SiteConfig | undefined;
  #ui: PreviewUi | undefined;
  /** Of the Site, the configuration and the UI; those of articles come with their pages. */
  #problems: Record<'site' | 'config' | 'ui', Problem[]> = { site: [], config: [], ui: [] };
  #sources: PageSources | undefined;

  constructor(folders: Folders, environment: BuildEnvironment) {
    this.folders = folders;
    this.environment = environment;
  }

  async open(): Promise<void> {
    await Promise.all([this.#readSite(), this.#readConfig(), this.#bundle()]);
    this.#index();
  }

  get problems(): Problem[] {
    return Object.values(this.#problems).flat();
  }

  /** Undefined while there is nothing that could be shown. */
  get ready(): { sources: PageSources; ui: PreviewUi } | undefined {
    return this.#sources && this.#ui && { sources: this.#sources, ui: this.#ui };
  }

  /** Takes in that these files (absolute) were written, made or removed. */
  async update(files: readonly string[]): Promise<void> {
    const { docsDir, pagesDir, siteDir, projectDir } = this.folders;
    const config = path.join(projectDir, 'site.config.ts');
    const within = (folder: string, file: string) => file.startsWith(folder + path.sep);
    if (files.some((file) => within(pagesDir, file) && file.endsWith('.tsx'))) await this.#bundle();
    if (files.includes(config)) await this.#readConfig();
    const ofSite = files.filter(
      (file) =>
        within(docsDir, file) ||
        within(pagesDir, file) ||
        (path.dirname(file) === siteDir && file !== config),
    );
    if (ofSite.some((file) => !this.#onlyWordsChanged(file))) await this.#readSite();
    this.#index();
  }

  /**
   * Most saves change the words of one document and nothing that the Site says of it: then nothing else needs
   * to be read.
   */
  #onlyWordsChanged(file: string): boolean {
    const name = path.relative(this.folders.docsDir, file).split(path.sep).join('/');
    const doc = this.#site?.docs.find((candidate) => candidate.file === name);
    const before = doc && this.#parsed.get(doc.hash);
    if (!doc || !before) return false;
    let bytes: Buffer;
    try {
      bytes = readFileSync(file);
    } catch {
      return false;
    }
    const after = parseDoc(bytes);
    if (JSON.stringify(after) !== JSON.stringify(before)) return false;
    doc.hash = hash('sha256', bytes);
    this.#parsed.set(doc.hash, after);
    return true;
  }

  async #readSite(): Promise<void> {
    const { docsDir, siteDir, pagesDir, sidebars } = this.folders;
    const { site, problems } = await readSite({
      docsDir,
      siteDir,
      pagesDir,
      markdownFormat: this.environment.MARKDOWN_FORMAT,
      duplicateRoutes: 'warning',
      cache: this.#parsed,
      ...(sidebars === undefined ? {} : { sidebars }),
    });
    this.#site = site;
    this.#problems.site = problems;
  }

  async #readConfig(): Promise<void> {
    const { projectDir } = this.folders;
    const version = shortHash(readFileSync(path.join(projectDir, 'site.config.ts')));
    const { config, problems } = await loadSiteConfig(projectDir, version);
    this.#problems.config = problems;
    // A mistake in it leaves the last good one in place.
    if (config) this.#config = config;
  }

  async #bundle(): Promise<void> {
    const { projectDir, cacheDir } = this.folders;
    const { bundle, problems } = await bundleUi({ projectDir, cacheDir });
    this.#problems.ui = problems;
    if (!bundle) return;
    const [renderer, dev] = await Promise.all([
      loadRenderer(bundle.rendererModule),
      bundleDevClient({ projectDir, cacheDir, hash: bundle.hash }),
    ]);
    this.#ui = { bundle, renderer, dev };
  }

  #index(): void {
    if (!this.#site || !this.#config) return;
    this.#sources = pageSources(this.#site, this.#config);
  }

  /** The file that is served as it is at this path. */
  staticFile(url: string): string | undefined {
    const files = this.folders.staticDirs.map((folder) => path.join(folder, url));
    const found = files.find((file, at) => {
      const folder = this.folders.staticDirs[at];
      return folder !== undefined && file.startsWith(folder + path.sep) && isFile(file);
    });
    return found ?? openApiFile(this.folders.siteDir, url);
  }

  /** Problems of one file, as the build would name them. */
  problemsOf(file: string): Problem[] {
    const shown = displayPath(file);
    return this.problems.filter((problem) => problem.file === shown);
  }
}

export interface PreviewUi {
  bundle: UiBundle;
  renderer: UiRenderer;
  dev: DevBundle;
}

function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
}
