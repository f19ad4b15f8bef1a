import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Dependency } from './article.ts';
import type { CompileContext } from './context.ts';

/** What a document asks the site. */
export type SiteAnswers = Pick<
  CompileContext,
  | 'docPath'
  | 'cards'
  | 'cardsOfSome'
  | 'sidebar'
  | 'sidebars'
  | 'metadata'
  | 'codeVersion'
  | 'facts'
  | 'allDocs'
>;

/** What a document may ask of the site, by the name under which it is remembered. */
const questions = {
  docPath: (site: SiteAnswers, file: string) => site.docPath(file),
  cards: (site: SiteAnswers, docId: string) => site.cards(docId),
  cardsOfSome: (site: SiteAnswers, docId: string) => site.cardsOfSome?.(docId),
  sidebar: (site: SiteAnswers, docId: string) => site.sidebar(docId),
  sidebars: (site: SiteAnswers, docId: string) => site.sidebars(docId),
  metadata: (site: SiteAnswers, docId: string) => site.metadata(docId),
  code: (site: SiteAnswers, id: string) => site.codeVersion(id),
  facts: (site: SiteAnswers, docId: string) => site.facts(docId),
  allDocs: (site: SiteAnswers, docId: string) => site.allDocs(docId),
};
type Questions = typeof questions;

/** What a document was made from, each thing once, in the order it was first asked for. */
export class DependencyLog {
  readonly #entries = new Map<string, Dependency>();

  /** `hash`: see `hashOfFile`. */
  file(file: string, hash: string | null): void {
    this.#entries.set(`file:${file}`, { kind: 'file', file, hash });
  }

  ask<Kind extends keyof Questions>(kind: Kind, site: SiteAnswers, about = ''): ReturnType<Questions[Kind]> {
    // The answer to a question of this kind.
    const answer = questions[kind](site, about) as ReturnType<Questions[Kind]>;
    const question = `${kind}:${about}`;
    this.#entries.set(`site:${question}`, { kind: 'site', question, hash: answerHash(answer) });
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

/** True when compiling again would read the same files and get the same answers. */
export function isUnchanged(
  dependency: Dependency,
  context: SiteAnswers,
  fileHash: (file: string) => string | null = hashOfFile,
): boolean {
  if (dependency.kind === 'file') return fileHash(dependency.file) === dependency.hash;
  const [, kind = '', about = ''] = /^(\w+):(.*)$/s.exec(dependency.question) ?? [];
  if (!Object.hasOwn(questions, kind)) return false;
  // It has been found among them.
  return answerHash(questions[kind as keyof Questions](context, about)) === dependency.hash;
}

/** SHA-256, hex; `null` for a file that is not there. */
export function hashOfFile(file: string): string | null {
  try {
    return hash('sha256', readFileSync(file));
  } catch {
    return null;
  }
}

function answerHash(answer: unknown): string {
  return hash('sha256', JSON.stringify(answer ?? null));
}
