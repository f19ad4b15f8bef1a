import path from 'node:path';
import { toCanonicalText } from '../../shared/canonical-text.ts';
import {
  computeSlug,
  joinPath,
  keepNumberPrefix,
  type PrefixParser,
  stripPathPrefixes,
} from '../links/permalinks.ts';
import type { FrontMatter } from './front-matter.ts';
import type { ParsedDoc } from './parsed-doc.ts';

/** A document with its id and address, before the sidebars have placed it. */
export interface BaseDoc {
  id: string;
  file: string;
  /** Canonical path of the file's folder. `.` is the docs folder. */
  folder: string;
  /** File name without its extension. */
  name: string;
  slug: string;
  path: string;
  title: string;
  description: string;
  draft: boolean;
  unlisted: boolean;
  sidebarPosition?: number | undefined;
  hash: string;
  frontMatter: FrontMatter;
  keyLines: Readonly<Record<string, number>>;
}

/** Creates a document from its parsed file. `file` is relative to the docs folder. */
export function createBaseDoc(
  file: string,
  parsed: ParsedDoc,
  hash: string,
  docsPath: string,
  splitNumberPrefix: PrefixParser,
): BaseDoc {
  const { frontMatter } = parsed;
  const { dir, name } = path.posix.parse(toCanonicalText(file));
  const folder = dir || '.';
  const split = (frontMatter.parse_number_prefixes ?? true) ? splitNumberPrefix : keepNumberPrefix;
  const nameParts = split(name);
  const baseId = toCanonicalText(frontMatter.id ?? nameParts.name);
  const idFolder = folder === '.' ? '' : `${stripPathPrefixes(folder, split)}/`;
  const slug = computeSlug({
    folder,
    name,
    baseId,
    slug: frontMatter.slug,
    splitNumberPrefix: split,
  });
  return {
    id: `${idFolder}${baseId}`,
    file,
    folder,
    name,
    slug,
    path: joinPath(docsPath, slug),
    title: frontMatter.title ?? parsed.contentTitle ?? baseId,
    description: frontMatter.description ?? parsed.excerpt ?? '',
    draft: frontMatter.draft ?? false,
    unlisted: frontMatter.unlisted ?? false,
    sidebarPosition: frontMatter.sidebar_position ?? nameParts.position,
    hash,
    frontMatter,
    keyLines: parsed.keyLines,
  };
}
