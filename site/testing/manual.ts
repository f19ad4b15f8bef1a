import path from 'node:path';
import { type ArticleSource, readArticle } from '../checks/article-source.ts';
import { readManualFiles } from '../checks/manual.ts';
import type { Finding, Manual, Rule } from '../checks/rule.ts';

/** The data and the files of the manual as they are. */
export const manualData = readManualFiles(path.resolve(import.meta.dirname, '..'));

const frontMatter = `---
title: A page
description: A page of a test, with a description that is long enough to be one.
sidebar_position: 1
---

`;

/** The body begins in line 7. */
export const FIRST_LINE = 7;

/** An article with complete front matter and this body. */
export function createArticle(body: string, file = 'docs/page.md'): ArticleSource {
  return createWholeArticle(frontMatter + body, file);
}

export function createWholeArticle(text: string, file = 'docs/page.md'): ArticleSource {
  const read = readArticle({ name: file, file, text });
  if (!read) throw new Error("The article of the test isn't valid MDX.");
  return read;
}

/** Findings of a rule in these articles, or in one with this body, with the data of the manual. */
export async function check(
  rule: Rule,
  articles: string | ArticleSource[],
  other: Partial<Manual> = {},
): Promise<Finding[]> {
  return await rule({
    ...manualData,
    articles: typeof articles === 'string' ? [createArticle(articles)] : articles,
    pages: [],
    routes: [],
    redirected: [],
    ...other,
  });
}

/** Whatever file the rule reads, it has this text. */
export function createManualWithText(text: string): Pick<Manual, 'file'> {
  return { file: (name) => ({ name, file: name, text }) };
}
