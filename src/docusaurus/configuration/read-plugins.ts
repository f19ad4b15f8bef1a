import { existsSync } from 'node:fs';
import { type ConfigNotes, type Settings, toList, withoutUndefined } from '../config-notes.ts';
import { findKnownPackage, resolvePackageName } from '../plugins/plugin-names.ts';
import { OpenApiReading } from '../plugins/read-open-api.ts';
import {
  readBlogOptions,
  readDocsOptions,
  readPagesOptions,
  readPreprocessorOptions,
  readRedirectOptions,
} from '../plugins/read-plugin-options.ts';

type PackageType = 'plugin' | 'theme' | 'preset';

const publicOnly = {
  gtag: '@docusaurus/plugin-google-gtag',
  googleAnalytics: '@docusaurus/plugin-google-analytics',
  googleTagManager: '@docusaurus/plugin-google-tag-manager',
  sitemap: '@docusaurus/plugin-sitemap',
};

/** Reads `presets`, `plugins` and `themes` of a Docusaurus configuration. */
export class PluginReading {
  readonly docs: Settings[] = [];
  readonly blogs: Settings[] = [];
  /** If several plugins set this, the last one counts. */
  pages: Settings | false = false;
  readonly redirects: Settings[] = [];
  readonly styles: string[] = [];
  /** Options of Sass and Less, by language. */
  readonly preprocessors: Record<string, Settings> = {};
  /** OpenAPI files, which become pages. */
  readonly openApi = new OpenApiReading();
  mermaid = false;
  live = false;
  /** The site's own plugins, each a function or a path with its options, and packages that must be called. */
  readonly sitePlugins: { plugin: unknown; options: unknown; at: string; isPackage?: true }[] = [];
  readonly #notes: ConfigNotes;

  constructor({ presets, plugins, themes }: Settings, notes: ConfigNotes) {
    this.#notes = notes;
    this.#readAll(presets, 'preset');
    this.#readAll(plugins, 'plugin');
    this.#readAll(themes, 'theme');
  }

  #readAll(entries: unknown, type: PackageType): void {
    for (const [index, entry] of toList(entries).entries()) {
      // Conditions in configurations leave `false` or `undefined` in such lists.
      if (!entry) continue;
      const at = `${type}s.${index}`;
      const [plugin, options]: readonly unknown[] = Array.isArray(entry) ? entry : [entry];
      if (typeof plugin !== 'string' || isPath(plugin)) {
        this.sitePlugins.push({ plugin, options, at });
        continue;
      }
      const name = resolvePackageName(plugin, type);
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
      const verdict = findKnownPackage(name);
      if (preset[key] && verdict?.kind === 'left-out') notes.addFinding('left-out', key, verdict.why);
    }
  }

  #readClassicTheme(options: unknown): void {
    const { customCss } = this.#notes.pick(options, 'theme', ['customCss']);
    const sheets = typeof customCss === 'string' ? [customCss] : toList(customCss);
    this.styles.push(...sheets.filter((sheet) => typeof sheet === 'string').map(resolveSheet));
  }

  #readPackage(name: string, options: unknown, at: string): void {
    const notes = this.#notes;
    const verdict = findKnownPackage(name);
    switch (verdict?.kind) {
      case 'docs':
        this.docs.push(readDocsOptions(options, at, notes));
        return;
      case 'blog':
        this.blogs.push(readBlogOptions(options, at, notes));
        return;
      case 'pages':
        if (this.pages !== false)
          notes.addProblem('warning', name, 'Only one folder of pages can be read. The last one is used.');
        this.pages = readPagesOptions(options, at, notes);
        return;
      case 'redirects':
        this.redirects.push(readRedirectOptions(options, at, notes));
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
        this.sitePlugins.push({ plugin: name, options, at });
        return;
      case 'preprocessor':
        Object.assign(this.preprocessors, readPreprocessorOptions(name, options));
        notes.addFinding(
          'changed',
          name,
          'these style sheets need the package `sass` or `less` in the site folder',
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
        notes.addFinding(verdict.kind, name, verdict.why);
        return;
      case undefined:
        // The plugin may define import aliases.
        this.sitePlugins.push({ plugin: name, options, at, isPackage: true });
        notes.addProblem(
          'warning',
          name,
          `The plugin "${name}" is unknown and is left out. The build reports documents that use its components.`,
        );
    }
  }
}

/** Whether a plugin is a path of the site's own code. A path in `node_modules` counts as the name of a package. */
function isPath(plugin: string): boolean {
  return /^[./]|^[a-z]:[\\/]/i.test(plugin.replace(/^.*node_modules[\\/]/, ''));
}

/** A path that starts with `/` and doesn't exist is relative to the site folder. */
function resolveSheet(sheet: string): string {
  return sheet.startsWith('/') && !existsSync(sheet) ? `.${sheet}` : sheet;
}

/** Joins the options of several redirect plugins. */
export function joinRedirects(optionsList: readonly Settings[]): Settings {
  const creators = optionsList.flatMap(({ create }) => (typeof create === 'function' ? [create] : []));
  return withoutUndefined({
    list: optionsList.flatMap(({ list }) => toList(list)),
    create:
      creators.length === 0
        ? undefined
        : (path: string) => creators.flatMap((create): unknown[] => [create(path) ?? []].flat()),
    fromExtensions: optionsList.flatMap(({ fromExtensions }) => toList(fromExtensions)),
    toExtensions: optionsList.flatMap(({ toExtensions }) => toList(toExtensions)),
  });
}
