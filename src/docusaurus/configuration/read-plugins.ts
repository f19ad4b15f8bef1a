import { type ConfigNotes, type Settings, toList } from '../config-notes.ts';
import { PluginSettings, type PluginUse } from '../plugins/plugin.ts';
import { findKnownPackage, resolvePackageName } from '../plugins/supported.ts';

type PackageType = 'plugin' | 'theme' | 'preset';

/** The plugins that the classic preset has under a key, unless the key is `false`. */
const contentOfPreset = {
  docs: '@docusaurus/plugin-content-docs',
  blog: '@docusaurus/plugin-content-blog',
  pages: '@docusaurus/plugin-content-pages',
};
/** Plugins that the preset has only if a key is set. */
const publicOnly = {
  gtag: '@docusaurus/plugin-google-gtag',
  googleAnalytics: '@docusaurus/plugin-google-analytics',
  googleTagManager: '@docusaurus/plugin-google-tag-manager',
  sitemap: '@docusaurus/plugin-sitemap',
};

/** Reads `presets`, `plugins` and `themes` of a Docusaurus configuration. */
export function readPlugins({ presets, plugins, themes }: Settings, notes: ConfigNotes): PluginSettings {
  const settings = new PluginSettings();
  for (const [type, entries] of [
    ['preset', presets],
    ['plugin', plugins],
    ['theme', themes],
  ] as const)
    for (const [index, entry] of toList(entries).entries()) {
      // Conditions in configurations leave `false` or `undefined` in such lists.
      if (entry) readEntry(entry, type, { at: `${type}s.${index}`, notes, settings });
    }
  return settings;
}

type Place = Omit<PluginUse, 'name'>;

function readEntry(entry: unknown, type: PackageType, place: Place): void {
  const [plugin, options]: readonly unknown[] = Array.isArray(entry) ? entry : [entry];
  if (typeof plugin !== 'string' || isPath(plugin)) {
    place.settings.calledPlugins.push({ plugin, options, at: place.at });
    return;
  }
  const name = resolvePackageName(plugin, type);
  if (name === '@docusaurus/preset-classic') readClassicPreset(options, place);
  else readPackage(options, { ...place, name });
}

function readClassicPreset(options: unknown, place: Place): void {
  const { notes } = place;
  const preset = notes.pick(
    options,
    'presets.classic',
    [...Object.keys(contentOfPreset), 'theme', ...Object.keys(publicOnly)],
    { debug: '', svgr: '' },
  );
  for (const [key, name] of Object.entries(contentOfPreset))
    if (preset[key] !== false) readPackage(preset[key], { ...place, at: key, name });
  readPackage(preset.theme, { ...place, name: '@docusaurus/theme-classic' });
  for (const [key, name] of Object.entries(publicOnly)) {
    const knownPackage = findKnownPackage(name);
    if (preset[key] && knownPackage?.verdict === 'left-out')
      notes.addFinding('left-out', key, knownPackage.why);
  }
}

function readPackage(options: unknown, use: PluginUse): void {
  const { name, at, notes, settings } = use;
  const knownPackage = findKnownPackage(name);
  if (!knownPackage) {
    // The plugin may define import aliases.
    settings.calledPlugins.push({ plugin: name, options, at, isUnknown: true });
    notes.addProblem(
      'warning',
      name,
      `The plugin "${name}" is unknown and is left out. The build reports documents that use its components.`,
    );
    return;
  }
  const { verdict, why } = knownPackage;
  if (verdict === 'changed' || verdict === 'left-out') notes.addFinding(verdict, name, why);
  knownPackage.read?.(options, use);
}

/** Whether a plugin is a path of the site's own code. A path in `node_modules` counts as the name of a package. */
function isPath(plugin: string): boolean {
  return /^[./]|^[a-z]:[\\/]/i.test(plugin.replace(/^.*node_modules[\\/]/, ''));
}
