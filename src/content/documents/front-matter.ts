import { z } from 'zod';
import { audienceSchema } from '../../config/audience.ts';
import { TOC_MAX_HEADING_LEVEL, TOC_MIN_HEADING_LEVEL } from '../../config/constants.ts';
import { explainIssue } from '../../shared/explain-issue.ts';
import { didYouMean } from '../../shared/near-name.ts';

/** YAML reads numbers and dates where text is meant: `title: 2021`. */
function coerceText(value: unknown): unknown {
  return typeof value === 'number' || value instanceof Date ? value.toString() : value;
}

function coerceNumber(value: unknown): unknown {
  return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))
    ? Number(value)
    : value;
}

function coerceBoolean(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const word = value.trim().toLowerCase();
  return word === 'true' ? true : word === 'false' ? false : value;
}

const emptyText = z.preprocess(coerceText, z.string('must be text'));
const text = z.preprocess(coerceText, z.string('must be text').min(1, 'must not be empty'));
const textOrNull = text.or(z.null());
export const yesOrNo = z.preprocess(coerceBoolean, z.boolean('must be true or false'));
export const numberValue = z.preprocess(coerceNumber, z.number('must be a number'));
const headingLevel = z.preprocess(
  coerceNumber,
  z.number('must be a number').min(2, 'must be 2 to 6').max(6, 'must be 2 to 6'),
);
const tag = text.or(z.object({ label: text, permalink: text, description: text.optional() }));
const date = z.union([z.date(), z.number(), z.string()]).transform((value, context) => {
  const parsedDate = new Date(value);
  if (!Number.isNaN(parsedDate.getTime())) return parsedDate.toISOString();
  context.addIssue({ code: 'custom', message: 'must be a date, e.g. 2024-05-31' });
  return z.NEVER;
});

const fields = {
  id: z.preprocess(
    coerceText,
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
  sidebar_key: text,
  sidebar_position: numberValue,
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

/** Descriptions for authors, by key. */
export const frontMatterDescriptions: Readonly<Record<string, string>> = {
  id: 'Identifies the document in sidebars and in links between versions. Default: its path without extension.',
  title: 'Title of the page, shown in the sidebar, in search and in the browser’s tab.',
  hide_title: 'Hides the title above the content.',
  hide_table_of_contents: 'Hides the table of contents.',
  keywords: 'More words that find the page in search.',
  image: 'Image for link previews.',
  description: 'One sentence about the page, shown in lists and search and given to assistants.',
  slug: 'Address of the page, relative to its folder or starting with / at the documentation’s root.',
  sidebar_label: 'Label in the sidebar, if the title is too long.',
  sidebar_key: 'Name of the sidebar item in translations, if its label isn’t unique. Default: the label.',
  sidebar_position: 'Position among its neighbours in a generated sidebar.',
  sidebar_class_name: 'CSS class of the sidebar item.',
  sidebar_custom_props: 'Your own data for the sidebar item.',
  displayed_sidebar: 'Sidebar shown beside the page, if it is in several. null for none.',
  tags: 'Tags of the page.',
  pagination_label: 'Label in the “Next” and “Previous” links of its neighbours.',
  custom_edit_url: 'Target of the “Edit this page” link. null for no link.',
  parse_number_prefixes: 'Whether a number before the file name is the position and not part of the address.',
  pagination_next: 'Id of the next document. null for none.',
  pagination_prev: 'Id of the previous document. null for none.',
  toc_min_heading_level: 'Highest level of headings in the table of contents: 2 to 6.',
  toc_max_heading_level: 'Lowest level of headings in the table of contents: 2 to 6.',
  last_update: 'Date and author of the last change, instead of those from Git.',
  draft: 'Shown in the preview, never published.',
  unlisted: 'Published, but left out of lists, sidebars and search.',
  audience: 'Audience of the page: public, readers, or names of groups.',
  mdx: 'How the file is parsed: md, mdx or detect.',
  custom: 'Your own data.',
} satisfies Record<keyof typeof fields, string>;

export const frontMatterSchema = z
  .looseObject(fields)
  .partial()
  .superRefine((value, context) => {
    const message = "can't be combined with draft: keep one";
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
  /** The wrong key. Undefined if the front matter as a whole is wrong. */
  key?: string;
  message: string;
}

/** Keys of blog posts in addition to those of documents, with their descriptions. */
export const postKeys: Readonly<Record<string, string>> = {
  date: 'Date of publication, if the file name has none.',
  authors: 'Authors: keys of the authors file, or objects with a name.',
  author: 'Name of the author. Prefer authors.',
  author_title: 'Title of the author. Prefer authors.',
  author_url: 'Page of the author. Prefer authors.',
  author_image_url: 'Picture of the author. Prefer authors.',
  authorTitle: 'Same as author_title.',
  authorURL: 'Same as author_url.',
  authorImageURL: 'Same as author_image_url.',
  title_meta: 'Title in the browser’s tab, if it differs from the title.',
  hide_reading_time: 'Hides the reading time.',
};

/** Checks and converts front matter. A wrong key is left out so that the rest can be used. */
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
    // Only a warning: Docusaurus ignores unknown keys, and owners' plugins and themes have keys of their own.
    if (!(key in fields) && !(of === 'post' && Object.hasOwn(postKeys, key)))
      issues.push({
        code: 'unknown-front-matter',
        severity: 'warning',
        key,
        message: explainUnknownKey(key),
      });
  }
  const parseResult = frontMatterSchema.safeParse(raw);
  if (parseResult.success) return { frontMatter: sortLikeFile(parseResult.data, raw), issues };
  const wrongKeys = new Set<string>();
  for (const issue of parseResult.error.issues) {
    const key = String(issue.path[0]);
    if (wrongKeys.has(key)) continue;
    wrongKeys.add(key);
    const message = `Front matter "${key}" ${describeIssue(issue)}.`;
    issues.push({ code: 'front-matter', severity: 'error', key, message });
  }
  const validEntries = Object.entries(raw).filter(([key]) => !wrongKeys.has(key));
  const validRest = frontMatterSchema.safeParse(Object.fromEntries(validEntries));
  return { frontMatter: validRest.success ? sortLikeFile(validRest.data, raw) : {}, issues };
}

function describeIssue(issue: z.core.$ZodIssue): string {
  const path = issue.path.slice(1).join('.');
  return `${path && `(${path}) `}${explainIssue(issue)}`;
}

function explainUnknownKey(key: string): string {
  const hint = didYouMean(key, Object.keys(fields));
  return `Unknown front matter key "${key}".${hint || ' Put your own keys under "custom".'}`;
}

/**
 * Puts keys in the order of the file and turns dates under the owner's own keys into text, so that JSON can hold them.
 */
function sortLikeFile(checkedKeys: FrontMatter, raw: object): FrontMatter {
  const entries = Object.keys(raw).flatMap((key) => {
    const value = checkedKeys[key];
    return value === undefined ? [] : [[key, value instanceof Date ? value.toISOString() : value]];
  });
  return Object.fromEntries(entries);
}
