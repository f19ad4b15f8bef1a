import { copyFileSync, constants as files, renameSync, rmSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { SynonymRule } from '../../config/synonym-rules.ts';
import { INDEX_FORMAT, openForWriting, packPageWords } from './index-file.ts';
import { sectionsOf, type TextWords, textWords, wordsOfSection } from './section.ts';
import type { IndexPage } from './site-pages.ts';
import { stemWriter } from './stems.ts';
import { wordNumbers } from './vocabulary.ts';

/** Writes the search index of these pages as one file, whole or not at all. The same pages give the same bytes. */
export function buildIndex(
  pages: readonly IndexPage[],
  file: string,
  synonyms: readonly SynonymRule[] = [],
): void {
  write(file, true, (db) => {
    db.exec('BEGIN');
    const writer = pageWriter(db, 0);
    let sections = 0;
    different(pages).forEach((page, position) => {
      sections += writer.add(page, position);
    });
    writer.end();
    const about = db.prepare('INSERT INTO about VALUES (?, ?, 0, ?)');
    about.run(INDEX_FORMAT, sections, JSON.stringify(synonyms));
    db.exec('COMMIT');
    return true;
  });
}

/** More of the pages than this: building from nothing is as fast. */
const CHANGED_MAX = 0.2;
/** Of the sections, since the file was built from nothing: words that no page has any more stay in the file. */
const REPLACED_MAX = 0.5;

/**
 * Writes the index of these pages from another one, `base`, which has most of them. It answers as one that was
 * built from nothing does. Both must be made by the same program: keys say so. Returns false, and writes nothing,
 * where `base` is of no use.
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
    (db) => replacePages(db, different(pages), synonyms),
    (unfinished) => copyFileSync(base, unfinished, files.COPYFILE_FICLONE),
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
  const gone = new Map(rows.map(({ id, key, position }) => [String(key), { id: Number(id), position }]));
  const added: { page: IndexPage; position: number }[] = [];
  const moved: { id: number; position: number }[] = [];
  pages.forEach((page, position) => {
    const known = gone.get(page.key);
    gone.delete(page.key);
    if (!known) added.push({ page, position });
    else if (known.position !== position) moved.push({ id: known.id, position });
  });
  if (Math.max(gone.size, added.length) > pages.length * CHANGED_MAX) return false;

  db.exec('BEGIN');
  const lastSection = rows.reduce((most, { next }) => Math.max(most, Number(next) - 1), 0);
  const writer = pageWriter(db, lastSection);
  let [removedSections, addedSections] = [0, 0];
  for (const { id } of gone.values()) removedSections += writer.remove(id);
  for (const { page, position } of added) addedSections += writer.add(page, position);
  writer.end();
  const move = db.prepare('UPDATE pages SET position = ? WHERE id = ?');
  for (const { id, position } of moved) move.run(position, id);
  const sections = Number(about.sections) + addedSections - removedSections;
  const replaced = Number(about.replaced) + removedSections;
  const update = db.prepare('UPDATE about SET sections = ?, replaced = ?, synonyms = ?');
  update.run(sections, replaced, JSON.stringify(synonyms));
  db.exec('COMMIT');
  return replaced <= sections * REPLACED_MAX;
}

/** `lastSection`: the highest id in use. `add` and `remove` return how many sections the page has. */
function pageWriter(db: DatabaseSync, lastSection: number) {
  const insertPage = db.prepare(
    `INSERT INTO pages (key, position, url, category, tag, language, first, sections, records, text_count, word_count, words, seen)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertSection = db.prepare('INSERT INTO sections VALUES (?, ?)');
  const removePage = db.prepare('DELETE FROM pages WHERE id = ? RETURNING first, sections');
  const removeSections = db.prepare('DELETE FROM sections WHERE id BETWEEN ? AND ?');
  const numbers = wordNumbers(db);
  const stems = stemWriter(db);
  let last = lastSection;

  return {
    add(page: IndexPage, position: number): number {
      const records = page.records();
      const [record] = records;
      const { lvl0: category = '', lvl1: title = '' } = record?.hierarchy ?? {};
      const sections = sectionsOf(records);
      const first = last + 1;
      for (const section of sections) insertSection.run(++last, JSON.stringify(section));
      const { language = '' } = record ?? {};
      const wordsOf = wordReader((text) => stems.add(language, text));
      const words = sections.map((section) => ({
        words: wordsOfSection(section, category, wordsOf),
        blocks: section.blocks,
      }));
      const packed = packPageWords(wordsOf(title), words, numbers.numberOf);
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
        packed.texts,
        packed.words,
        packed.bytes,
        page.seen ? JSON.stringify(page.seen) : '',
      );
      return sections.length;
    },
    remove(page: number): number {
      const removed = removePage.get(page);
      const [first, sections] = [Number(removed?.first), Number(removed?.sections)];
      removeSections.run(first, first + sections - 1);
      return sections;
    },
    end() {
      numbers.write();
      stems.write();
    },
  };
}

/** The headings of a page are above many of its sections: each is taken apart once. */
function wordReader(onText: (text: string) => void): (text: string) => TextWords {
  const known = new Map<string, TextWords>();
  return (text) => {
    const before = known.get(text);
    if (before) return before;
    const words = textWords(text);
    known.set(text, words);
    onText(text);
    return words;
  };
}

/** Two pages with one key have the same records at the same addresses: one is enough. */
function different(pages: readonly IndexPage[]): IndexPage[] {
  return [...new Map(pages.map((page) => [page.key, page])).values()];
}

/** The file appears when it is complete; `change` says whether it is. */
function write(
  file: string,
  isNew: boolean,
  change: (db: DatabaseSync) => boolean,
  begin: (unfinished: string) => void = () => {},
): boolean {
  const unfinished = `${file}.part`;
  rmSync(unfinished, { force: true });
  try {
    begin(unfinished);
    const db = openForWriting(unfinished, isNew);
    let isComplete: boolean;
    try {
      isComplete = change(db);
    } finally {
      db.close();
    }
    if (isComplete) renameSync(unfinished, file);
    return isComplete;
  } finally {
    rmSync(unfinished, { force: true });
  }
}
