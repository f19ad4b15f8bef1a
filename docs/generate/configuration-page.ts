import { z } from 'zod';
import { navbarItemSchema } from '../../src/config/navigation-options.ts';
import { siteConfigSchema } from '../../src/config/site-config.ts';
import { configurationKeys } from './configuration.ts';
import { describeType, type JsonSchema } from './json-schema.ts';
import { formatCode, GENERATED, writeMarkdownTable } from './tables.ts';

const toSchema = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;

/** Keys whose own keys are described elsewhere or by their type. */
const keysWithOwnTable = /^(?:texts|navbar\.items|footer\.columns\[\]\.items|.*audience)$/;

/** Every key that takes a value, by its path: `docs[].versions.<name>.label`. */
export function collectConfigurationSchemas(): Map<string, JsonSchema> {
  const schemas = new Map<string, JsonSchema>();
  const visit = (schema: JsonSchema, path: string) => {
    const children = keysWithOwnTable.test(path) ? [] : listChildren(schema, path);
    const takesOtherValues = (schema.anyOf ?? []).some(
      ({ type }) =>
        (type === 'boolean' && path !== 'pages') || (type === 'string' && path.startsWith('brand.')),
    );
    if (path !== '' && (children.length === 0 || takesOtherValues)) schemas.set(path, schema);
    for (const [childPath, child] of children) visit(child, childPath);
  };
  visit(toSchema(siteConfigSchema), '');
  return schemas;
}

function listChildren(schema: JsonSchema, path: string): [string, JsonSchema][] {
  const listBelow = (properties: JsonSchema['properties'], prefix: string): [string, JsonSchema][] =>
    Object.entries(properties ?? {}).map(([name, child]) => [`${prefix}${name}`, child]);
  if (schema.properties) return listBelow(schema.properties, path === '' ? '' : `${path}.`);
  if (schema.items) return listChildren(schema.items, `${path}[]`);
  if (typeof schema.additionalProperties === 'object')
    return listBelow(schema.additionalProperties.properties, `${path}.<name>.`);
  return (schema.anyOf ?? []).flatMap((branch) => listChildren(branch, path));
}

export function writeConfigurationPage(): string {
  const schemas = collectConfigurationSchemas();
  const describedKeys = new Set(configurationKeys.flatMap(({ keys }) => Object.keys(keys)));
  const missing = [...schemas.keys()].filter((key) => !describedKeys.has(key));
  const surplus = [...describedKeys].filter((key) => !schemas.has(key));
  if (missing.length + surplus.length > 0)
    throw new Error(
      `docs/generate/configuration.ts: describe ${missing.join(', ') || 'nothing'}; remove ${surplus.join(', ') || 'nothing'}.`,
    );
  const tables = configurationKeys.map(({ title, about, keys }) => {
    const rows = Object.entries(keys).map(([key, meaning]) => {
      const schema = schemas.get(key) ?? {};
      return [formatCode(key), describeKey(key, schema), describeDefault(schema), meaning];
    });
    return `## ${title}\n\n${about && `${about}\n\n`}${writeMarkdownTable(['Key', 'Value', 'Default', 'Meaning'], rows)}`;
  });
  return `---
title: Site configuration
description: Every key of site.config.ts with its type, default and meaning.
sidebar_position: 1
toc_max_heading_level: 2
---

${GENERATED}

\`site.config.ts\` configures what belongs to a site: its name, its look, its documents and who may read them. Every key has a default, so you write only what differs. A wrong or unknown key stops the build and names the line.

\`\`\`ts title="site.config.ts"
import { defineSiteConfig } from 'gatehouse/config';

export default defineSiteConfig({
  name: 'Acme Docs',
  tagline: 'Everything about the Acme platform.',
  groups: ['staff', 'partners'],
  audiences: [{ files: 'docs/internal/**', audience: 'staff' }],
  navbar: { items: [{ label: 'Docs', to: '/docs' }] },
});
\`\`\`

A site without \`site.config.ts\` may have a \`docusaurus.config.*\` instead: it is read into the same keys. Settings of the server, such as ports and sign-in, are [environment variables](environment.md). In the tables, \`docs[]\` is an entry of a list, and \`<name>\` a name that you choose.

${tables.join('\n\n')}

## Items of the navbar

\`navbar.items\` is a list of these. Without \`type\`, an item is a link (\`default\`); a menu is a \`dropdown\`.

${writeNavbarItems()}
`;
}

function writeNavbarItems(): string {
  const { anyOf = [] } = toSchema(navbarItemSchema);
  const rows = anyOf.map(({ properties = {}, required = [] }) => {
    const { type, ...otherTypes } = properties;
    const names = Object.keys(otherTypes);
    return [
      formatCode(String(type?.const ?? 'link')),
      names
        .filter((name) => required.includes(name))
        .map(formatCode)
        .join(', '),
      names
        .filter((name) => !required.includes(name))
        .map(formatCode)
        .join(', '),
    ];
  });
  return writeMarkdownTable(['Type', 'Must have', 'May have'], rows);
}

/** Values that the schema can't tell in a few words. */
function describeKey(key: string, schema: JsonSchema): string {
  if (key.endsWith('audience')) return '`public`, `readers`, a group, or a list of groups';
  if (key.endsWith('truncateMarker')) return 'regular expression';
  return describeType(schema).replace(/^list of object$/, 'list of objects');
}

function describeDefault({ default: value }: JsonSchema): string {
  if (value === undefined || value === '' || (typeof value === 'object' && isEmpty(value))) return '';
  return formatCode(typeof value === 'string' ? value : JSON.stringify(value));
}

function isEmpty(value: object | null): boolean {
  return value === null || Object.keys(value).length === 0;
}
