import { z } from 'zod';
import { frontMatterDescriptions, frontMatterSchema } from '../content/front-matter.ts';
import { categoryFileSchema } from '../content/sidebar-items.ts';

/** What editors check files by while they are written: made of the schemas that read them. */
export const editorSchemas = {
  'front-matter': () => {
    const schema = jsonSchema(frontMatterSchema, 'Front matter of a document');
    const properties = Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, property]) => {
        const description = frontMatterDescriptions[name];
        return [
          name,
          typeof property === 'object' && description !== undefined ? { description, ...property } : property,
        ];
      }),
    );
    // An unknown key is a warning of the build: an editor says it at once.
    return { ...schema, properties, additionalProperties: false };
  },
  category: () => jsonSchema(categoryFileSchema, 'A category of the sidebar: _category_.json'),
} as const;

function jsonSchema(schema: z.ZodType, title: string) {
  const made = z.toJSONSchema(schema, {
    // As it is written, before it is converted.
    io: 'input',
    target: 'draft-7',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: made }) => {
      if (zodSchema._zod.def.type === 'date') Object.assign(made, { type: 'string', format: 'date' });
    },
  });
  return { title, ...made };
}
