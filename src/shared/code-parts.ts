/** A stretch of a module's text: code, or something in it that only looks like code. */
interface CodePart {
  /**
   * The text of a template literal is a `template`, and what is in its `${…}` is split like the rest of the module. A
   * `regex` is a regular expression.
   */
  kind: 'code' | 'comment' | 'string' | 'template' | 'regex';
  start: number;
  end: number;
}

/**
 * Splits the text of a module without a parser. The parts are in the order of the text and leave nothing out.
 *
 * The text between the tags of JSX has quotes and slashes, too: `<p>Don't use http://…</p>`. A mark that can't start a
 * string, comment or regular expression where it is counts as code, because callers must rather find too much code than
 * too little.
 */
export function splitCode(text: string): CodePart[] {
  const parts: CodePart[] = [];
  /** For each template literal that `at` is inside of: how many braces are open in its current `${…}`. */
  const openBraces: number[] = [];
  let at = 0;
  const add = (kind: CodePart['kind'], end: number) => {
    const last = parts.at(-1);
    if (last?.kind === kind && kind === 'code') last.end = end;
    else if (end > at) parts.push({ kind, start: at, end });
    at = end;
  };
  /** Adds the text of a template literal up to the code in it, or with the backtick at its end. */
  const addTemplateText = () => {
    const end = matchAt(TEMPLATE_TEXT, text, at) ?? at;
    if (text.startsWith('${', end)) {
      add('template', end);
      add('code', end + 2);
      openBraces.push(0);
    } else add('template', Math.min(end + 1, text.length));
  };
  while (at < text.length) {
    MARK.lastIndex = at;
    const markAt = MARK.exec(text)?.index ?? text.length;
    add('code', markAt);
    const mark = text[markAt];
    if (mark === undefined) break;
    if (mark === '{' || mark === '}') {
      const depth = openBraces.pop();
      add('code', markAt + 1);
      if (mark === '}' && depth === 0) addTemplateText();
      else if (depth !== undefined) openBraces.push(depth + (mark === '{' ? 1 : -1));
      continue;
    }
    if (mark === '`' && canStartTemplate(text, markAt)) {
      add('template', markAt + 1);
      addTemplateText();
      continue;
    }
    const [kind, end] = readPart(text, markAt);
    add(kind, end);
  }
  return parts;
}

/** Whether a position is code that runs. */
export function createCodeTest(text: string): (position: number) => boolean {
  const codeParts = splitCode(text).filter(({ kind }) => kind === 'code');
  return (position) => codeParts.some(({ start, end }) => start <= position && position < end);
}

const MARK = /["'`{}/]/g;
const STRING = /"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\[\s\S])*'/y;
const COMMENT = /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)/y;
/** Longer ones than this are rare, and a search without a limit would take long in long lines with many slashes. */
const REGEX = /\/(?![*/>])(?:[^\\/[\n]|\\[^\n]|\[(?:[^\]\\\n]|\\[^\n]){0,500}\]){1,1000}\/[a-z]*/y;
/** The text of a template literal up to its end or its next `${`. */
const TEMPLATE_TEXT = /(?:[^`\\$]|\\[\s\S]|\$(?!\{))*/y;

/** The end of what a sticky pattern matches at this position. */
function matchAt(pattern: RegExp, text: string, position: number): number | undefined {
  pattern.lastIndex = position;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** The part that starts with a quote or slash. */
function readPart(text: string, markAt: number): [kind: CodePart['kind'], end: number] {
  if (text[markAt] === '/') {
    const commentEnd = matchAt(COMMENT, text, markAt);
    if (commentEnd !== undefined)
      return isInAddress(text, markAt) ? ['code', markAt + 2] : ['comment', commentEnd];
    const regexEnd = canStartValue(text, markAt) ? matchAt(REGEX, text, markAt) : undefined;
    return regexEnd === undefined ? ['code', markAt + 1] : ['regex', regexEnd];
  }
  const stringEnd = canStartValue(text, markAt) ? matchAt(STRING, text, markAt) : undefined;
  return stringEnd === undefined ? ['code', markAt + 1] : ['string', stringEnd];
}

/** Whether slashes belong to an address or a pattern of paths in the text of an element: `https://…`, `src/**`. */
function isInAddress(text: string, position: number): boolean {
  const before = text.slice(Math.max(0, position - 10), position);
  return text[position + 1] === '/' ? /\b(?:https?|ftp|file|wss?):$/.test(before) : /[\w*]$/.test(before);
}

/** Words of the language that a value can follow. After any other word, a quote is an apostrophe in a text. */
const wordsBeforeValue = new Set(
  'as await case default delete do else export extends from import in instanceof is keyof new of return satisfies throw typeof void yield'.split(
    ' ',
  ),
);

/** Whether a string or regular expression can start here, after what comes before. */
function canStartValue(text: string, position: number): boolean {
  // No word or indentation that matters is longer than 200 characters.
  const textBefore = text.slice(Math.max(0, position - 200), position);
  const before = textBefore.trimEnd();
  const space = textBefore.slice(before.length);
  const isOnNewLine = space.includes('\n');
  const [word] = /[\p{L}\p{N}_$]+$/u.exec(before) ?? [];
  if (word !== undefined) return isOnNewLine || wordsBeforeValue.has(word);
  const last = before.at(-1) ?? '';
  if (/[)\]}"'`]/.test(last)) return isOnNewLine;
  // `=> 'a'` and `a > 'b'`, but not `<p>"Text"</p>` or `</p>`.
  if (last === '>') return before.endsWith('=>') || space !== '';
  if (last === '<') return space !== '';
  return last !== '.' || before.endsWith('...');
}

/** Whether a backtick starts a template literal. In a text, it stands after a space, and so it does in `return `a``. */
function canStartTemplate(text: string, position: number): boolean {
  return !/\s/.test(text[position - 1] ?? '') || canStartValue(text, position);
}
