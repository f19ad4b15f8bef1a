import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { PageRef, Tag } from '../../model/site.ts';
import { explainIssue } from '../../shared/explain-issue.ts';
import { displayPath } from '../../shared/file-paths.ts';
import type { Problem } from '../../shared/problem.ts';
import { joinPath } from '../links/permalinks.ts';
import { parseYaml } from '../yaml.ts';
import type { BaseDoc } from './base-doc.ts';
import type { FrontMatter } from './front-matter.ts';
import { toKebabCase } from './kebab-case.ts';

export interface DefinedTag {
  label: string;
  path: string;
  description?: string | undefined;
}

const text = z.string().min(1);
const tagsFileSchema = z.record(
  z.string(),
  z
    .strictObject({
      label: text.optional(),
      description: text.optional(),
      permalink: text.startsWith('/').optional(),
    })
    .nullable(),
);

interface TagsFile {
  tags: Map<string, DefinedTag>;
  problems: Problem[];
}

/** Reads the file of this name from the first folder that has it. */
export async function readFirst(folders: readonly string[], name: string) {
  for (const folder of folders) {
    const file = path.join(folder, name);
    const source = await readFile(file, 'utf8').catch(() => undefined);
    if (source !== undefined) return { file, source };
  }
  return undefined;
}

/** Reads the tags file that the options name from the first folder that has it. Tags are keyed as in front matter. */
export async function readTags(
  name: string | false,
  folders: readonly string[],
  tagsPath: string,
): Promise<TagsFile | undefined> {
  const tagsFile = name === false ? undefined : await readFirst(folders, name);
  return tagsFile && parseTagsFile(tagsFile.source, displayPath(tagsFile.file), tagsPath);
}

function parseTagsFile(source: string, file: string, tagsPath: string): TagsFile {
  const failWith = (message: string, line?: number): TagsFile => ({
    tags: new Map(),
    problems: [{ code: 'tags-file', severity: 'error', file, line, message }],
  });
  const yaml = parseYaml(source.replace(/^\uFEFF/, ''));
  if (!yaml.ok) return failWith(`The tags file can't be read: ${yaml.reason}.`, yaml.line);
  const parseResult = tagsFileSchema.safeParse(yaml.value ?? {});
  if (!parseResult.success) {
    const [issue] = parseResult.error.issues;
    return failWith(
      `The tags file has a wrong entry at "${issue?.path.join('.')}": ${issue && explainIssue(issue)}.`,
    );
  }
  const tags = new Map<string, DefinedTag>();
  for (const [key, entry] of Object.entries(parseResult.data)) {
    tags.set(key, {
      label: entry?.label ?? `${key.charAt(0).toUpperCase()}${key.slice(1)}`,
      path: joinPath(tagsPath, entry?.permalink ?? `/${toKebabCase(key)}`),
      description: entry?.description,
    });
  }
  return { tags, problems: [] };
}

/** Resolves the tags of a document, in the order of its front matter. */
export function resolveTags(
  frontMatter: FrontMatter,
  definedTags: ReadonlyMap<string, DefinedTag>,
  tagsPath: string,
): DefinedTag[] {
  return (frontMatter.tags ?? []).map((tag) => {
    if (typeof tag !== 'string') {
      const { label, permalink, description } = tag;
      return { label, path: joinPath(tagsPath, permalink), description };
    }
    return definedTags.get(tag) ?? { label: tag, path: joinPath(tagsPath, toKebabCase(tag)) };
  });
}

/** Finds the first tag of a document that the tags file doesn't define. */
export function findInlineTag(
  { tags = [] }: FrontMatter,
  definedTags: ReadonlyMap<string, DefinedTag>,
): string | undefined {
  const undefinedTag = tags.find((tag) => typeof tag !== 'string' || !definedTags.has(tag));
  return typeof undefinedTag === 'object' ? undefinedTag.label : undefinedTag;
}

/** Groups documents by tag, sorted by title. Unlisted documents count only if the tag has no others. */
export function groupTags(
  docs: readonly { doc: BaseDoc; tags: readonly DefinedTag[] }[],
): Omit<Tag, 'set'>[] {
  const groups = new Map<string, { tag: DefinedTag; docs: Map<string, BaseDoc> }>();
  // If a tag is spelled in several ways, the first document in alphabetical order of ids decides.
  const inOrder = [...docs].sort((a, b) => a.doc.id.localeCompare(b.doc.id, 'en'));
  for (const { doc, tags } of inOrder) {
    for (const tag of tags) {
      const group = groups.get(tag.path) ?? { tag, docs: new Map() };
      group.docs.set(doc.id, doc);
      groups.set(tag.path, group);
    }
  }
  return [...groups.values()].map(({ tag, docs: taggedDocs }) => {
    const sortedDocs = [...taggedDocs.values()].sort((a, b) => a.title.localeCompare(b.title, 'en'));
    const isUnlisted = sortedDocs.every((doc) => doc.unlisted);
    return {
      ...tag,
      docIds: sortedDocs.filter((doc) => isUnlisted || !doc.unlisted).map(({ id }) => id),
      unlisted: isUnlisted,
    };
  });
}

export function createTagRef({ label, path }: DefinedTag): PageRef {
  return { path, title: label };
}
