import { type ArticleSource, readArticle } from '../checks/article-source.ts';

const frontMatter = `---
title: A page
description: A page of a test, with a description that is long enough to be one.
sidebar_position: 1
---

`;

/** The body begins in line 7. */
export const FIRST_LINE = 7;

/** An article with complete front matter and this body. */
export function article(body: string): ArticleSource {
  return whole(frontMatter + body);
}

export function whole(source: string): ArticleSource {
  const read = readArticle('docs/page.md', source);
  if (!read) throw new Error('The article of the test is no MDX.');
  return read;
}
