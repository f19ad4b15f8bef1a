import { z } from 'zod';
import {
  frontMatterDescriptions,
  frontMatterSchema,
  postKeys,
} from '../../content/documents/front-matter.ts';
import { categoryFileSchema } from '../../content/sidebars/sidebar-items.ts';

/** JSON schemas for editors, made from the schemas with which the build reads the files. */
export const editorSchemas = {
  'front-matter': () => createFrontMatterSchema('Front matter of a document'),
  post: () => createFrontMatterSchema('Front matter of a blog post', postKeys),
  category: () =>
    addDescriptions(
      createJsonSchema(categoryFileSchema, 'A category of the sidebar: _category_.json'),
      categoryKeys,
    ),
} as const;

const categoryKeys: Readonly<Record<string, string>> = {
  label: 'The name of the folder in the sidebar.',
  position: 'Its position among its neighbours in the sidebar.',
  audience: 'Audience of the pages in it, unless a page declares its own.',
  className: 'CSS class of its item in the sidebar.',
  key: "Its key in translation files, if the label isn't unique.",
  customProps: 'Any data for the components of the site.',
  description: 'One sentence, shown on cards that link to it.',
  collapsible: 'Whether readers can collapse it.',
  collapsed: 'Whether it is collapsed at first.',
  link: 'Its page: a generated list, a document, or null for no page.',
};

const headingLevels = [3, 4, 5, 6];

/** Rules about several keys together, which no type of a single key can express. */
const crossKeyRules = [
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

function createFrontMatterSchema(title: string, additionalKeys: Readonly<Record<string, string>> = {}) {
  const schema = addDescriptions(createJsonSchema(frontMatterSchema, title), frontMatterDescriptions);
  const additionalProperties = Object.fromEntries(
    Object.entries(additionalKeys).map(([name, description]) => [name, { description }]),
  );
  return {
    ...schema,
    properties: { ...schema.properties, ...additionalProperties },
    allOf: crossKeyRules,
    // The build warns about unknown keys, so the editor does too.
    additionalProperties: false,
  };
}

function addDescriptions(
  schema: ReturnType<typeof createJsonSchema>,
  descriptions: Readonly<Record<string, string>>,
) {
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

function createJsonSchema(schema: z.ZodType, title: string) {
  const convertedSchema = z.toJSONSchema(schema, {
    // Describes the values that authors write, before the schema converts them.
    io: 'input',
    target: 'draft-7',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: converted }) => {
      const { def } = zodSchema._zod;
      if (def.type === 'date') Object.assign(converted, { type: 'string', format: 'date' });
      // The schema turns these values into text first, so numbers are valid too: `title: 2021`.
      if (def.type === 'pipe' && converted.type === 'string') converted.type = ['string', 'number'] as never;
      if (def.type === 'pipe' && converted.type === 'boolean')
        Object.assign(converted, { type: ['boolean', 'string'], enum: [true, false, 'true', 'false'] });
    },
  });
  return { title, ...convertedSchema };
}
