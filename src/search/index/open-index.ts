import { DatabaseSync } from 'node:sqlite';
import type { SynonymRule } from '../../config/synonym-rules.ts';
import { toCanonicalText } from '../../shared/canonical-text.ts';
import { memoize } from '../../shared/memoize.ts';
import { describeReason } from '../../shared/reason.ts';
import { requireRegularFile } from '../../shared/regular-file.ts';
import { levels } from '../protocol/wire.ts';
import { INDEX_FORMAT } from './index-file.ts';
import { invert, type Postings } from './postings.ts';
import type { Hierarchy, SearchRecord } from './record.ts';
import type { Section } from './section.ts';
import {
  findSectionOfRecord,
  forgetSharedHeadings,
  readSectionTable,
  type SectionTable,
  type StoredPage,
} from './section-table.ts';
import type { SeenBy } from './site-pages.ts';
import { readStems, type Stems } from './stems.ts';
import { createVisibilityClasses, type FindAudience } from './visibility-classes.ts';
import { readVocabulary, type Vocabulary } from './vocabulary.ts';

/** The parts of a page that filters use. */
export interface IndexedPage {
  url: string;
  /** The label of the top-level category. */
  category: string;
  tag: string;
  language: string;
  seen?: SeenBy | undefined;
}

/** An open index file, with words in memory and texts read on demand. Read-only. Each thread has its own. */
export interface SearchIndex {
  pages: readonly IndexedPage[];
  vocabulary: Vocabulary;
  /** Stems by the code of a language. */
  stems: (code: string) => Stems;
  table: SectionTable;
  postings: Postings;
  synonyms: readonly SynonymRule[];
  /** Reads a section by its number in `table`. Throws if there is no such section. */
  getSection(number: number): Section;
  /** Reads a record by its number in `table`. */
  record(number: number): SearchRecord;
  /** The first passages of a record's section, without code. */
  readPassages(number: number): string[];
  close(): void;
}

/** Readers who type see the same sections repeatedly. Takes about 2 MB. */
const SECTIONS_KEPT = 1_024;

const PASSAGES_MAX = 4;

/**
 * Opens an index file. Throws an error that names the file if it isn't an index of this version. Without `findAudience`,
 * every reader can see all pages.
 */
export function openIndex(file: string, findAudience: FindAudience = () => undefined): SearchIndex {
  let db: DatabaseSync | undefined;
  try {
    requireRegularFile(file);
    db = new DatabaseSync(file, { readOnly: true });
    const about = db.prepare('SELECT format, synonyms FROM about').get();
    if (about?.format !== INDEX_FORMAT) {
      throw new Error(`it has format ${String(about?.format)}, this program reads ${INDEX_FORMAT}`);
    }
    // Safe cast: the index builder of the same format wrote it.
    return readIndex(db, JSON.parse(String(about.synonyms)) as SynonymRule[], findAudience);
  } catch (error) {
    db?.close();
    const reason = describeReason(error);
    throw new Error(`${file} isn't a usable search index: ${reason}. Build the site again.`, {
      cause: error,
    });
  }
}

function readIndex(
  db: DatabaseSync,
  synonyms: readonly SynonymRule[],
  findAudience: FindAudience,
): SearchIndex {
  const rows = db.prepare('SELECT * FROM pages ORDER BY position').all();
  const pages = rows.map(
    ({ url, category, tag, language, seen }): IndexedPage => ({
      url: String(url),
      category: toCanonicalText(String(category)),
      tag: String(tag),
      language: String(language),
      // Safe cast: the index builder of the same format wrote it.
      ...(seen === '' ? {} : { seen: JSON.parse(String(seen)) as SeenBy }),
    }),
  );
  const storedSections = rows.map(
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
  const table = readSectionTable(storedSections, vocabulary.numbers);
  const classes = createVisibilityClasses(table, pages, findAudience);
  forgetSharedHeadings(table, classes, vocabulary.size + 1);
  const select = db.prepare('SELECT section FROM sections WHERE id = ?');
  const getSection = memoize(SECTIONS_KEPT, (number: number): Section => {
    // Safe cast: the index builder of the same format wrote it from this type.
    return JSON.parse(String(select.get(table.ids[number] ?? 0)?.section)) as Section;
  });
  return {
    pages,
    vocabulary,
    stems: readStems(db),
    table,
    postings: invert(table, classes, vocabulary.size + 2),
    synonyms,
    getSection,
    record(number) {
      const sectionNumber = findSectionOfRecord(table, number);
      const page = table.pages[sectionNumber] ?? 0;
      const findFirstRecord = (first: number | undefined) => table.firstRecords[first ?? 0] ?? 0;
      const inPage = number - findFirstRecord(table.firstSections[page]);
      return readRecord(
        getSection(sectionNumber),
        number - findFirstRecord(sectionNumber),
        inPage,
        pages[page],
      );
    },
    readPassages(number) {
      const { blocks } = getSection(findSectionOfRecord(table, number));
      return blocks.flatMap(({ content, code }) => (code ? [] : (content ?? []))).slice(0, PASSAGES_MAX);
    },
    close: () => db.close(),
  };
}

/** Reads a record by its number in the section and in the page. */
function readRecord(
  section: Section,
  inSection: number,
  inPage: number,
  page: IndexedPage | undefined,
): SearchRecord {
  const { url = '', category = '', tag = '', language = '' } = page ?? {};
  const block = section.blocks[inSection];
  const titles = block?.titles ?? section.titles;
  const hierarchy = Object.fromEntries(
    levels.map((level, index) => [level, index === 0 ? category : (titles[index - 1] ?? null)]),
  );
  const isFirst = inSection === 0;
  return {
    objectID: `${inPage}-${url}`,
    type: block?.type ?? 'content',
    url: section.anchor === null ? url : `${url}#${section.anchor}`,
    url_without_anchor: url,
    anchor: section.anchor,
    // Safe cast: every level is a key.
    hierarchy: hierarchy as Hierarchy,
    content: block?.content ?? null,
    about: isFirst ? section.about : '',
    questions: isFirst ? section.questions : [],
    code: block?.code ?? false,
    language,
    docusaurus_tag: tag,
  };
}
