import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFolderTree } from '../shared/folder-tree.ts';
import type { Dependency } from './article.ts';
import type { CompileContext } from './context.ts';

/** The questions that a document may ask about the site. */
export type SiteAnswers = Pick<
  CompileContext,
  | 'findDocPath'
  | 'listCards'
  | 'listCardsOfSome'
  | 'getSidebar'
  | 'getSidebars'
  | 'getMetadata'
  | 'getCodeVersion'
  | 'getPageFacts'
  | 'getAllDocs'
  | 'getBlogs'
>;

/** Functions that answer these questions, by the name under which the answers are recorded. */
const questions = {
  docPath: (site: SiteAnswers, file: string) => site.findDocPath(file),
  cards: (site: SiteAnswers, docId: string) => site.listCards(docId),
  cardsOfSome: (site: SiteAnswers, docId: string) => site.listCardsOfSome?.(docId),
  sidebar: (site: SiteAnswers, docId: string) => site.getSidebar(docId),
  sidebars: (site: SiteAnswers, docId: string) => site.getSidebars(docId),
  metadata: (site: SiteAnswers, docId: string) => site.getMetadata(docId),
  code: (site: SiteAnswers, id: string) => site.getCodeVersion(id),
  facts: (site: SiteAnswers, docId: string) => site.getPageFacts(docId),
  allDocs: (site: SiteAnswers, docId: string) => site.getAllDocs(docId),
  blogs: (site: SiteAnswers, docId: string) => site.getBlogs(docId),
};
type Questions = typeof questions;

/** Everything that a document was made from, in the order of first use and without duplicates. */
export class DependencyLog {
  readonly #entries = new Map<string, Dependency>();

  /** Records a file. `hash` as `hashDependency` returns it. */
  file(file: string, hash: string | null): void {
    this.#entries.set(`file:${file}`, { kind: 'file', file, hash });
  }

  /** Records the names of the files in a folder and below. */
  folder(folder: string): void {
    const entry = `${folder}/`;
    this.file(entry, hashDependency(entry));
  }

  ask<Kind extends keyof Questions>(kind: Kind, site: SiteAnswers, about = ''): ReturnType<Questions[Kind]> {
    // Each question returns the type of its own kind, but TypeScript can't connect the two.
    const answer = questions[kind](site, about) as ReturnType<Questions[Kind]>;
    const question = `${kind}:${about}`;
    this.#entries.set(`site:${question}`, { kind: 'site', question, hash: hashAnswer(answer) });
    return answer;
  }

  add(dependencies: Iterable<Dependency>): void {
    for (const dependency of dependencies) {
      const name = dependency.kind === 'file' ? dependency.file : dependency.question;
      this.#entries.set(`${dependency.kind}:${name}`, dependency);
    }
  }

  list(): Dependency[] {
    return [...this.#entries.values()];
  }
}

/** True if compiling again would read the same file or get the same answer. */
export function isUpToDate(
  dependency: Dependency,
  context: SiteAnswers,
  fileHash: (file: string) => string | null = hashDependency,
): boolean {
  if (dependency.kind === 'file') return fileHash(dependency.file) === dependency.hash;
  const [, kind = '', about = ''] = /^(\w+):(.*)$/s.exec(dependency.question) ?? [];
  if (!Object.hasOwn(questions, kind)) return false;
  // The line above has checked that it is one of them.
  return hashAnswer(questions[kind as keyof Questions](context, about)) === dependency.hash;
}

/**
 * SHA-256 of a file in hexadecimal, or of the names in a folder if the path ends in a slash. `null` if the file doesn't
 * exist.
 */
export function hashDependency(file: string): string | null {
  try {
    if (file.endsWith('/')) {
      const ignore = (name: string) => name.startsWith('.') || name === 'node_modules';
      return hash('sha256', JSON.stringify(readFolderTree(file.slice(0, -1), { ignore }).files));
    }
    return hash('sha256', readFileSync(file));
  } catch {
    return null;
  }
}

function hashAnswer(answer: unknown): string {
  return hash('sha256', JSON.stringify(answer ?? null));
}
