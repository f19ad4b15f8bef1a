import { DatabaseSync } from 'node:sqlite';
import type { SynonymRule } from '../../config/synonym-rules.ts';
import { memoize } from '../../shared/memoize.ts';
import { reasonOf } from '../../shared/reason.ts';
import { levels } from '../protocol/wire.ts';
import { INDEX_FORMAT } from './index-file.ts';
import { invert } from './postings.ts';
import type { Hierarchy, SearchRecord } from './record.ts';
import type { Section } from './section.ts';
import { forgetSharedHeadings, readSectionTable, type StoredPage, sectionOfRecord } from './section-table.ts';
import type { SeenBy } from './site-pages.ts';
import { readStems } from './stems.ts';
import { readVocabulary } from './vocabulary.ts';

/** A page, as far as filters look at it. */
export interface IndexedPage {
  url: string;
  /** Label of the top-level category. */
  category: string;
  tag: string;
  language: string;
  seen?: SeenBy | undefined;
}

/** The index of a file: words in memory, texts on demand. One for each thread; read-only. */
export type SearchIndex = ReturnType<typeof readIndex>;

/** Readers who type see the same sections again and again: some 2 MB. */
const SECTIONS_KEPT = 1_024;

const PASSAGES_MAX = 4;

/** Throws an error that names the file when it is no index, or one of another version. */
export function openIndex(file: string): SearchIndex {
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(file, { readOnly: true });
    const about = db.prepare('SELECT format, synonyms FROM about').get();
    if (about?.format !== INDEX_FORMAT) {
      throw new Error(`it has format ${String(about?.format)}, this program reads ${INDEX_FORMAT}`);
    }
    // Written by the index builder of the same format.
    return readIndex(db, JSON.parse(String(about.synonyms)) as SynonymRule[]);
  } catch (error) {
    db?.close();
    const reason = reasonOf(error);
    throw new Error(`${file} is not a usable search index: ${reason}. Build the site again.`, {
      cause: error,
    });
  }
}

function readIndex(db: DatabaseSync, synonyms: readonly SynonymRule[]) {
  const rows = db.prepare('SELECT * FROM pages ORDER BY position').all();
  const pages = rows.map(
    ({ url, category, tag, language, seen }): IndexedPage => ({
      url: String(url),
      category: String(category),
      tag: String(tag),
      language: String(language),
      // Written by the index builder of the same format.
      ...(seen === '' ? {} : { seen: JSON.parse(String(seen)) as SeenBy }),
    }),
  );
  const stored = rows.map(
    (row): StoredPage => ({
      first: Number(row.first),
      sections: Number(row.sections),
      records: Number(row.records),
      texts: Number(row.text_count),
      words: Number(row.word_count),
      bytes: row.words instanceof Uint8Array ? row.words : new Uint8Array(),
    }),
  );
  const vocabulary = readVocabulary(db);
  const table = readSectionTable(stored, vocabulary.numbers);
  forgetSharedHeadings(table, vocabulary.size + 1);
  const select = db.prepare('SELECT section FROM sections WHERE id = ?');
  const section = memoize(SECTIONS_KEPT, (number: number): Section => {
    // Written by the index builder of the same format, from this very type.
    return JSON.parse(String(select.get(table.ids[number] ?? 0)?.section)) as Section;
  });
  return {
    pages,
    vocabulary,
    /** By the code of a language. */
    stems: readStems(db),
    table,
    postings: invert(table, vocabulary.size + 2),
    synonyms,
    section,
    record(number: number): SearchRecord {
      const own = sectionOfRecord(table, number);
      const page = table.pages[own] ?? 0;
      const firstOf = (first: number | undefined) => table.firstRecords[first ?? 0] ?? 0;
      const inPage = number - firstOf(table.firstSections[page]);
      return recordOf(section(own), number - firstOf(own), inPage, pages[page]);
    },
    /** What is written in the section of a record: its first passages, without code. */
    passages(number: number): string[] {
      const { blocks } = section(sectionOfRecord(table, number));
      return blocks.flatMap(({ content, code }) => (code ? [] : (content ?? []))).slice(0, PASSAGES_MAX);
    },
    close: () => db.close(),
  };
}

/** A record by its number in the section, and in the page. */
function recordOf(
  section: Section,
  inSection: number,
  inPage: number,
  page: IndexedPage | undefined,
): SearchRecord {
  const { url = '', category = '', tag = '', language = '' } = page ?? {};
  const block = section.blocks[inSection];
  const titles = block?.titles ?? section.titles;
  const hierarchy = Object.fromEntries(
    levels.map((level, at) => [level, at === 0 ? category : (titles[at - 1] ?? null)]),
  );
  const isFirst = inSection === 0;
  return {
    objectID: `${inPage}-${url}`,
    type: block?.type ?? 'content',
    url: section.anchor === null ? url : `${url}#${section.anchor}`,
    url_without_anchor: url,
    anchor: section.anchor,
    // Every level is among its keys.
    hierarchy: hierarchy as Hierarchy,
    content: block?.content ?? null,
    about: isFirst ? section.about : '',
    questions: isFirst ? section.questions : [],
    code: block?.code ?? false,
    language,
    docusaurus_tag: tag,
  };
}
