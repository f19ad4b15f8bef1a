import { z } from 'zod';

/** Parts of an OpenAPI 3.1 document that the site reads. A linter checks the document against the standard. */
const schemaShape = z.looseObject({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  description: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  default: z.unknown().optional(),
  examples: z.array(z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  contentMediaType: z.string().optional(),
  additionalProperties: z.unknown().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  /** A regular expression that the whole value matches. */
  pattern: z.string().optional(),
  minItems: z.number().optional(),
  /** Number of characters where an administrator can change the limits: a policy, for example. */
  'x-length-as-installed': z.strictObject({ min: z.number(), max: z.number() }).optional(),
  /** `date` or `datetime`: the product writes them in a form of its own. `email` for an email address. */
  'x-format': z.string().optional(),
  /** A date that must be today or later. */
  'x-not-past': z.boolean().optional(),
  /** Whether no two things of the collection may have the same value. */
  'x-unique': z.boolean().optional(),
  /** The value is the code or the UID of a thing of this kind. */
  'x-refers-to': z.enum(['role']).optional(),
  /** Words that aren't accepted, in capitals. */
  'x-reserved': z.array(z.string()).optional(),
  /** Values that at least one item of the list must have. */
  'x-some-item': z.record(z.string(), z.unknown()).optional(),
  /** Environment variable that samples read the value from. */
  'x-env': z.string().optional(),
  get properties() {
    return z.record(z.string(), schemaShape).optional();
  },
  get items() {
    return schemaShape.optional();
  },
  get oneOf() {
    return z.array(schemaShape).optional();
  },
  get anyOf() {
    return z.array(schemaShape).optional();
  },
  get allOf() {
    return z.array(schemaShape).optional();
  },
});

const media = z.looseObject({ schema: schemaShape.optional(), example: z.unknown().optional() });
const content = z.record(z.string(), media);

const response = z.looseObject({
  $ref: z.string().optional(),
  description: z.string().optional(),
  content: content.optional(),
});

const parameter = z.looseObject({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean().optional(),
  description: z.string().default(''),
  schema: schemaShape.default({}),
  example: z.unknown().optional(),
  'x-name': z.string().optional(),
});

const variant = z.strictObject({
  operationId: z.string(),
  summary: z.string(),
  description: z.string(),
  'x-heading': z.string(),
  body: z.string(),
  answer: z.string(),
  /** Meanings of the variant's statuses, where the operation's own are more general. */
  statuses: z.record(z.string(), z.string()).default({}),
  example: z.unknown().optional(),
});

const operation = z.looseObject({
  operationId: z.string(),
  summary: z.string(),
  description: z.string(),
  tags: z.array(z.string()).min(1),
  parameters: z.array(parameter).default([]),
  requestBody: z.looseObject({ required: z.boolean().optional(), content }).optional(),
  responses: z.record(z.string(), response),
  deprecated: z.boolean().default(false),
  security: z.array(z.unknown()).optional(),
  'x-heading': z.string(),
  /** Place among the endpoints of its tag. */
  'x-order': z.int(),
  'x-path': z.string().optional(),
  'x-aliases': z.array(z.string()).default([]),
  /** Keys of permissions, of which the user needs one. */
  'x-permission': z.array(z.string()).default([]),
  /** How certain the description is; absent when it is stated as it is. */
  'x-source': z.enum(['partial', 'interface', 'as-installed']).optional(),
  'x-variants': z.array(variant).default([]),
});

export const methods = ['get', 'post', 'put', 'delete'] as const;

const pathItem = z.looseObject({
  servers: z.array(z.looseObject({ url: z.string() })).optional(),
  get: operation.optional(),
  post: operation.optional(),
  put: operation.optional(),
  delete: operation.optional(),
});

const server = z.looseObject({
  url: z.string(),
  variables: z.record(z.string(), z.looseObject({ default: z.string() })).default({}),
});

/** The file is checked in, so one that can't be read is a bug. */
export const apiDocument = z.looseObject({
  servers: z.array(server).min(1),
  tags: z.array(z.looseObject({ name: z.string(), description: z.string(), 'x-page': z.string() })),
  paths: z.record(z.string(), pathItem),
  components: z.looseObject({
    schemas: z.record(z.string(), schemaShape),
    responses: z.record(z.string(), response),
  }),
});

export type Schema = z.infer<typeof schemaShape>;
export type Variant = z.infer<typeof variant>;
export type Parameter = z.infer<typeof parameter>;
export type ApiResponse = z.infer<typeof response>;
export type MediaContent = z.infer<typeof content>;
export type ApiDocument = z.infer<typeof apiDocument>;
