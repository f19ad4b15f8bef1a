import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { SynonymRule } from '../../config/synonym-rules.ts';
import { remember } from '../../shared/memoize.ts';
import { at, matcher } from '../query/match.ts';
import { type Synonyms, synonymsOf } from '../query/synonyms.ts';
import { type MatchTargets, targetMatcher } from '../rank/sections.ts';
import { readWordPlaces } from './postings.ts';
import type { SearchRecord } from './record.ts';
import { INDEX_FORMAT } from './schema.ts';

/** A record, with what ranking needs of it. */
export interface Candidate {
  id: number;
  type: string;
  /** Words in their order. */
  heading: readonly string[];
  title: readonly string[];
  body: readonly string[];
  /** The body is a code block. */
  code: boolean;
  /** Same number: same address, anchor included. */
  target: number;
  page: number;
  /** The record as it was built. */
  json: string;
}

export interface VocabularyWord {
  word: string;
  /** In how many records it occurs. */
  records: number;
}

/** The questions that search asks of the file. One for each thread; read-only. */
export interface IndexFile {
  records: number;
  /**
   * Ids of matching records: some of the best by the weights of the index, then the others in the order of the
   * site. `headingsFirst`: where there are many, those are the best whose heading matches.
   */
  match(expression: string, limit: number, headingsFirst: boolean): number[];
  /** See targets.ts. */
  targets: { any: MatchTargets; asked: MatchTargets };
  /** Headings with this key, see heading-key.ts; then those that go on after it, the shortest first. */
  headed(key: string): readonly number[];
  /** Headings that begin with these words, of which the last may still be growing; the shortest first. */
  begun(words: string): readonly number[];
  candidate(id: number): Candidate;
  record(id: number): SearchRecord;
  /** What of a record filters and grouping look at, for every record: index is the id. */
  traits: Traits;
  word(word: string): VocabularyWord | undefined;
  wordsOfStem(stem: string): VocabularyWord[];
  startsWord(prefix: string): boolean;
  wordsStarting(prefix: string, limit: number): VocabularyWord[];
  wordsNear(forms: readonly number[]): VocabularyWord[];
  synonyms: Synonyms;
  close(): void;
}

export interface Traits {
  type: string[];
  section: string[];
  tag: string[];
  /** Same number: same address, anchor included. */
  target: Int32Array;
  page: Int32Array;
  /** Ids in the order of the site, which decides between records that are equally good. */
  inOrder: Int32Array;
  /** Where each id stands in it. */
  place: Int32Array;
}

type Row = Record<string, unknown>;

/** Some 10 MB in each thread. */
const CANDIDATES_KEPT = 8_192;
const WORDS_KEPT = 8_192;
const HEADED_KEPT = 1_024;
/** `Example` stands on every page. */
const HEADED_MAX = 12;

/** Throws an error that names the file when it is no index, or one of another version. */
export function openIndexFile(file: string): IndexFile {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    db.exec('PRAGMA query_only = ON; PRAGMA mmap_size = 268435456; PRAGMA cache_size = -16000');
    const about = db.prepare('SELECT * FROM about').get();
    if (about?.format !== INDEX_FORMAT) {
      throw new Error(`it has format ${String(about?.format)}, this program reads ${INDEX_FORMAT}`);
    }
    // Written by the index builder of the same format.
    const synonyms = JSON.parse(String(about.synonyms)) as SynonymRule[];
    return questions(db, Number(about.records), synonymsOf(synonyms));
  } catch (error) {
    db.close();
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${file} is not a usable search index: ${reason}. Build the site again.`, {
      cause: error,
    });
  }
}

function questions(db: DatabaseSync, records: number, synonyms: Synonyms): IndexFile {
  const traits = readTraits(db);
  const places = readWordPlaces(db);
  const row = db.prepare('SELECT type, heading, title, body, code, record FROM records WHERE id = ?');
  const word = db.prepare('SELECT word, records FROM vocabulary WHERE word = ?');
  const headings = (column: 'headed' | 'heading') => {
    const beginning = db.prepare(
      // The first condition is that of the indexes.
      `SELECT id, length(${column}) AS length FROM records
       WHERE headed <> '' AND ${column} >= ? AND ${column} < ?`,
    );
    return remember(HEADED_KEPT, (text: string): readonly number[] =>
      beginning
        .all(text, `${text}\u{10FFFF}`)
        .map(({ id, length }) => ({ id: Number(id), length: Number(length) }))
        .sort((a, b) => a.length - b.length || at(traits.place, a.id) - at(traits.place, b.id))
        .slice(0, HEADED_MAX)
        .map(({ id }) => id),
    );
  };
  const stem = db.prepare('SELECT word, records FROM vocabulary WHERE stem = ? LIMIT 16');
  const range = db.prepare('SELECT word, records FROM vocabulary WHERE word >= ? AND word < ? LIMIT ?');
  const near = db.prepare(
    // Ids of words depend on what the file has been through, the order of the alphabet does not.
    `SELECT v.word, v.records FROM near n JOIN vocabulary v ON v.id = n.word WHERE n.form = ?
     ORDER BY v.word LIMIT 200`,
  );
  const wordsOf = (rows: Row[]) => rows.map(vocabularyWord);
  const starting = (prefix: string, limit: number) =>
    wordsOf(range.all(prefix, `${prefix}\u{10FFFF}`, limit));
  const candidate = remember(CANDIDATES_KEPT, (id: number) => candidateOf(id, row.get(id) ?? {}, traits));
  return {
    records,
    match: matcher(places, traits.inOrder),
    targets: targetMatcher(
      places,
      traits.inOrder.map((id) => at(traits.target, id)),
    ),
    headed: headings('headed'),
    begun: headings('heading'),
    candidate,
    // Written by the index builder of the same format, from this very type.
    record: remember(CANDIDATES_KEPT, (id) => JSON.parse(candidate(id).json) as SearchRecord),
    traits,
    word: remember(WORDS_KEPT, (text) => {
      const found = word.get(text);
      return found && vocabularyWord(found);
    }),
    wordsOfStem: remember(WORDS_KEPT, (text) => wordsOf(stem.all(text))),
    startsWord: remember(WORDS_KEPT, (prefix) => starting(prefix, 1).length > 0),
    wordsStarting: starting,
    wordsNear: (forms) => forms.flatMap((form) => wordsOf(near.all(form))),
    synonyms,
    close: () => db.close(),
  };
}

function candidateOf(id: number, row: Row, traits: Traits): Candidate {
  return {
    id,
    type: String(row.type),
    heading: split(row.heading),
    title: split(row.title),
    body: split(row.body),
    code: row.code === 1,
    target: at(traits.target, id),
    page: at(traits.page, id),
    json: String(row.record),
  };
}

function split(words: unknown): string[] {
  return words === '' ? [] : String(words).split(' ');
}

function vocabularyWord(row: Row): VocabularyWord {
  return { word: String(row.word), records: Number(row.records) };
}

function readTraits(db: DatabaseSync): Traits {
  const pages = db.prepare('SELECT first, last FROM pages ORDER BY place').all();
  const ids = pages.flatMap(({ first, last }) => range(Number(first), Number(last)));
  const size = ids.reduce((most, id) => Math.max(most, id), 0) + 1;
  const traits: Traits = {
    type: new Array(size).fill(''),
    section: new Array(size).fill(''),
    tag: new Array(size).fill(''),
    target: new Int32Array(size),
    page: new Int32Array(size),
    inOrder: Int32Array.from(ids),
    place: new Int32Array(size),
  };
  ids.forEach((id, place) => {
    traits.place[id] = place;
  });
  pages.forEach(({ first, last }, page) => {
    traits.page.fill(page, Number(first), Number(last) + 1);
  });
  const rows: StatementSync = db.prepare('SELECT id, type, section, tag, target FROM records');
  // Few different strings stand in many rows: kept once.
  const kept = new Map<string, string>();
  const keep = (value: unknown) => {
    const text = String(value);
    const known = kept.get(text);
    if (known !== undefined) return known;
    kept.set(text, text);
    return text;
  };
  for (const row of rows.iterate()) {
    const id = Number(row.id);
    traits.type[id] = keep(row.type);
    traits.section[id] = keep(row.section);
    traits.tag[id] = keep(row.tag);
    traits.target[id] = Number(row.target);
  }
  return traits;
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
}
