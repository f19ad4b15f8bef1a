import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Dependency } from './article.ts';
import type { CardsOfSome, CompileContext } from './context.ts';

/** What a document asks the site. */
export type SiteAnswers = Pick<
  CompileContext,
  'docPath' | 'cards' | 'cardsOfSome' | 'codeVersion' | 'facts' | 'allDocs'
>;

/** What a document was made from, each thing once, in the order it was first asked for. */
export class DependencyLog {
  readonly #entries = new Map<string, Dependency>();

  /** `hash`: see `hashOfFile`. */
  file(file: string, hash: string | null): void {
    this.#entries.set(`file:${file}`, { kind: 'file', file, hash });
  }

  docPath(context: CompileContext, file: string): string | undefined {
    const answer = context.docPath(file);
    this.#answered(`docPath:${file}`, answer);
    return answer;
  }

  cards(context: CompileContext, docId: string): ReturnType<CompileContext['cards']> {
    const answer = context.cards(docId);
    this.#answered(`cards:${docId}`, answer);
    return answer;
  }

  cardsOfSome(context: CompileContext, docId: string): CardsOfSome | undefined {
    const answer = context.cardsOfSome?.(docId);
    this.#answered(`cardsOfSome:${docId}`, answer);
    return answer;
  }

  code(context: CompileContext, id: string): string | undefined {
    const answer = context.codeVersion(id);
    this.#answered(`code:${id}`, answer);
    return answer;
  }

  facts(context: CompileContext, docId: string): ReturnType<CompileContext['facts']> {
    const answer = context.facts(docId);
    this.#answered(`facts:${docId}`, answer);
    return answer;
  }

  allDocs(context: CompileContext): ReturnType<CompileContext['allDocs']> {
    const answer = context.allDocs();
    this.#answered('allDocs:', answer);
    return answer;
  }

  #answered(question: string, answer: unknown): void {
    this.#entries.set(`site:${question}`, { kind: 'site', question, hash: answerHash(answer) });
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
  const [, kind, subject] = /^(\w+):(.*)$/s.exec(dependency.question) ?? [];
  if (subject === undefined) return false;
  return answerHash(answerOf(kind, subject, context)) === dependency.hash;
}

function answerOf(kind: string | undefined, subject: string, context: SiteAnswers): unknown {
  switch (kind) {
    case 'docPath':
      return context.docPath(subject);
    case 'cards':
      return context.cards(subject);
    case 'cardsOfSome':
      return context.cardsOfSome?.(subject);
    case 'code':
      return context.codeVersion(subject);
    case 'facts':
      return context.facts(subject);
    case 'allDocs':
      return context.allDocs();
    default:
      return undefined;
  }
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
