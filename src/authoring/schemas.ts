import { z } from 'zod';
import { frontMatterDescriptions, frontMatterSchema, postKeys } from '../content/front-matter.ts';
import { categoryFileSchema } from '../content/sidebar-items.ts';

/** What editors check files by while they are written: made of the schemas that read them. */
export const editorSchemas = {
  'front-matter': () => frontMatter('Front matter of a document'),
  post: () => frontMatter('Front matter of a blog post', postKeys),
  category: () =>
    described(jsonSchema(categoryFileSchema, 'A category of the sidebar: _category_.json'), categoryKeys),
} as const;

const categoryKeys: Readonly<Record<string, string>> = {
  label: 'The name of the folder in the sidebar.',
  position: 'Its position among its neighbours in the sidebar.',
  audience: 'Whom the pages in it are for, where they do not say it themselves.',
  className: 'Of its item in the sidebar, for styles.',
  key: 'Names it in files of translations, where its label is not unique.',
  customProps: 'Whatever else components of the site need to know.',
  description: 'One sentence, for cards that lead to it.',
  collapsible: 'Whether readers can close it.',
  collapsed: 'Whether it is closed at first.',
  link: 'Its page: a list of what is in it, a document, or null for none.',
};

const headingLevels = [3, 4, 5, 6];

/** What the build says of several keys together, and no type of one of them can say. */
const together = [
  { properties: { last_update: { anyOf: [{ required: ['date'] }, { required: ['author'] }] } } },
  {
    not: {
      properties: { draft: { const: true }, unlisted: { const: true } },
      required: ['draft', 'unlisted'],
    },
  },
  ...headingLevels.map((level) => ({
    if: { properties: { toc_min_heading_level: { const: level } }, required: ['toc_min_heading_level'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON schema
    then: { properties: { toc_max_heading_level: { minimum: level } } },
  })),
];

function frontMatter(title: string, more: Readonly<Record<string, string>> = {}) {
  const schema = described(jsonSchema(frontMatterSchema, title), frontMatterDescriptions);
  const others = Object.fromEntries(
    Object.entries(more).map(([name, description]) => [name, { description }]),
  );
  return {
    ...schema,
    properties: { ...schema.properties, ...others },
    allOf: together,
    // An unknown key is a warning of the build: an editor says it at once.
    additionalProperties: false,
  };
}

function described(schema: ReturnType<typeof jsonSchema>, descriptions: Readonly<Record<string, string>>) {
  const properties = Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, property]) => {
      const description = descriptions[name];
      return [
        name,
        typeof property === 'object' && description !== undefined ? { description, ...property } : property,
      ];
    }),
  );
  return { ...schema, properties };
}

function jsonSchema(schema: z.ZodType, title: string) {
  const made = z.toJSONSchema(schema, {
    // As it is written, before it is converted.
    io: 'input',
    target: 'draft-7',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: made }) => {
      const { def } = zodSchema._zod;
      if (def.type === 'date') Object.assign(made, { type: 'string', format: 'date' });
      // What is made text before it is looked at may be written as a number: "title: 2021".
      if (def.type === 'pipe' && made.type === 'string') made.type = ['string', 'number'] as never;
      if (def.type === 'pipe' && made.type === 'boolean')
        Object.assign(made, { type: ['boolean', 'string'], enum: [true, false, 'true', 'false'] });
    },
  });
  return { title, ...made };
}
