import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Article, ArticleParts, ArticleVariant } from '../../markdown/article.ts';
import type { Audience } from '../../model/audience.ts';
import type { ManifestEntry } from '../../model/manifest.ts';
import type { VariantKey } from '../../model/parts.ts';
import { describeIrregularFile } from '../../shared/regular-file.ts';
import { readSqliteCode } from '../../shared/sqlite-code.ts';
import type { Samples } from '../compile/known-samples.ts';
import { computeShortHash, nameHash } from '../hashing.ts';

/** The parts of an article that only its own page needs, stored separately so that checks don't read them. */
interface ArticleBody extends Pick<Article, 'html' | 'blocks' | 'markdown'> {
  /** Content of an article with parts, for each combination of parts that a reader may see. */
  variants?: ArticleParts['variants'];
}

export interface ArticleSummary extends Omit<Article, keyof ArticleBody | 'parts'> {
  parts?: PartsSummary;
}

/** The part of an article's variants that other pages need to know. */
export interface PartsSummary {
  audiences: Audience[];
  partAudiences: Audience[];
  variants: Record<VariantKey, Pick<ArticleVariant, 'assets' | 'styles' | 'live' | 'hrefs'>>;
}

export interface StoredArticle {
  /** Key of the document and of the code that compiled it. Dependencies are checked in addition. */
  key: string;
  summary: ArticleSummary;
  bodyHash: string;
}

/** The files in the dist folder that one page became. */
export interface StoredOutput {
  key: string;
  entries: ManifestEntry[];
}

type Row = Record<string, unknown>;

/** Thrown if the file can't be trusted. Delete it and build without it. */
export class DamagedCache extends Error {
  override name = 'DamagedCache';
}

const tables = `
  CREATE TABLE article (file TEXT PRIMARY KEY, key TEXT NOT NULL, sum TEXT NOT NULL, markdown_sum TEXT NOT NULL,
    body_sum TEXT NOT NULL, samples_sum TEXT NOT NULL, summary TEXT NOT NULL, markdown TEXT NOT NULL,
    body TEXT NOT NULL, samples TEXT NOT NULL) STRICT;
  CREATE TABLE output (url TEXT PRIMARY KEY, key TEXT NOT NULL, entries TEXT NOT NULL, sum TEXT NOT NULL) STRICT;
  CREATE TABLE metadata (name TEXT PRIMARY KEY, value TEXT NOT NULL, sum TEXT NOT NULL) STRICT;
`;
/** Changes when the tables change. SQLite keeps 31 bits of it. */
const FORMAT = Number.parseInt(nameHash(tables).slice(0, 7), 16);
/** `SQLITE_CORRUPT` and `SQLITE_NOTADB` of sqlite3.h. */
const DAMAGED = [11, 26];

/**
 * Results of earlier builds of one docs folder, in one SQLite file. Writes are atomic, whenever the process ends. Each
 * row has a checksum, so a damaged one is noticed and never published.
 */
export class BuildCache implements Disposable {
  readonly file: string;
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(file: string) {
    this.file = file;
    mkdirSync(path.dirname(file), { recursive: true });
    const kind = describeIrregularFile(file);
    if (kind !== undefined) throw new DamagedCache(`${file} is ${kind}`);
    this.#database = new DatabaseSync(file, { timeout: 10_000 });
    this.#guard(() => {
      this.#database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
      const row = this.#database.prepare('PRAGMA user_version').get();
      if (row?.user_version !== FORMAT) this.#create();
    });
  }

  #create(): void {
    this.#database.exec('BEGIN IMMEDIATE');
    const oldTables = this.#database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
    for (const { name } of oldTables) this.#database.exec(`DROP TABLE ${name}`);
    this.#database.exec(`${tables} PRAGMA user_version = ${FORMAT}; COMMIT`);
  }

  /** Runs `work` in a transaction: either everything that it writes is stored, or nothing. */
  transaction<T>(work: () => T): T {
    return this.#guard(() => {
      this.#database.exec('BEGIN IMMEDIATE');
      try {
        const result = work();
        this.#database.exec('COMMIT');
        return result;
      } catch (error) {
        if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
        throw error;
      }
    });
  }

  /** Returns all articles by the file of their document. */
  readArticles(): Map<string, StoredArticle> {
    const rows = this.#all('SELECT file, key, summary, sum, markdown_sum, body_sum FROM article');
    return new Map(
      rows.map(({ file, key, summary, sum, markdown_sum, body_sum }) => [
        requireText(file),
        {
          key: requireText(key),
          summary: JSON.parse(verifySum(summary, sum)),
          bodyHash: requireText(body_sum) + requireText(markdown_sum),
        },
      ]),
    );
  }

  readArticleBody(file: string): ArticleBody {
    const row = this.#get('SELECT body, body_sum FROM article WHERE file = ?', file);
    if (!row) throw new DamagedCache(`no body for ${file}`);
    const body: Omit<ArticleBody, 'markdown'> = JSON.parse(verifySum(row.body, row.body_sum));
    return { ...body, markdown: this.readArticleMarkdown(file) };
  }

  /**
   * Returns an article as Markdown. It is stored separately, because one edit asks for the Markdown of all articles.
   */
  readArticleMarkdown(file: string): string {
    const row = this.#get('SELECT markdown, markdown_sum FROM article WHERE file = ?', file);
    if (!row) throw new DamagedCache(`no Markdown for ${file}`);
    return verifySum(row.markdown, row.markdown_sum);
  }

  /** Returns the highlighted code of an article, or an empty record if there is no such article. */
  readArticleSamples(file: string): Samples {
    const row = this.#get('SELECT samples, samples_sum FROM article WHERE file = ?', file);
    return row ? JSON.parse(verifySum(row.samples, row.samples_sum)) : {};
  }

  storeArticle(file: string, key: string, article: Article, samples: Samples = {}): StoredArticle {
    const { html, blocks, markdown, parts, ...rest } = article;
    const summary: ArticleSummary = { ...rest, ...(parts && { parts: summarizeParts(parts) }) };
    const summaryText = JSON.stringify(summary);
    const body = JSON.stringify({ html, blocks, ...(parts && { variants: parts.variants }) });
    const samplesText = JSON.stringify(samples);
    const [markdownSum, bodySum] = [computeShortHash(markdown), computeShortHash(body)];
    const sums = [computeShortHash(summaryText), markdownSum, bodySum, computeShortHash(samplesText)];
    const row = [file, key, ...sums, summaryText, markdown, body, samplesText];
    this.#run('INSERT OR REPLACE INTO article VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)', ...row);
    return { key, summary, bodyHash: bodySum + markdownSum };
  }

  forgetArticle(file: string): void {
    this.#run('DELETE FROM article WHERE file = ?', file);
  }

  /** Returns all outputs by the URL of their page. */
  readOutputs(): Map<string, StoredOutput> {
    const rows = this.#all('SELECT url, key, entries, sum FROM output');
    return new Map(
      rows.map(({ url, key, entries, sum }) => [
        requireText(url),
        { key: requireText(key), entries: JSON.parse(verifySum(entries, sum)) },
      ]),
    );
  }

  storeOutput(url: string, output: StoredOutput): void {
    const entries = JSON.stringify(output.entries);
    const sum = computeShortHash(entries);
    this.#run('INSERT OR REPLACE INTO output VALUES (?, ?, ?, ?)', url, output.key, entries, sum);
  }

  forgetOutput(url: string): void {
    this.#run('DELETE FROM output WHERE url = ?', url);
  }

  /** A value that concerns the build as a whole. */
  readMetadata(name: string): string | undefined {
    const row = this.#get('SELECT value, sum FROM metadata WHERE name = ?', name);
    return row && verifySum(row.value, row.sum);
  }

  storeMetadata(name: string, value: string): void {
    this.#run('INSERT OR REPLACE INTO metadata VALUES (?, ?, ?)', name, value, computeShortHash(value));
  }

  /** The value that was made from this key before, or else makes and stores it. */
  async reuseOrMake<Made>(name: string, key: string, make: () => Promise<Made>): Promise<Made> {
    const record: { key?: string; made?: Made } = JSON.parse(this.readMetadata(name) ?? '{}');
    if (record.key === key && record.made !== undefined) return record.made;
    const value = await make();
    this.storeMetadata(name, JSON.stringify({ key, made: value }));
    return value;
  }

  #all(sql: string): Row[] {
    return this.#guard(() => this.#prepare(sql).all());
  }

  #get(sql: string, key: string): Row | undefined {
    return this.#guard(() => this.#prepare(sql).get(key));
  }

  #run(sql: string, ...values: string[]): void {
    this.#guard(() => this.#prepare(sql).run(...values));
  }

  #prepare(sql: string): StatementSync {
    const statement = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #guard<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      const code = readSqliteCode(error);
      if (code !== undefined && DAMAGED.includes(code)) throw new DamagedCache(String(error));
      throw error;
    }
  }

  [Symbol.dispose](): void {
    this.#database.close();
  }
}

function summarizeParts({ audiences, partAudiences, variants }: ArticleParts): PartsSummary {
  const summaries = Object.entries(variants).map(
    ([variantKey, { assets, styles, live, hrefs }]) => [variantKey, { assets, styles, live, hrefs }] as const,
  );
  return { audiences, partAudiences, variants: Object.fromEntries(summaries) };
}

function verifySum(value: unknown, sum: unknown): string {
  if (computeShortHash(requireText(value)) !== sum)
    throw new DamagedCache("a row doesn't match its checksum");
  return requireText(value);
}

function requireText(value: unknown): string {
  if (typeof value !== 'string') throw new DamagedCache('a column has the wrong type');
  return value;
}
