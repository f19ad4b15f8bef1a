import { hash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { BuildEnvironment } from '../build/build.ts';
import { bundleUi, type UiBundle } from '../build/bundle.ts';
import { codeVersions } from '../build/cache/fingerprint.ts';
import { hashFile } from '../build/cache/read-tree.ts';
import { loadSections, sectionsModule, sectionsProblem } from '../build/compile/site-sections.ts';
import type { Folders } from '../build/folders.ts';
import { type PageSources, pageSources } from '../build/page-data/page-plan.ts';
import { loadRenderer } from '../build/render/load-renderer.ts';
import { loadSiteConfig } from '../config/load-site-config.ts';
import type { SiteConfig } from '../config/site-config.ts';
import { english } from '../config/texts.ts';
import { displayPath } from '../content/display-path.ts';
import { type ParsedDoc, parseDoc } from '../content/parsed-doc.ts';
import { readSite } from '../content/read-site.ts';
import type { SiteComponents } from '../markdown/site-components.ts';
import type { Site } from '../model/site.ts';
import type { Problem } from '../shared/problem.ts';
import type { UiRenderer } from '../ui/page-data.ts';
import { bundleDevClient, type DevBundle } from './dev-bundle.ts';

/** What the preview shows, read once and then kept up to date file by file. */
export class PreviewSite {
  readonly folders: Folders;
  readonly environment: BuildEnvironment;
  readonly #parsed = new Map<string, ParsedDoc>();
  #site: Site | undefined;
  #config: SiteConfig | undefined;
  #ui: PreviewUi | undefined;
  #components: SiteComponents = {};
  /** Of the Site, the configuration and the UI; those of articles come with their pages. */
  #problems: Record<'site' | 'config' | 'ui', Problem[]> = { site: [], config: [], ui: [] };
  #sources: PageSources | undefined;

  constructor(folders: Folders, environment: BuildEnvironment) {
    this.folders = folders;
    this.environment = environment;
  }

  async open(): Promise<void> {
    await Promise.all([this.#readSite(), this.#readConfig()]);
    await this.#bundle();
    this.#index();
  }

  get problems(): Problem[] {
    return Object.values(this.#problems).flat();
  }

  /** Undefined while there is nothing that could be shown. */
  get ready(): { sources: PageSources; ui: PreviewUi; components: SiteComponents } | undefined {
    return (
      this.#sources && this.#ui && { sources: this.#sources, ui: this.#ui, components: this.#components }
    );
  }

  /** Takes in that these files (absolute) were written, made or removed. */
  async update(files: readonly string[]): Promise<void> {
    const { docsDir, pagesDir, siteDir, docsHome } = this.folders;
    const config = path.join(siteDir, 'site.config.ts');
    const within = (folder: string, file: string) => file.startsWith(folder + path.sep);
    if (files.includes(config)) {
      await this.#readConfig();
      await this.#bundle();
    }
    if (files.some((file) => within(pagesDir, file) && file.endsWith('.tsx'))) await this.#bundle();
    const ofSite = files.filter(
      (file) =>
        within(docsDir, file) ||
        within(pagesDir, file) ||
        (path.dirname(file) === docsHome && file !== config),
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
    const { docsDir, docsHome, pagesDir, sidebars } = this.folders;
    const { site, problems } = await readSite({
      docsDir,
      siteDir: docsHome,
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
    const { siteDir } = this.folders;
    const version = hashFile(path.join(siteDir, 'site.config.ts'));
    const { config, problems } = await loadSiteConfig(siteDir, version);
    this.#problems.config = problems;
    // A mistake in it leaves the last good one in place.
    if (!config) return;
    this.#config = config;
    const sections = sectionsModule(config, siteDir, codeVersions().articles);
    const wrong = await sectionsProblem(sections, displayPath);
    if (wrong.length === 0) this.#components = await loadSections(sections);
    this.#problems.config = [...problems, ...wrong];
  }

  async #bundle(): Promise<void> {
    const { siteDir, cacheDir } = this.folders;
    const site = { siteDir, texts: this.#config?.texts ?? english };
    const { bundle, problems } = await bundleUi({ ...site, cacheDir });
    this.#problems.ui = problems;
    if (!bundle) return;
    const [renderer, dev] = await Promise.all([
      loadRenderer(bundle.rendererModule),
      bundleDevClient({ site, cacheDir, hash: bundle.hash }),
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
    return files.find((file, at) => {
      const folder = this.folders.staticDirs[at];
      return folder !== undefined && file.startsWith(folder + path.sep) && isFile(file);
    });
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
