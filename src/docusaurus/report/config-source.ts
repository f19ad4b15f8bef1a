import { isDeepStrictEqual } from 'node:util';
import { type SiteConfig, siteConfigSchema } from '../../config/site-config.ts';

/** Joined from two parts, so that tools don't mistake the text for an import of this file. */
const IMPORTS = ['import { defineSiteConfig }', "'gatehouse/config';"].join(' from ');

/** Keys that are imported from the original configuration as a whole. */
const importedKeys = [
  'aliases',
  'themeConfig',
  'pluginData',
  'localizedPluginData',
  'pluginPages',
  'localizedPluginPages',
  'pluginMessages',
  'localizedSettings',
] as const satisfies (keyof SiteConfig)[];

/** Keys that aren't written as values: they are imported, added by the schema, or depend on this machine. */
const omittedKeys: readonly string[] = [...importedKeys, 'texts', 'search', 'original'];

/**
 * Writes a configuration as the text of a `site.config.ts`, without default values. Values that can't be written as
 * text (functions, plugins, aliases) are imported from the original configuration, which is in the same folder.
 */
export function writeConfigSource(config: SiteConfig): string {
  const importedPaths: string[] = [];
  const entries = Object.entries(omitDefaults(config)).filter(([key]) => !omittedKeys.includes(key));
  const lines = entries.map(
    ([key, value]) => `  ${key}: ${formatValue(value, `original.${key}`, '  ', importedPaths)},`,
  );
  for (const key of importedKeys) {
    if (Object.keys(config[key]).length === 0) continue;
    lines.push(`  ${key}: original.${key},`);
    importedPaths.push(key);
  }
  // Components may read any key of the original. That alone doesn't require the import.
  if (importedPaths.length > 0 && Object.keys(config.original).length > 0)
    lines.push('  original: original.original,');
  return `${importedPaths.length > 0 ? "import { adoptedConfig } from 'gatehouse/adopt';\n" : ''}${IMPORTS}
${importedPaths.length > 0 ? '\n// Functions, plugins and aliases of docusaurus.config. You can delete that file once you have copied them here.\nconst original = await adoptedConfig(import.meta.dirname);\n' : ''}
export default defineSiteConfig({
${lines.join('\n')}
});
`;
}

function omitDefaults(config: SiteConfig): Record<string, unknown> {
  const { docs: _docs, blogs: _blogs, ...plain } = siteConfigSchema.parse({});
  const [docs] = siteConfigSchema.parse({ docs: [{}] }).docs;
  const [blog] = siteConfigSchema.parse({ blogs: [{}] }).blogs;
  return {
    ...pickDifferences(config, plain),
    docs: config.docs.map((doc) => pickDifferences(doc, docs ?? {})),
    blogs: config.blogs.map((item) => pickDifferences(item, blog ?? {})),
  };
}

/** The keys whose values differ from the defaults. Nested objects are compared key by key. */
function pickDifferences(value: object, defaults: object): Record<string, unknown> {
  const defaultsByKey = new Map(Object.entries(defaults));
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, entry]) => {
      const defaultEntry: unknown = defaultsByKey.get(key);
      if (entry === undefined || isDeepStrictEqual(entry, defaultEntry)) return [];
      return [[key, isPlain(entry) && isPlain(defaultEntry) ? pickDifferences(entry, defaultEntry) : entry]];
    }),
  );
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/**
 * Writes a value as source code. `from` is the expression for it in the original configuration. If the value can't be
 * written, that expression is used and added to `importedPaths`.
 */
function formatValue(value: unknown, from: string, indent: string, importedPaths: string[]): string {
  const deeper = `${indent}  `;
  if (/[pP]lugins$/.test(from) && Array.isArray(value) && value.length > 0)
    return importFromOriginal(from, importedPaths);
  if (Array.isArray(value)) {
    if (value.every(isSimple)) return `[${value.map(writeLiteral).join(', ')}]`;
    const items = value.map(
      (item, index) => `${deeper}${formatValue(item, `${from}[${index}]`, deeper, importedPaths)},`,
    );
    return `[\n${items.join('\n')}\n${indent}]`;
  }
  if (isPlain(value)) {
    const entries = Object.entries(value).filter(
      ([key, each]) => each !== undefined && !isItemDefault(key, each),
    );
    if (entries.length === 0) return '{}';
    const lines = entries.map(([key, each]) => {
      const isIdentifier = /^[a-z_$][\w$]*$/i.test(key);
      const name = isIdentifier ? key : writeLiteral(key);
      return `${deeper}${name}: ${formatValue(each, `${from}${isIdentifier ? `.${key}` : `[${name}]`}`, deeper, importedPaths)},`;
    });
    return `{\n${lines.join('\n')}\n${indent}}`;
  }
  return isSimple(value) ? writeLiteral(value) : importFromOriginal(from, importedPaths);
}

function importFromOriginal(from: string, importedPaths: string[]): string {
  importedPaths.push(from);
  // For TypeScript, an item of a list may be undefined.
  return from.replaceAll('].', ']?.');
}

/** Default values of items in menus. */
const itemDefaults: readonly (readonly [key: string, value: unknown])[] = [
  ['type', 'default'],
  ['position', 'left'],
  ['docsPluginId', 'default'],
  ['autoAddBaseUrl', true],
  ['dropdownItemsBefore', []],
  ['dropdownItemsAfter', []],
  ['dropdownActiveClassDisabled', false],
];

function isItemDefault(key: string, value: unknown): boolean {
  return itemDefaults.some(([name, itemDefault]) => name === key && isDeepStrictEqual(value, itemDefault));
}

function isSimple(value: unknown): boolean {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

function writeLiteral(value: unknown): string {
  const text = JSON.stringify(value);
  return typeof value === 'string' && !/['\\]/.test(text.slice(1, -1).replaceAll('\\"', ''))
    ? `'${value}'`
    : text;
}
