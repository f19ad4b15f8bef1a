import { isDeepStrictEqual } from 'node:util';
import { type SiteConfig, siteConfigSchema } from '../config/site-config.ts';

/** Put together, so that nobody takes it for an import of this file. */
const IMPORTS = ['import { defineSiteConfig }', "'gatehouse/config';"].join(' from ');

/** Made by the schema, or of this machine. */
const notWritten: readonly string[] = ['texts', 'search', 'aliases', 'themeConfig', 'original'];

/**
 * The text of a `site.config.ts` that says the same, without what is said by default. What cannot be written down
 * (functions, plugins, aliases) is taken from the original, which lies beside it.
 */
export function configSource(config: SiteConfig): string {
  const taken: string[] = [];
  const written = Object.entries(withoutDefaults(config)).filter(([key]) => !notWritten.includes(key));
  const lines = written.map(([key, value]) => `  ${key}: ${source(value, `original.${key}`, '  ', taken)},`);
  const whole = ['aliases', 'themeConfig'] as const;
  for (const key of whole) {
    if (Object.keys(config[key]).length === 0) continue;
    lines.push(`  ${key}: original.${key},`);
    taken.push(key);
  }
  // All that it says, for components that ask; nothing is taken from there for that alone.
  if (taken.length > 0 && Object.keys(config.original).length > 0)
    lines.push('  original: original.original,');
  return `${taken.length > 0 ? "import { adoptedConfig } from 'gatehouse/adopt';\n" : ''}${IMPORTS}
${taken.length > 0 ? '\n// Functions, plugins and aliases, as docusaurus.config has them. Write them here, and that file may go.\nconst original = await adoptedConfig(import.meta.dirname);\n' : ''}
export default defineSiteConfig({
${lines.join('\n')}
});
`;
}

function withoutDefaults(config: SiteConfig): Record<string, unknown> {
  const { docs: _docs, blogs: _blogs, ...plain } = siteConfigSchema.parse({});
  const [docs] = siteConfigSchema.parse({ docs: [{}] }).docs;
  const [blog] = siteConfigSchema.parse({ blogs: [{}] }).blogs;
  return {
    ...different(config, plain),
    docs: config.docs.map((each) => different(each, docs ?? {})),
    blogs: config.blogs.map((each) => different(each, blog ?? {})),
  };
}

/** What is not as it would be anyway; objects key by key. */
function different(value: object, usual: object): Record<string, unknown> {
  const known = new Map(Object.entries(usual));
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, own]) => {
      const other: unknown = known.get(key);
      if (own === undefined || isDeepStrictEqual(own, other)) return [];
      return [[key, isPlain(own) && isPlain(other) ? different(own, other) : own]];
    }),
  );
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** `from`: where the original has it, as an expression. */
function source(value: unknown, from: string, indent: string, taken: string[]): string {
  const deeper = `${indent}  `;
  if (/[pP]lugins$/.test(from) && Array.isArray(value) && value.length > 0) return take(from, taken);
  if (Array.isArray(value)) {
    if (value.every(isSimple)) return `[${value.map(literal).join(', ')}]`;
    const items = value.map((item, at) => `${deeper}${source(item, `${from}[${at}]`, deeper, taken)},`);
    return `[\n${items.join('\n')}\n${indent}]`;
  }
  if (isPlain(value)) {
    const entries = Object.entries(value).filter(([key, each]) => each !== undefined && !isUsual(key, each));
    if (entries.length === 0) return '{}';
    const lines = entries.map(([key, each]) => {
      const plain = /^[a-z_$][\w$]*$/i.test(key);
      const name = plain ? key : literal(key);
      return `${deeper}${name}: ${source(each, `${from}${plain ? `.${key}` : `[${name}]`}`, deeper, taken)},`;
    });
    return `{\n${lines.join('\n')}\n${indent}}`;
  }
  return isSimple(value) ? literal(value) : take(from, taken);
}

function take(from: string, taken: string[]): string {
  taken.push(from);
  // An index may find nothing, as the types have it.
  return from.replaceAll('].', ']?.');
}

/** Of items of menus, said by default. */
const usual: readonly (readonly [key: string, value: unknown])[] = [
  ['type', 'default'],
  ['position', 'left'],
  ['docsPluginId', 'default'],
  ['autoAddBaseUrl', true],
  ['dropdownItemsBefore', []],
  ['dropdownItemsAfter', []],
  ['dropdownActiveClassDisabled', false],
];

function isUsual(key: string, value: unknown): boolean {
  return usual.some(([name, other]) => name === key && isDeepStrictEqual(value, other));
}

function isSimple(value: unknown): boolean {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

function literal(value: unknown): string {
  const text = JSON.stringify(value);
  return typeof value === 'string' && !/['\\]/.test(text.slice(1, -1).replaceAll('\\"', ''))
    ? `'${value}'`
    : text;
}
