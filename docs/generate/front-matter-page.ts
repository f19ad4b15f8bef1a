import { postKeys } from '../../src/content/documents/front-matter.ts';
import { editorSchemas } from '../../src/features/authoring/schemas.ts';
import { describeType, type JsonSchema } from './json-schema.ts';
import { escapeMarkdown, formatCode, GENERATED, writeMarkdownTable } from './tables.ts';

function writeKeyTable(schema: JsonSchema, isListed: (name: string) => boolean = () => true): string {
  const rows = Object.entries(schema.properties ?? {})
    .filter(([name]) => isListed(name))
    .map(([name, property]) => [
      formatCode(name),
      describeKey(name, property),
      escapeMarkdown(property.description ?? ''),
    ]);
  return writeMarkdownTable(['Key', 'Value', 'Meaning'], rows);
}

/** Types that are too long for a cell, in words. */
const inWords: Readonly<Record<string, string>> = {
  audience: '`public`, `readers`, a group, or a list of groups',
  tags: 'list of text',
  last_update: 'object with `date` and `author`',
  mdx: 'object with `format`: `md`, `mdx` or `detect`',
  custom: 'anything',
  link: 'object, or `null`',
  id: 'text without a slash',
};

function describeKey(name: string, property: JsonSchema): string {
  const words = inWords[name];
  if (words !== undefined) return words;
  const isSwitch = property.enum?.includes('true') ?? false;
  // YAML reads `title: 2021` as a number; the build takes it as text.
  return isSwitch ? '`true` or `false`' : describeType(property).replaceAll('text or number', 'text');
}

export function writeFrontMatterPage(): string {
  const isPostKey = (name: string) => Object.hasOwn(postKeys, name);
  return `---
title: Front matter
description: Keys that documents, blog posts and category files may have.
sidebar_position: 2
---

${GENERATED}

Front matter is the block of \`key: value\` lines between two lines of \`---\` at the start of a document. All keys are optional. A wrong value is an error that names the file and the key; an unknown key is a warning.

\`\`\`yaml title="docs/partners/prices.md"
---
title: Prices for partners
description: What partners pay, and when prices change.
sidebar_position: 2
audience: partners
---
\`\`\`

Editors can check these keys while you type: see [Check front matter in your editor](../authors/8-editors.md).

## Documents

${writeKeyTable(editorSchemas['front-matter']() as JsonSchema)}

A document can't be both a draft and unlisted. \`toc_max_heading_level\` can't be smaller than \`toc_min_heading_level\`.

## Blog posts

Posts have the keys of documents, and these:

${writeMarkdownTable(
  ['Key', 'Meaning'],
  Object.entries(postKeys)
    .filter(([name]) => isPostKey(name))
    .map(([name, meaning]) => [formatCode(name), escapeMarkdown(meaning)]),
)}

## Category files

A folder of documents may have a file \`_category_.json\` or \`_category_.yml\` that says how the sidebar shows it.

\`\`\`json title="docs/partners/_category_.json"
{ "label": "Partners", "position": 3, "audience": "partners" }
\`\`\`

${writeKeyTable(editorSchemas.category() as JsonSchema)}
`;
}
