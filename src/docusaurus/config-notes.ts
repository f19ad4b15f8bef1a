import { findLineOfKey, findLineOfText } from '../shared/line-of-key.ts';
import type { Problem } from '../shared/problem.ts';

/** A part of a site or its configuration, and what becomes of it. */
export interface Finding {
  kind: 'works' | 'changed' | 'left-out';
  /** The setting that the note is about: the path of a key (`themeConfig.algolia`) or the name of a package. */
  what: string;
  file: string;
  line?: number | undefined;
  /** One sentence without a full stop: the reason, or how it works now. */
  why: string;
}

export type Settings = Readonly<Record<string, unknown>>;

/** Keys that aren't used, each with the reason for the report. A key with an empty reason isn't reported. */
export type Unused = Readonly<Record<string, string>>;

/** Collects findings and problems while a configuration is read. */
export class ConfigNotes {
  readonly problems: Problem[] = [];
  readonly findings: Finding[] = [];
  readonly #file: string;
  readonly #text: string;

  constructor(file: string, text: string) {
    this.#file = file;
    this.#text = text;
  }

  /** `writtenName` is the short name of a package in the configuration, such as `pwa` for `@docusaurus/plugin-pwa`. */
  addFinding(kind: Finding['kind'], what: string, why: string, writtenName = what): void {
    const line = this.#findLine(what) ?? findLineOfText(this.#text, writtenName);
    this.findings.push({ kind, what, file: this.#file, line, why });
  }

  addProblem(severity: Problem['severity'], what: string, message: string): void {
    const line = this.#findLine(what);
    this.problems.push({ code: 'docusaurus-config', severity, file: this.#file, line, message });
  }

  /** Reports a failure of the site's code at its line in any file, or else at the line of the setting. */
  addFailure(what: string, message: string, place: { file: string; line: number } | undefined): void {
    const { file, line } = place ?? { file: this.#file, line: this.#findLine(what) };
    this.problems.push({ code: 'docusaurus-config', severity: 'warning', file, line, message });
  }

  /** Notes about the same file, without findings and problems. */
  createEmptyCopy(): ConfigNotes {
    return new ConfigNotes(this.#file, this.#text);
  }

  /**
   * Adds the findings and problems of other notes that these don't have, with the circumstances in which they occur, such
   * as `in the language "fr"`.
   */
  addDifferences({ problems, findings }: ConfigNotes, circumstances: string): void {
    const messages = new Set(this.problems.map(({ message }) => message));
    const reasons = new Set(this.findings.map(({ why }) => why));
    const newProblems = problems.filter(({ message }) => !messages.has(message));
    const newFindings = findings.filter(({ why }) => !reasons.has(why));
    this.problems.push(
      ...newProblems.map((problem) => ({
        ...problem,
        message: `${problem.message.replace(/\.$/, '')} (${circumstances}).`,
      })),
    );
    this.findings.push(
      ...newFindings.map((finding) => ({ ...finding, why: `${finding.why} (${circumstances})` })),
    );
  }

  /**
   * Returns the keys of an object that are `used`. Reports `unused` keys with their reasons, and warns about all
   * others.
   * A number, string or list in place of the object is an error. `at` is the path of the object in the configuration.
   */
  pick(source: unknown, at: string, used: readonly string[], unusedKeys: Unused = {}): Settings {
    const settings: Record<string, unknown> = {};
    if (typeof source === 'number' || typeof source === 'string' || Array.isArray(source)) {
      const message = `${at || 'The configuration'} is ${JSON.stringify(source).slice(0, 60)}, but must be an object: { … }.`;
      this.addProblem('error', at, message);
    }
    for (const [key, value] of Object.entries(toSettings(source))) {
      // Some sites write `rel: null` for a missing value.
      if (value === undefined || value === null) continue;
      const what = at === '' ? key : `${at}.${key}`;
      const why = unusedKeys[key];
      if (used.includes(key)) settings[key] = value;
      else if (why === undefined)
        this.addProblem('warning', what, `${what} is an unknown key and is left out.`);
      else if (why !== '') this.addFinding('left-out', what, why);
    }
    return settings;
  }

  /**
   * Finds the line of a package or function by its name, or of a key by the last part of its path that the file has.
   */
  #findLine(what: string): number | undefined {
    const keys = what.split('.').filter((part) => !/^\d+$/.test(part));
    const keyLines = keys.toReversed().map((key) => findLineOfKey(this.#text, key));
    return (
      findLineOfText(this.#text, what) ??
      keyLines.find((line) => line !== undefined) ??
      findLineOfWord(this.#text, what)
    );
  }
}

function findLineOfWord(text: string, word: string): number | undefined {
  if (!/^[\w$]+$/.test(word)) return undefined;
  const index = text.split(/\r?\n/).findIndex((line) => line.split(/[^\w$]+/).includes(word));
  return index === -1 ? undefined : index + 1;
}

/** Copies the properties of an object. Returns an empty object for any other value. */
export function toSettings(value: unknown): Settings {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

/** Returns the value if it is a list, otherwise an empty list. */
export function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Removes keys whose value is undefined. */
export function removeUndefined(settings: Settings): Settings {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}

/** A base path with `/` at both ends. */
export function addSlashes(baseUrl: string): string {
  return `/${baseUrl}/`.replace(/\/{2,}/g, '/');
}
