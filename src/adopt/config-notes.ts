import { lineOfKey, lineOfText } from '../shared/line-of-key.ts';
import type { Problem } from '../shared/problem.ts';

/** Something of a configuration, and how it comes along. */
export interface Finding {
  kind: 'works' | 'changed' | 'left-out';
  /** As the owner wrote it: a key with its way (`themeConfig.algolia`), a package. */
  what: string;
  file: string;
  line?: number | undefined;
  /** One sentence: why, or how it is now. */
  why: string;
}

export type Settings = Readonly<Record<string, unknown>>;

/** Keys that are not used, each with the reason; one without a reason says nothing to anybody. */
export type Unused = Readonly<Record<string, string>>;

export const noInlineStyle =
  'inline styles are not allowed by the policy; write them into the style sheet under a className';

/** Collects what there is to say about a configuration while it is read. */
export class ConfigNotes {
  readonly problems: Problem[] = [];
  readonly findings: Finding[] = [];
  readonly #file: string;
  readonly #text: string;

  constructor(file: string, text: string) {
    this.#file = file;
    this.#text = text;
  }

  find(kind: Finding['kind'], what: string, why: string): void {
    this.findings.push({ kind, what, file: this.#file, line: this.#lineOf(what), why });
  }

  report(severity: Problem['severity'], what: string, message: string): void {
    const line = this.#lineOf(what);
    this.problems.push({ code: 'docusaurus-config', severity, file: this.#file, line, message });
  }

  /**
   * The settings of an object at `at`: those that are `used`; of the others it is told why not, and a key that nobody
   * knows is a warning. Anything but an object has none; a number, a text or a list in its place is an error.
   */
  pick(source: unknown, at: string, used: readonly string[], unused: Unused = {}): Settings {
    const settings: Record<string, unknown> = {};
    if (typeof source === 'number' || typeof source === 'string' || Array.isArray(source)) {
      const message = `${at || 'The configuration'} is ${JSON.stringify(source).slice(0, 60)}, and has to be an object: { … }.`;
      this.report('error', at, message);
    }
    for (const [key, value] of Object.entries(settingsOf(source))) {
      // Some write `rel: null` for none.
      if (value === undefined || value === null) continue;
      const what = at === '' ? key : `${at}.${key}`;
      const why = unused[key];
      if (used.includes(key)) settings[key] = value;
      else if (why === undefined) this.report('warning', what, `${what} is not known here, and is left out.`);
      else if (why !== '') this.find('left-out', what, why);
    }
    return settings;
  }

  /** HTML at this place (`at`), without styles that browsers would refuse and report on every page. */
  html(value: unknown, at: string): unknown {
    if (typeof value !== 'string') return value;
    const plain = value.replace(/(<[a-z](?:[^<>"']|"[^"]*"|'[^']*')*?)\sstyle=(?:"[^"]*"|'[^']*')/gi, '$1');
    if (plain !== value) this.find('left-out', at, noInlineStyle);
    return plain;
  }

  /** The line of a key, by the last part of its way that is in the file; of a package or a function by its name. */
  #lineOf(what: string): number | undefined {
    const keys = what.split('.').filter((part) => !/^\d+$/.test(part));
    const ofKey = keys.toReversed().map((key) => lineOfKey(this.#text, key));
    return (
      lineOfText(this.#text, what) ?? ofKey.find((line) => line !== undefined) ?? lineOfWord(this.#text, what)
    );
  }
}

function lineOfWord(text: string, word: string): number | undefined {
  if (!/^[\w$]+$/.test(word)) return undefined;
  const at = text.split(/\r?\n/).findIndex((line) => line.split(/[^\w$]+/).includes(word));
  return at === -1 ? undefined : at + 1;
}

export function settingsOf(value: unknown): Settings {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Without the keys that say nothing. */
export function defined(settings: Settings): Settings {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}
