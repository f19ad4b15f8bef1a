import { copyFileSync, constants as files, renameSync, rmSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { SynonymRule } from '../../config/synonym-rules.ts';
import { INDEX_FORMAT, openForWriting, packPageWords } from './index-file.ts';
import { collectSectionWords, groupSections, splitTextWords, type TextWords } from './section.ts';
import type { IndexPage } from './site-pages.ts';
import { stemWriter } from './stems.ts';
import { createWordNumbers } from './vocabulary.ts';

/** Writes the search index of these pages to one file, completely or not at all. Equal pages give equal bytes. */
export function buildIndex(
  pages: readonly IndexPage[],
  file: string,
  synonyms: readonly SynonymRule[] = [],
): void {
  write(file, true, (db) => {
    db.exec('BEGIN');
    const writer = createPageWriter(db, 0);
    let sections = 0;
    keepDifferent(pages).forEach((page, position) => {
      sections += writer.add(page, position);
    });
    writer.end();
    const about = db.prepare('INSERT INTO about VALUES (?, ?, 0, ?)');
    about.run(INDEX_FORMAT, sections, JSON.stringify(synonyms));
    db.exec('COMMIT');
    return true;
  });
}

/** If a larger share of the pages has changed, a new index is as fast. */
const CHANGED_MAX = 0.2;
/** The share of sections that may change before a new index is built. Unused words stay in an updated file. */
const REPLACED_MAX = 0.5;

/**
 * Writes the index of these pages as an update of another index, `base`, which has most of them. The result answers like
 * a new index. The keys of the pages show whether the same program wrote both. Returns false and writes nothing if
 * `base` can't be used.
 */
export function updateIndex(
  base: string,
  pages: readonly IndexPage[],
  file: string,
  synonyms: readonly SynonymRule[] = [],
): boolean {
  return write(
    file,
    false,
    (db) => replacePages(db, keepDifferent(pages), synonyms),
    (unfinishedFile) => copyFileSync(base, unfinishedFile, files.COPYFILE_FICLONE),
  );
}

function replacePages(
  db: DatabaseSync,
  pages: readonly IndexPage[],
  synonyms: readonly SynonymRule[],
): boolean {
  const about = db.prepare('SELECT * FROM about').get();
  if (about?.format !== INDEX_FORMAT) return false;
  const rows = db.prepare('SELECT id, key, position, first + sections AS next FROM pages').all();
  const removedPages = new Map(
    rows.map(({ id, key, position }) => [String(key), { id: Number(id), position }]),
  );
  const added: { page: IndexPage; position: number }[] = [];
  const movedSections: { id: number; position: number }[] = [];
  pages.forEach((page, position) => {
    const earlierPage = removedPages.get(page.key);
    removedPages.delete(page.key);
    if (!earlierPage) added.push({ page, position });
    else if (earlierPage.position !== position) movedSections.push({ id: earlierPage.id, position });
  });
  if (Math.max(removedPages.size, added.length) > pages.length * CHANGED_MAX) return false;

  db.exec('BEGIN');
  const lastSection = rows.reduce((most, { next }) => Math.max(most, Number(next) - 1), 0);
  const writer = createPageWriter(db, lastSection);
  let [removedSections, addedSections] = [0, 0];
  for (const { id } of removedPages.values()) removedSections += writer.remove(id);
  for (const { page, position } of added) addedSections += writer.add(page, position);
  writer.end();
  const move = db.prepare('UPDATE pages SET position = ? WHERE id = ?');
  for (const { id, position } of movedSections) move.run(position, id);
  const sections = Number(about.sections) + addedSections - removedSections;
  const replacedSections = Number(about.replaced) + removedSections;
  const update = db.prepare('UPDATE about SET sections = ?, replaced = ?, synonyms = ?');
  update.run(sections, replacedSections, JSON.stringify(synonyms));
  db.exec('COMMIT');
  return replacedSections <= sections * REPLACED_MAX;
}

/** `lastSection` is the highest id in use. `add` and `remove` return the number of sections of the page. */
function createPageWriter(db: DatabaseSync, lastSection: number) {
  const insertPage = db.prepare(
    `INSERT INTO pages (key, position, url, category, tag, language, first, sections, records, text_count, word_count, words, seen)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertSection = db.prepare('INSERT INTO sections VALUES (?, ?)');
  const removePage = db.prepare('DELETE FROM pages WHERE id = ? RETURNING first, sections');
  const removeSections = db.prepare('DELETE FROM sections WHERE id BETWEEN ? AND ?');
  const numbers = createWordNumbers(db);
  const stems = stemWriter(db);
  let last = lastSection;

  return {
    add(page: IndexPage, position: number): number {
      const records = page.listRecords();
      const [record] = records;
      const { lvl0: category = '', lvl1: title = '' } = record?.hierarchy ?? {};
      const sections = groupSections(records);
      const first = last + 1;
      for (const section of sections) insertSection.run(++last, JSON.stringify(section));
      const { language = '' } = record ?? {};
      const readWords = createWordReader((text) => stems.add(language, text));
      const words = sections.map((section) => ({
        words: collectSectionWords(section, category, readWords),
        blocks: section.blocks,
      }));
      const packedWords = packPageWords(readWords(title), words, numbers.assignNumber);
      insertPage.run(
        page.key,
        position,
        record?.url_without_anchor ?? '',
        category,
        record?.docusaurus_tag ?? '',
        language,
        first,
        sections.length,
        records.length,
        packedWords.texts,
        packedWords.words,
        packedWords.bytes,
        page.seen ? JSON.stringify(page.seen) : '',
      );
      return sections.length;
    },
    remove(page: number): number {
      const removedPage = removePage.get(page);
      const [first, sections] = [Number(removedPage?.first), Number(removedPage?.sections)];
      removeSections.run(first, first + sections - 1);
      return sections;
    },
    end() {
      numbers.write();
      stems.write();
    },
  };
}

/** Splits each text once, because the headings of a page are above many of its sections. */
function createWordReader(onText: (text: string) => void): (text: string) => TextWords {
  const wordsByText = new Map<string, TextWords>();
  return (text) => {
    const before = wordsByText.get(text);
    if (before) return before;
    const words = splitTextWords(text);
    wordsByText.set(text, words);
    onText(text);
    return words;
  };
}

/** Pages with the same key have the same records at the same addresses, so one of them is enough. */
function keepDifferent(pages: readonly IndexPage[]): IndexPage[] {
  return [...new Map(pages.map((page) => [page.key, page])).values()];
}

/** Renames the file into place when it is complete. `change` returns whether it is. */
function write(
  file: string,
  isNew: boolean,
  change: (db: DatabaseSync) => boolean,
  begin: (unfinished: string) => void = () => {},
): boolean {
  const unfinishedFile = `${file}.part`;
  rmSync(unfinishedFile, { force: true });
  try {
    begin(unfinishedFile);
    const db = openForWriting(unfinishedFile, isNew);
    let isComplete: boolean;
    try {
      isComplete = change(db);
    } finally {
      db.close();
    }
    if (isComplete) renameSync(unfinishedFile, file);
    return isComplete;
  } finally {
    rmSync(unfinishedFile, { force: true });
  }
}
