import { z } from 'zod';
import { audienceSchema } from '../config/audience.ts';
import { TOC_MAX_HEADING_LEVEL, TOC_MIN_HEADING_LEVEL } from '../config/constants.ts';
import { didYouMean } from '../shared/near-name.ts';

/** YAML makes numbers and dates of what was meant as text: `title: 2021`. */
function asText(value: unknown): unknown {
  return typeof value === 'number' || value instanceof Date ? value.toString() : value;
}

function asNumber(value: unknown): unknown {
  return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))
    ? Number(value)
    : value;
}

function asBoolean(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const word = value.trim().toLowerCase();
  return word === 'true' ? true : word === 'false' ? false : value;
}

const emptyText = z.preprocess(asText, z.string('must be text'));
const text = z.preprocess(asText, z.string('must be text').min(1, 'must not be empty'));
const textOrNull = text.or(z.null());
export const yesOrNo = z.preprocess(asBoolean, z.boolean('must be true or false'));
export const number = z.preprocess(asNumber, z.number('must be a number'));
const headingLevel = z.preprocess(
  asNumber,
  z.number('must be a number').min(2, 'must be 2 to 6').max(6, 'must be 2 to 6'),
);
const tag = text.or(z.object({ label: text, permalink: text, description: text.optional() }));
const date = z.union([z.date(), z.number(), z.string()]).transform((value, context) => {
  const parsed = new Date(value);
  if (!Number.isNaN(parsed.getTime())) return parsed.toISOString();
  context.addIssue({ code: 'custom', message: 'must be a date, e.g. 2024-05-31' });
  return z.NEVER;
});

const fields = {
  id: z.preprocess(
    asText,
    z
      .string('must be text')
      .min(1, 'must not be empty')
      .regex(/^[^/]*$/, 'must not contain a slash; use slug for the address'),
  ),
  title: emptyText,
  hide_title: yesOrNo,
  hide_table_of_contents: yesOrNo,
  keywords: z.array(text, 'must be a list: [one, two]'),
  image: text,
  description: emptyText,
  slug: text,
  sidebar_label: text,
  sidebar_position: number,
  sidebar_class_name: text,
  sidebar_custom_props: z.record(z.string(), z.unknown(), 'must be an object'),
  displayed_sidebar: textOrNull,
  tags: z.array(tag, 'must be a list: [one, two]'),
  pagination_label: text,
  custom_edit_url: emptyText.or(z.null()),
  parse_number_prefixes: yesOrNo,
  pagination_next: textOrNull,
  pagination_prev: textOrNull,
  toc_min_heading_level: headingLevel,
  toc_max_heading_level: headingLevel,
  last_update: z
    .object({ date: date.optional(), author: text.optional() }, 'must be an object with date and author')
    .refine(
      (value) => value.date !== undefined || value.author !== undefined,
      'must have a date or an author',
    ),
  draft: yesOrNo,
  unlisted: yesOrNo,
  audience: audienceSchema,
  mdx: z.strictObject({
    format: z.enum(['md', 'mdx', 'detect'], 'must be md, mdx or detect').optional(),
  }),
  custom: z.unknown(),
};

/** By key, for whoever writes it. */
export const frontMatterDescriptions: Readonly<Record<string, string>> = {
  id: 'Names the document in sidebars and in links between versions; by default its path without the ending.',
  title: 'What the page is called: in the sidebar, in search, in the browser’s tab.',
  hide_title: 'The page shows no title of its own.',
  hide_table_of_contents: 'The page has no table of contents beside it.',
  keywords: 'Further words that search finds the page by.',
  image: 'Picture for previews of links.',
  description: 'One sentence: under the title in lists, in search and for assistants.',
  slug: 'Its address; relative to its folder, or from the root of the documentation.',
  sidebar_label: 'What the sidebar calls it, where the title is too long.',
  sidebar_position: 'Its position among its neighbours in a generated sidebar.',
  sidebar_class_name: 'Class of its item in the sidebar.',
  sidebar_custom_props: 'Your own data of its item in the sidebar.',
  displayed_sidebar: 'The sidebar beside it, where it is in several; null: none.',
  tags: 'Lists that it is in.',
  pagination_label: 'What its neighbours call it in “Next” and “Previous”.',
  custom_edit_url: 'Where “Edit this page” leads; null: nowhere.',
  parse_number_prefixes: 'Whether a number before its name is its position, and not part of its address.',
  pagination_next: 'Id of the document that comes next; null: none.',
  pagination_prev: 'Id of the document before; null: none.',
  toc_min_heading_level: 'The highest level of headings in the table of contents: 2 to 6.',
  toc_max_heading_level: 'The lowest level of headings in the table of contents: 2 to 6.',
  last_update: 'When and by whom it was last changed, instead of what Git says.',
  draft: 'It is shown in the preview, and never published.',
  unlisted: 'It is published, and in no list, sidebar or search.',
  audience: 'Whom it is there for: public, readers, or names of groups.',
  mdx: 'How it is read: md or mdx.',
  custom: 'Your own data.',
} satisfies Record<keyof typeof fields, string>;

export const frontMatterSchema = z
  .looseObject(fields)
  .partial()
  .superRefine((value, context) => {
    const message = 'cannot be combined with draft: keep one';
    if (value.draft && value.unlisted) context.addIssue({ code: 'custom', path: ['unlisted'], message });
    const min = value.toc_min_heading_level ?? TOC_MIN_HEADING_LEVEL;
    const max = value.toc_max_heading_level;
    if (value.toc_min_heading_level !== undefined && max !== undefined && min > max) {
      const message = `must not be above toc_max_heading_level (${max ?? TOC_MAX_HEADING_LEVEL})`;
      context.addIssue({ code: 'custom', path: ['toc_min_heading_level'], message });
    }
  });

export type FrontMatter = z.output<typeof frontMatterSchema>;

export interface FrontMatterIssue {
  code: 'front-matter' | 'unknown-front-matter';
  severity: 'error' | 'warning';
  /** The key to blame; absent when the whole of it is wrong. */
  key?: string;
  message: string;
}

/** Keys of blog posts, besides those of documents, and what they are for. */
export const postKeys: Readonly<Record<string, string>> = {
  date: 'When it was published, where its file name does not say so.',
  authors: 'Who wrote it: names of the authors’ file, or authors themselves.',
  author: 'Who wrote it; better: authors.',
  author_title: 'What its author does; better: authors.',
  author_url: 'Page of its author; better: authors.',
  author_image_url: 'Picture of its author; better: authors.',
  authorTitle: 'As author_title.',
  authorURL: 'As author_url.',
  authorImageURL: 'As author_image_url.',
  title_meta: 'What the browser’s tab calls it, where that is not its title.',
  hide_reading_time: 'It does not say how long it takes to read.',
};

/** Checked and converted front matter. A wrong key is left out, so that the rest can still be read. */
export function checkFrontMatter(
  raw: unknown,
  of: 'doc' | 'post' = 'doc',
): { frontMatter: FrontMatter; issues: FrontMatterIssue[] } {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
    const message = 'Front matter must be lines of "key: value" between two lines of ---.';
    return { frontMatter: {}, issues: [{ code: 'front-matter', severity: 'error', message }] };
  }
  const issues: FrontMatterIssue[] = [];
  for (const key of Object.keys(raw)) {
    // No error: Docusaurus lets it pass, and plugins and themes of owners have keys of their own.
    if (!(key in fields) && !(of === 'post' && Object.hasOwn(postKeys, key)))
      issues.push({ code: 'unknown-front-matter', severity: 'warning', key, message: unknownKey(key) });
  }
  const parsed = frontMatterSchema.safeParse(raw);
  if (parsed.success) return { frontMatter: asWritten(parsed.data, raw), issues };
  const wrong = new Set<string>();
  for (const issue of parsed.error.issues) {
    const key = String(issue.path[0]);
    if (wrong.has(key)) continue;
    wrong.add(key);
    const message = `Front matter "${key}" ${describe(issue)}.`;
    issues.push({ code: 'front-matter', severity: 'error', key, message });
  }
  const right = Object.entries(raw).filter(([key]) => !wrong.has(key));
  const rest = frontMatterSchema.safeParse(Object.fromEntries(right));
  return { frontMatter: rest.success ? asWritten(rest.data, raw) : {}, issues };
}

function describe(issue: z.core.$ZodIssue): string {
  const path = issue.path.slice(1).join('.');
  const message = issue.code === 'invalid_union' ? issue.errors[0]?.[0]?.message : issue.message;
  return `${path && `(${path}) `}${message ?? 'has the wrong form'}`;
}

function unknownKey(key: string): string {
  const hint = didYouMean(key, Object.keys(fields));
  return `Front matter "${key}" is not known.${hint || ' Put keys of your own under "custom".'}`;
}

/** In the order of the file; dates of the owner's own keys become text, so that the whole survives JSON. */
function asWritten(checked: FrontMatter, raw: object): FrontMatter {
  const entries = Object.keys(raw).flatMap((key) => {
    const value = checked[key];
    return value === undefined ? [] : [[key, value instanceof Date ? value.toISOString() : value]];
  });
  return Object.fromEntries(entries);
}
