import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Article } from '../../markdown/article.ts';
import { BuildCache, DamagedCache } from './build-cache.ts';
import { resolveCacheFile } from './cache-files.ts';

const article: Article = {
  html: `<p>${'text '.repeat(2000)}</p>`,
  headings: [{ id: 'a', level: 2, text: 'A' }],
  hasTitle: true,
  toc: [],
  links: [],
  anchors: ['a'],
  assets: [],
  styles: [],
  live: [],
  blocks: [{ anchor: '', text: 'text' }],
  markdown: 'text',
  problems: [],
  dependencies: [],
};

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'cache-'));
  file = resolveCacheFile(folder, '/somewhere/docs');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('returns an article as it was stored, and its HTML separately', () => {
  {
    using cache = new BuildCache(file);
    cache.storeArticle('a.md', 'key', article);
  }
  using cache = new BuildCache(file);
  const { html, blocks, markdown, ...summary } = article;
  expect(cache.readArticles().get('a.md')).toMatchObject({ key: 'key', summary });
  expect(cache.readArticleBody('a.md')).toEqual({ html, blocks, markdown });
});

test('stores nothing of a transaction that fails', () => {
  using cache = new BuildCache(file);
  expect(() =>
    cache.transaction(() => {
      cache.storeMetadata('half', 'done');
      throw new Error('stopped');
    }),
  ).toThrow('stopped');
  expect(cache.readMetadata('half')).toBeUndefined();
});

test('each docs folder has a cache of its own', () => {
  expect(resolveCacheFile(folder, '/a/docs')).not.toBe(resolveCacheFile(folder, '/b/docs'));
});

test('empties a cache of an earlier release, and uses it', () => {
  const earlierDatabase = new DatabaseSync(file);
  earlierDatabase.exec(`CREATE TABLE fact (name TEXT PRIMARY KEY, value TEXT NOT NULL, sum TEXT NOT NULL) STRICT;
    CREATE TABLE article (file TEXT PRIMARY KEY, key TEXT NOT NULL) STRICT;
    INSERT INTO article VALUES ('a.md', 'key'); PRAGMA user_version = 3;`);
  earlierDatabase.close();
  using cache = new BuildCache(file);
  expect(cache.readArticles().size).toBe(0);
  cache.storeArticle('a.md', 'key', article);
  expect(cache.readArticles().get('a.md')?.key).toBe('key');
});

test("reports a file as damaged if it isn't a database or was truncated", () => {
  writeFileSync(file, 'not a database, but long enough to look at '.repeat(100));
  expect(() => new BuildCache(file)).toThrow(DamagedCache);
  rmSync(file);
  {
    using cache = new BuildCache(file);
    for (let at = 0; at < 20; at += 1) cache.storeArticle(`${at}.md`, 'key', article);
  }
  truncateSync(file, 20_000);
  expect(() => {
    using cache = new BuildCache(file);
    cache.readArticles();
    for (let at = 0; at < 20; at += 1) cache.readArticleBody(`${at}.md`);
  }).toThrow(DamagedCache);
});

test('reports a row as damaged if one letter changed', () => {
  {
    using cache = new BuildCache(file);
    cache.storeMetadata('greeting', 'hello reader');
  }
  const bytes = readFileSync(file);
  bytes[bytes.indexOf('hello reader')] = 'j'.charCodeAt(0);
  writeFileSync(file, bytes);
  using cache = new BuildCache(file);
  expect(() => cache.readMetadata('greeting')).toThrow(DamagedCache);
});
