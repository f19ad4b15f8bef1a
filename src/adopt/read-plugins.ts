import { existsSync } from 'node:fs';
import { type ConfigNotes, defined, listOf, type Settings } from './config-notes.ts';
import { knownPackage, packageName } from './plugin-names.ts';
import { readBlogOptions, readDocsOptions, readPagesOptions, readRedirects } from './read-plugin-options.ts';

/** What presets, plugins and themes make of a site. */
export interface PluginReading {
  docs: Settings[];
  blogs: Settings[];
  /** The last one counts. */
  pages: Settings | false;
  redirects: Settings[];
  styles: string[];
  mermaid: boolean;
  live: boolean;
  /** Plugins of the site's own making: a function, or a path, and its options. */
  own: { plugin: unknown; options: unknown; at: string; isPackage?: true }[];
}

type PackageType = 'plugin' | 'theme' | 'preset';

/** Reads `presets`, `plugins` and `themes`. */
export function readPlugins({ presets, plugins, themes }: Settings, notes: ConfigNotes): PluginReading {
  const reading: PluginReading = {
    docs: [],
    blogs: [],
    pages: false,
    redirects: [],
    styles: [],
    mermaid: false,
    live: false,
    own: [],
  };
  const read = (entries: unknown, type: PackageType, at: string) => {
    for (const [index, entry] of listOf(entries).entries())
      readEntry(entry, type, `${at}.${index}`, reading, notes);
  };
  read(presets, 'preset', 'presets');
  read(plugins, 'plugin', 'plugins');
  read(themes, 'theme', 'themes');
  return reading;
}

function readEntry(
  entry: unknown,
  type: PackageType,
  at: string,
  reading: PluginReading,
  notes: ConfigNotes,
): void {
  // What a condition left out.
  if (!entry) return;
  const [plugin, options]: readonly unknown[] = Array.isArray(entry) ? entry : [entry];
  if (typeof plugin !== 'string' || /^[./]|^[a-z]:[\\/]/i.test(plugin.replace(/^.*node_modules[\\/]/, ''))) {
    reading.own.push({ plugin, options, at });
    return;
  }
  const name = packageName(plugin, type);
  if (name === '@docusaurus/preset-classic') readClassicPreset(options, reading, notes);
  else readPackage(name, options, at, reading, notes);
}

const publicOnly = {
  gtag: '@docusaurus/plugin-google-gtag',
  googleAnalytics: '@docusaurus/plugin-google-analytics',
  googleTagManager: '@docusaurus/plugin-google-tag-manager',
  sitemap: '@docusaurus/plugin-sitemap',
};

function readClassicPreset(options: unknown, reading: PluginReading, notes: ConfigNotes): void {
  const preset = notes.pick(
    options,
    'presets.classic',
    ['docs', 'blog', 'pages', 'theme', ...Object.keys(publicOnly)],
    { debug: '', svgr: '' },
  );
  if (preset.docs !== false) reading.docs.push(readDocsOptions(preset.docs, 'docs', notes));
  if (preset.blog !== false) reading.blogs.push(readBlogOptions(preset.blog, 'blog', notes));
  if (preset.pages !== false) reading.pages = readPagesOptions(preset.pages, 'pages', notes);
  readClassicTheme(preset.theme, reading, notes);
  for (const [key, name] of Object.entries(publicOnly)) {
    const known = knownPackage(name);
    if (preset[key] && known?.kind === 'left-out') notes.find('left-out', key, known.why);
  }
}

function readClassicTheme(options: unknown, reading: PluginReading, notes: ConfigNotes): void {
  const { customCss } = notes.pick(options, 'theme', ['customCss']);
  const sheets = typeof customCss === 'string' ? [customCss] : listOf(customCss);
  reading.styles.push(...sheets.filter((sheet) => typeof sheet === 'string').map(fromSite));
}

/** A path from `/` on that is nowhere else starts at the site, as imports do. */
function fromSite(sheet: string): string {
  return sheet.startsWith('/') && !existsSync(sheet) ? `.${sheet}` : sheet;
}

function readPackage(
  name: string,
  options: unknown,
  at: string,
  reading: PluginReading,
  notes: ConfigNotes,
): void {
  const known = knownPackage(name);
  switch (known?.kind) {
    case 'docs':
      reading.docs.push(readDocsOptions(options, at, notes));
      return;
    case 'blog':
      reading.blogs.push(readBlogOptions(options, at, notes));
      return;
    case 'pages':
      if (reading.pages !== false)
        notes.report('warning', name, 'Only one folder of stand-alone pages is read, the last one named.');
      reading.pages = readPagesOptions(options, at, notes);
      return;
    case 'redirects':
      reading.redirects.push(readRedirects(options, at, notes));
      return;
    case 'classic-theme':
      readClassicTheme(options, reading, notes);
      return;
    case 'mermaid':
      reading.mermaid = true;
      return;
    case 'live-code':
      reading.live = true;
      return;
    case 'nothing-to-do':
      return;
    case 'left-out':
    case 'changed':
      notes.find(known.kind, name, known.why);
      return;
    case undefined:
      // Aliases that it gives are those of imports, whatever else it does.
      reading.own.push({ plugin: name, options, at, isPackage: true });
      notes.report(
        'warning',
        name,
        `Nothing is known of "${name}", so what it does is left out. Documents that use its components say so by themselves.`,
      );
  }
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
