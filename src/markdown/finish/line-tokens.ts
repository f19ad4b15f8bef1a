import type { GrammarState, HighlighterCore, ThemedToken } from 'shiki/core';

/** Longer lines than this are hardly source code, and regular expressions take their time over them. */
const LINE_MAX_CHARACTERS = 2_000;
/** Remembered for each language; then it starts from the beginning. */
const REMEMBERED_LINES = 5_000;

/** Where a grammar stands between two lines: what it makes of a line depends on this and the line alone. */
interface Place {
  state: GrammarState | undefined;
  lines: Map<string, { html: string; next: Place }>;
}

/**
 * Lines of one language as HTML. Samples of one site repeat most of their lines, and a repeated one is a look-up:
 * places that are the same in all that counts are one, so the lines above need not be the same.
 */
export class LineTokens {
  readonly #highlighter: HighlighterCore;
  readonly #lang: string;
  readonly #theme: string;
  readonly #toHtml: (tokens: readonly ThemedToken[]) => string;
  #start: Place = { state: undefined, lines: new Map() };
  #places: Place[] = [];
  #remembered = 0;

  constructor(
    highlighter: HighlighterCore,
    { lang, theme }: { lang: string; theme: string },
    toHtml: (tokens: readonly ThemedToken[]) => string,
  ) {
    this.#highlighter = highlighter;
    this.#lang = lang;
    this.#theme = theme;
    this.#toHtml = toHtml;
  }

  highlight(code: string): string[] {
    if (this.#remembered > REMEMBERED_LINES) this.#forget();
    let place = this.#start;
    return code.split(/\r?\n/).map((line) => {
      if (line === '') return '';
      if (line.length >= LINE_MAX_CHARACTERS) return this.#toHtml([{ content: line, offset: 0 }]);
      const known = place.lines.get(line) ?? this.#tokenize(line, place);
      place = known.next;
      return known.html;
    });
  }

  #tokenize(line: string, place: Place): { html: string; next: Place } {
    const tokens = this.#highlighter.codeToTokensBase(line, {
      lang: this.#lang,
      theme: this.#theme,
      // None: on a busy machine half a block would stay without colours, and be remembered so.
      tokenizeTimeLimit: 0,
      ...(place.state ? { grammarState: place.state } : {}),
    });
    const next = this.#placeOf(this.#highlighter.getLastGrammarState(tokens));
    const made = { html: this.#toHtml(tokens[0] ?? []), next };
    place.lines.set(line, made);
    this.#remembered += 1;
    return made;
  }

  #placeOf(state: GrammarState | undefined): Place {
    const known = this.#places.find((place) => isSame(place.state, state));
    if (known) return known;
    const place: Place = { state, lines: new Map() };
    this.#places.push(place);
    return place;
  }

  #forget(): void {
    this.#start = { state: undefined, lines: new Map() };
    this.#places = [];
    this.#remembered = 0;
  }
}

/** A rule that is open, and the ones around it. Shiki's types leave out what `equals` does not look at. */
interface OpenRule {
  equals(other: unknown): boolean;
  beginRuleCapturedEOL: boolean;
  parent: OpenRule | null;
}

function isSame(a: GrammarState | undefined, b: GrammarState | undefined): boolean {
  let one = a?.getInternalStack() as OpenRule | null | undefined;
  let other = b?.getInternalStack() as OpenRule | null | undefined;
  if (!one || !other || !one.equals(other)) return false;
  for (; one && other; one = one.parent, other = other.parent)
    if (one.beginRuleCapturedEOL !== other.beginRuleCapturedEOL) return false;
  return true;
}
