import { z } from 'zod';
import { parseJson } from '../parse-json.ts';

/** The number with which the article speaks of this part of the screen. */
const part = z.int().min(1).optional();

/** States with a color of their own, in the product and in drawings. */
const state = z.enum(['on-time', 'at-risk', 'overdue', 'draft', 'paused', 'unassigned']);

const cell = z.union([
  z.string(),
  z.strictObject({
    text: z.string().default(''),
    state: state.optional(),
    buttons: z.array(z.string()).default([]),
    part,
  }),
]);

/** Schema of a list with at least one item. */
function listAtLeastOne<Item extends z.ZodType>(item: Item) {
  return z.array(item).min(1);
}

/** Contents of an area. Each kind has its own keys, and may be a part that the article explains. */
function defineBlock<const Kind extends string, Shape extends z.core.$ZodShape>(kind: Kind, shape: Shape) {
  return z.strictObject({ kind: z.literal(kind), ...shape, part });
}

const bar = defineBlock('bar', {
  items: listAtLeastOne(
    z.strictObject({
      look: z.enum(['button', 'main', 'field', 'tab', 'text']),
      text: z.string(),
      /** The tab that is open, the button that is pressed. */
      current: z.boolean().default(false),
      part,
    }),
  ),
});

const menu = defineBlock('menu', {
  title: z.string().optional(),
  entries: listAtLeastOne(z.string()),
  current: z.string().optional(),
});

const table = defineBlock('table', {
  columns: listAtLeastOne(
    z.strictObject({
      name: z.string(),
      /** Shown only where there is room. */
      wide: z.boolean().default(false),
      part,
    }),
  ),
  rows: z.array(z.array(cell)),
  /** Index of the row that is selected. */
  current: z.int().optional(),
});

const fields = defineBlock('fields', {
  fields: listAtLeastOne(
    z.strictObject({
      label: z.string(),
      value: z.string().default(''),
      look: z.enum(['text', 'choice', 'check']).default('text'),
      part,
    }),
  ),
});

const words = defineBlock('words', {
  look: z.enum(['title', 'text']).default('text'),
  text: z.string(),
});

const process = defineBlock('process', {
  /** Name of a file in `docs/_data/processes`. */
  file: z.string(),
  /** Visible part of the canvas, in pixels of the diagram: x, y, width, height. */
  view: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  /** Id of the element that is selected, with its icons around it. */
  selected: z.string().optional(),
  iconsPart: part,
});

const form = defineBlock('form', {
  /** Name of a file in `docs/_data/forms`. */
  name: z.string(),
  state: z.string(),
});

const amount = z.strictObject({ label: z.string(), value: z.int().min(0) });

const pie = defineBlock('pie', { slices: listAtLeastOne(amount.extend({ state })) });

const bars = defineBlock('bars', { bars: listAtLeastOne(amount) });

const risk = defineBlock('risk', {
  /** Days from the left side to the right one: before the due date, and after it below 0. */
  days: z.tuple([z.int(), z.int()]),
  points: z.array(z.strictObject({ day: z.number(), state, label: z.string().optional(), part })),
});

const block = z.discriminatedUnion('kind', [bar, menu, table, fields, words, process, form, pie, bars, risk]);

const area = z.strictObject({
  title: z.string().optional(),
  /** The area that is as wide as the middle one. */
  wide: z.boolean().default(false),
  blocks: listAtLeastOne(block),
  part,
});

const schema = z.strictObject({
  /** The menu of the whole product, and whose session it is. */
  top: z
    .strictObject({
      entries: z.array(z.string()),
      current: z.string(),
      user: z.string(),
      part,
      userPart: part,
    })
    .optional(),
  left: area.optional(),
  main: area,
  right: area.optional(),
});

export type ScreenDefinition = z.infer<typeof schema>;
export type State = z.infer<typeof state>;
export type Area = z.infer<typeof area>;
export type Block = z.infer<typeof block>;
export type BlockOf<Kind extends Block['kind']> = Extract<Block, { kind: Kind }>;

/** The definition, or what is wrong with the file. */
export function parseScreen(text: string): ScreenDefinition | string {
  const screen = parseJson(text, schema);
  if (typeof screen === 'string') return screen;
  const numbers = listPartNumbers(screen);
  const missing = numbers.findIndex((number, index) => number !== index + 1);
  return missing === -1 ? screen : `Its parts are not numbered from 1 on: ${numbers.join(', ')}.`;
}

/** The numbers of all parts of a definition, in order. */
export function listPartNumbers(value: unknown): number[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value)
    .flatMap(([key, inner]) =>
      /^(?:part|\w+Part)$/.test(key) && typeof inner === 'number' ? [inner] : listPartNumbers(inner),
    )
    .toSorted((a, b) => a - b);
}
