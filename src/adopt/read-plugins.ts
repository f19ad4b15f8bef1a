import { existsSync } from 'node:fs';
import { type ConfigNotes, defined, listOf, type Settings } from './config-notes.ts';
import { knownPackage, packageName } from './plugin-names.ts';
import { OpenApiReading } from './read-open-api.ts';
import {
  readBlogOptions,
  readDocsOptions,
  readPagesOptions,
  readPreprocessorOptions,
  readRedirects,
} from './read-plugin-options.ts';

type PackageType = 'plugin' | 'theme' | 'preset';

const publicOnly = {
  gtag: '@docusaurus/plugin-google-gtag',
  googleAnalytics: '@docusaurus/plugin-google-analytics',
  googleTagManager: '@docusaurus/plugin-google-tag-manager',
  sitemap: '@docusaurus/plugin-sitemap',
};

/** What `presets`, `plugins` and `themes` make of a site. */
export class PluginReading {
  readonly docs: Settings[] = [];
  readonly blogs: Settings[] = [];
  /** The last one counts. */
  pages: Settings | false = false;
  readonly redirects: Settings[] = [];
  readonly styles: string[] = [];
  /** Options of Sass and Less, by the language. */
  readonly preprocessors: Record<string, Settings> = {};
  /** OpenAPI files that become pages. */
  readonly openApi = new OpenApiReading();
  mermaid = false;
  live = false;
  /** Plugins of the site's own making: a function, or a path, and its options. */
  readonly own: { plugin: unknown; options: unknown; at: string; isPackage?: true }[] = [];
  readonly #notes: ConfigNotes;

  constructor({ presets, plugins, themes }: Settings, notes: ConfigNotes) {
    this.#notes = notes;
    this.#readAll(presets, 'preset');
    this.#readAll(plugins, 'plugin');
    this.#readAll(themes, 'theme');
  }

  #readAll(entries: unknown, type: PackageType): void {
    for (const [index, entry] of listOf(entries).entries()) {
      // What a condition left out.
      if (!entry) continue;
      const at = `${type}s.${index}`;
      const [plugin, options]: readonly unknown[] = Array.isArray(entry) ? entry : [entry];
      if (typeof plugin !== 'string' || isPath(plugin)) {
        this.own.push({ plugin, options, at });
        continue;
      }
      const name = packageName(plugin, type);
      if (name === '@docusaurus/preset-classic') this.#readClassicPreset(options);
      else this.#readPackage(name, options, at);
    }
  }

  #readClassicPreset(options: unknown): void {
    const notes = this.#notes;
    const preset = notes.pick(
      options,
      'presets.classic',
      ['docs', 'blog', 'pages', 'theme', ...Object.keys(publicOnly)],
      { debug: '', svgr: '' },
    );
    if (preset.docs !== false) this.docs.push(readDocsOptions(preset.docs, 'docs', notes));
    if (preset.blog !== false) this.blogs.push(readBlogOptions(preset.blog, 'blog', notes));
    if (preset.pages !== false) this.pages = readPagesOptions(preset.pages, 'pages', notes);
    this.#readClassicTheme(preset.theme);
    for (const [key, name] of Object.entries(publicOnly)) {
      const known = knownPackage(name);
      if (preset[key] && known?.kind === 'left-out') notes.find('left-out', key, known.why);
    }
  }

  #readClassicTheme(options: unknown): void {
    const { customCss } = this.#notes.pick(options, 'theme', ['customCss']);
    const sheets = typeof customCss === 'string' ? [customCss] : listOf(customCss);
    this.styles.push(...sheets.filter((sheet) => typeof sheet === 'string').map(fromSite));
  }

  #readPackage(name: string, options: unknown, at: string): void {
    const notes = this.#notes;
    const known = knownPackage(name);
    switch (known?.kind) {
      case 'docs':
        this.docs.push(readDocsOptions(options, at, notes));
        return;
      case 'blog':
        this.blogs.push(readBlogOptions(options, at, notes));
        return;
      case 'pages':
        if (this.pages !== false)
          notes.report('warning', name, 'Only one folder of stand-alone pages is read, the last one named.');
        this.pages = readPagesOptions(options, at, notes);
        return;
      case 'redirects':
        this.redirects.push(readRedirects(options, at, notes));
        return;
      case 'classic-theme':
        this.#readClassicTheme(options);
        return;
      case 'mermaid':
        this.mermaid = true;
        return;
      case 'live-code':
        this.live = true;
        return;
      case 'configures-styles':
        this.own.push({ plugin: name, options, at });
        return;
      case 'preprocessor':
        Object.assign(this.preprocessors, readPreprocessorOptions(name, options));
        notes.find(
          'changed',
          name,
          'such style sheets are read where their language (`sass`, `less`) is installed in the site folder',
        );
        return;
      case 'openapi-docs':
        this.openApi.readPageSets(options, name, notes);
        return;
      case 'redocusaurus':
        this.openApi.readRedocusaurus(options, name, notes);
        return;
      case 'redoc':
        this.openApi.readRedoc(options, name, notes);
        return;
      case 'nothing-to-do':
        return;
      case 'left-out':
      case 'changed':
        notes.find(known.kind, name, known.why);
        return;
      case undefined:
        // Aliases that it gives are those of imports, whatever else it does.
        this.own.push({ plugin: name, options, at, isPackage: true });
        notes.report(
          'warning',
          name,
          `Nothing is known of "${name}", so what it does is left out. Documents that use its components say so by themselves.`,
        );
    }
  }
}

/** Of the site's own, wherever it is; what is installed is called by its name. */
function isPath(plugin: string): boolean {
  return /^[./]|^[a-z]:[\\/]/i.test(plugin.replace(/^.*node_modules[\\/]/, ''));
}

/** A path from `/` on that is nowhere else starts at the site, as imports do. */
function fromSite(sheet: string): string {
  return sheet.startsWith('/') && !existsSync(sheet) ? `.${sheet}` : sheet;
}

/** Several plugins of redirects, as one. */
export function joinRedirects(all: readonly Settings[]): Settings {
  const creators = all.flatMap(({ create }) => (typeof create === 'function' ? [create] : []));
  return defined({
    list: all.flatMap(({ list }) => listOf(list)),
    create:
      creators.length === 0
        ? undefined
        : (path: string) => creators.flatMap((create): unknown[] => [create(path) ?? []].flat()),
    fromExtensions: all.flatMap(({ fromExtensions }) => listOf(fromExtensions)),
    toExtensions: all.flatMap(({ toExtensions }) => listOf(toExtensions)),
  });
}
