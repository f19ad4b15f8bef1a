import { awaitEnding } from '../../shared/ending-work.ts';
import { type ConfigNotes, type Settings, toList } from '../config-notes.ts';
import { PluginSettings, type PluginUse } from '../plugins/plugin.ts';
import { findKnownPackage, resolvePackageName } from '../plugins/supported.ts';
import { callPreset } from './call-plugin.ts';
import type { PluginSite } from './plugin-context.ts';
import { summarizeFailure } from './site-failure.ts';

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

/**
 * Reads `presets`, `plugins` and `themes` of a Docusaurus configuration. A preset of the site's own is called for its
 * lists of plugins and themes.
 */
export async function readPlugins(
  { presets, plugins, themes }: Settings,
  notes: ConfigNotes,
  site: PluginSite,
): Promise<PluginSettings> {
  const settings = new PluginSettings();
  for (const [type, entries] of [
    ['preset', presets],
    ['plugin', plugins],
    ['theme', themes],
  ] as const)
    for (const [index, entry] of toList(entries).entries()) {
      // Conditions in configurations leave `false` or `undefined` in such lists.
      if (!entry) continue;
      const place = { at: `${type}s.${index}`, notes, settings };
      if (type === 'preset') await readPreset(entry, place, site);
      else readEntry(entry, type, place);
    }
  return settings;
}

/** Reads a preset: the classic one, a package of the table, or one of the site's own. */
async function readPreset(entry: unknown, place: Place, site: PluginSite): Promise<void> {
  const [preset, options]: readonly unknown[] = Array.isArray(entry) ? entry : [entry];
  const isOwn = typeof preset !== 'string' || isPath(preset);
  if (!isOwn) {
    readEntry(entry, 'preset', place);
    return;
  }
  const { notes, at } = place;
  const name = typeof preset === 'string' ? preset : at;
  try {
    const { plugins, themes } = await awaitEnding(() => callPreset(preset, options, site));
    for (const plugin of toList(plugins)) if (plugin) readEntry(plugin, 'plugin', place);
    for (const theme of toList(themes)) if (theme) readEntry(theme, 'theme', place);
  } catch (error) {
    const message = `The preset ${name} failed: ${summarizeFailure(error).replace(/[.:]$/, '')}. Its documents, pages and plugins are missing.`;
    notes.addProblem('error', name, message);
  }
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
  else readPackage(options, { ...place, name }, plugin);
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

/** `writtenName` is the name in the configuration, which may be a short one. */
function readPackage(options: unknown, use: PluginUse, writtenName = use.name): void {
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
  if (verdict === 'changed' || verdict === 'left-out') notes.addFinding(verdict, name, why, writtenName);
  knownPackage.read?.(options, use);
}

/** Whether a plugin is a path of the site's own code. A path in `node_modules` counts as the name of a package. */
function isPath(plugin: string): boolean {
  return /^[./]|^[a-z]:[\\/]/i.test(plugin.replace(/^.*node_modules[\\/]/, ''));
}
