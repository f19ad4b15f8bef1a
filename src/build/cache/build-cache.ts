import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Article, ArticleParts, ArticleVariant } from '../../markdown/article.ts';
import type { Audience } from '../../model/audience.ts';
import type { ManifestEntry } from '../../model/manifest.ts';
import type { VariantKey } from '../../model/parts.ts';
import { sqliteCode } from '../../shared/sqlite-code.ts';
import type { Samples } from '../compile/known-samples.ts';
import { nameHash, shortHash } from '../hashing.ts';

/** The parts of an article that only its own page needs; kept apart, so that checks need not read them. */
interface ArticleBody extends Pick<Article, 'html' | 'blocks' | 'markdown'> {
  /** Of an article with parts: what each way to see it shows. */
  variants?: ArticleParts['variants'];
}

export interface ArticleSummary extends Omit<Article, keyof ArticleBody | 'parts'> {
  parts?: PartsSummary;
}

/** As far as more than the page itself needs it. */
export interface PartsSummary {
  audiences: Audience[];
  variants: Record<VariantKey, Pick<ArticleVariant, 'assets' | 'styles' | 'live' | 'hrefs'>>;
}

export interface StoredArticle {
  /** Of the document and the code that compiled it; dependencies come on top. */
  key: string;
  summary: ArticleSummary;
  bodyHash: string;
}

/** What one page became in the dist folder. */
export interface StoredOutput {
  key: string;
  entries: ManifestEntry[];
}

type Row = Record<string, unknown>;

/** The file cannot be trusted: discard it and build as if there had been none. */
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
/** Another one for other tables. SQLite keeps 31 bits of it. */
const FORMAT = Number.parseInt(nameHash(tables).slice(0, 7), 16);
/** `SQLITE_CORRUPT` and `SQLITE_NOTADB` of sqlite3.h. */
const DAMAGED = [11, 26];

/**
 * What earlier builds of one docs folder worked out, in one SQLite file: a row stands whole or not at all,
 * whenever the process ends. Rows carry a checksum, so that a damaged one is noticed and never published.
 */
export class BuildCache implements Disposable {
  readonly file: string;
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();

  constructor(file: string) {
    this.file = file;
    mkdirSync(path.dirname(file), { recursive: true });
    this.#database = new DatabaseSync(file, { timeout: 10_000 });
    this.#guard(() => {
      this.#database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
      const row = this.#database.prepare('PRAGMA user_version').get();
      if (row?.user_version !== FORMAT) this.#create();
    });
  }

  #create(): void {
    this.#database.exec('BEGIN IMMEDIATE');
    const old = this.#database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
    for (const { name } of old) this.#database.exec(`DROP TABLE ${name}`);
    this.#database.exec(`${tables} PRAGMA user_version = ${FORMAT}; COMMIT`);
  }

  /** Everything that `work` writes is kept, or none of it. */
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

  /** By file of the document. */
  articles(): Map<string, StoredArticle> {
    const rows = this.#all('SELECT file, key, summary, sum, markdown_sum, body_sum FROM article');
    return new Map(
      rows.map(({ file, key, summary, sum, markdown_sum, body_sum }) => [
        text(file),
        {
          key: text(key),
          summary: JSON.parse(verified(summary, sum)),
          bodyHash: text(body_sum) + text(markdown_sum),
        },
      ]),
    );
  }

  articleBody(file: string): ArticleBody {
    const row = this.#get('SELECT body, body_sum FROM article WHERE file = ?', file);
    if (!row) throw new DamagedCache(`no body for ${file}`);
    const body: Omit<ArticleBody, 'markdown'> = JSON.parse(verified(row.body, row.body_sum));
    return { ...body, markdown: this.articleMarkdown(file) };
  }

  /** By itself, because one edit asks for it of all articles. */
  articleMarkdown(file: string): string {
    const row = this.#get('SELECT markdown, markdown_sum FROM article WHERE file = ?', file);
    if (!row) throw new DamagedCache(`no Markdown for ${file}`);
    return verified(row.markdown, row.markdown_sum);
  }

  /** None of an article that is not there. */
  articleSamples(file: string): Samples {
    const row = this.#get('SELECT samples, samples_sum FROM article WHERE file = ?', file);
    return row ? JSON.parse(verified(row.samples, row.samples_sum)) : {};
  }

  storeArticle(file: string, key: string, article: Article, known: Samples = {}): StoredArticle {
    const { html, blocks, markdown, parts, ...rest } = article;
    const summary: ArticleSummary = { ...rest, ...(parts && { parts: summaryOf(parts) }) };
    const summaryText = JSON.stringify(summary);
    const body = JSON.stringify({ html, blocks, ...(parts && { variants: parts.variants }) });
    const samples = JSON.stringify(known);
    const [markdownSum, bodySum] = [shortHash(markdown), shortHash(body)];
    const sums = [shortHash(summaryText), markdownSum, bodySum, shortHash(samples)];
    const row = [file, key, ...sums, summaryText, markdown, body, samples];
    this.#run('INSERT OR REPLACE INTO article VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)', ...row);
    return { key, summary, bodyHash: bodySum + markdownSum };
  }

  forgetArticle(file: string): void {
    this.#run('DELETE FROM article WHERE file = ?', file);
  }

  /** By address of the page. */
  outputs(): Map<string, StoredOutput> {
    const rows = this.#all('SELECT url, key, entries, sum FROM output');
    return new Map(
      rows.map(({ url, key, entries, sum }) => [
        text(url),
        { key: text(key), entries: JSON.parse(verified(entries, sum)) },
      ]),
    );
  }

  storeOutput(url: string, output: StoredOutput): void {
    const entries = JSON.stringify(output.entries);
    const sum = shortHash(entries);
    this.#run('INSERT OR REPLACE INTO output VALUES (?, ?, ?, ?)', url, output.key, entries, sum);
  }

  forgetOutput(url: string): void {
    this.#run('DELETE FROM output WHERE url = ?', url);
  }

  /** What is known of the build as a whole. */
  metadata(name: string): string | undefined {
    const row = this.#get('SELECT value, sum FROM metadata WHERE name = ?', name);
    return row && verified(row.value, row.sum);
  }

  storeMetadata(name: string, value: string): void {
    this.#run('INSERT OR REPLACE INTO metadata VALUES (?, ?, ?)', name, value, shortHash(value));
  }

  /** What was made from this key before, else what is made now. */
  async made<Made>(name: string, key: string, make: () => Promise<Made>): Promise<Made> {
    const known: { key?: string; made?: Made } = JSON.parse(this.metadata(name) ?? '{}');
    if (known.key === key && known.made !== undefined) return known.made;
    const made = await make();
    this.storeMetadata(name, JSON.stringify({ key, made }));
    return made;
  }

  #all(sql: string): Row[] {
    return this.#guard(() => this.#prepared(sql).all());
  }

  #get(sql: string, key: string): Row | undefined {
    return this.#guard(() => this.#prepared(sql).get(key));
  }

  #run(sql: string, ...values: string[]): void {
    this.#guard(() => this.#prepared(sql).run(...values));
  }

  #prepared(sql: string): StatementSync {
    const statement = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #guard<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      const code = sqliteCode(error);
      if (code !== undefined && DAMAGED.includes(code)) throw new DamagedCache(String(error));
      throw error;
    }
  }

  [Symbol.dispose](): void {
    this.#database.close();
  }
}

function summaryOf({ audiences, variants }: ArticleParts): PartsSummary {
  const kept = Object.entries(variants).map(
    ([way, { assets, styles, live, hrefs }]) => [way, { assets, styles, live, hrefs }] as const,
  );
  return { audiences, variants: Object.fromEntries(kept) };
}

function verified(value: unknown, sum: unknown): string {
  if (shortHash(text(value)) !== sum) throw new DamagedCache('a row does not match its checksum');
  return text(value);
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw new DamagedCache('a column has the wrong type');
  return value;
}
