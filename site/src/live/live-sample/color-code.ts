import { type Token, tokenizer, tokTypes } from 'acorn';

/** Kinds of words that the compiled code blocks color, too. */
type Kind = 'keyword' | 'string' | 'constant' | 'function' | 'comment';

interface Span {
  start: number;
  end: number;
  kind: Kind;
}

/** Colors JavaScript as HTML, with the classes of compiled code blocks. Code after an error stays without colors. */
export function colorCode(code: string): string {
  const spans = findSpans(code).sort((a, b) => a.start - b.start);
  let html = '';
  let at = 0;
  for (const { start, end, kind } of spans) {
    html += `${escapeText(code.slice(at, start))}<span class="tk-${kind}">${escapeText(code.slice(start, end))}</span>`;
    at = end;
  }
  return html + escapeText(code.slice(at));
}

function findSpans(code: string): Span[] {
  const spans: Span[] = [];
  let name: Token | undefined;
  try {
    const tokens = tokenizer(code, {
      ecmaVersion: 'latest',
      onComment: (_isBlock, _text, start, end) => spans.push({ start, end, kind: 'comment' }),
    });
    for (const token of tokens) {
      // A name before a parenthesis is a function's.
      if (name && token.type === tokTypes.parenL)
        spans.push({ start: name.start, end: name.end, kind: 'function' });
      name = token.type === tokTypes.name ? token : undefined;
      const kind = findKind(token);
      if (kind) spans.push({ start: token.start, end: token.end, kind });
    }
  } catch {
    // While readers type, code is often unfinished.
  }
  return spans;
}

function findKind({ type }: Token): Kind | undefined {
  if (type === tokTypes.string || type === tokTypes.template || type === tokTypes.backQuote) return 'string';
  const constants = [tokTypes.num, tokTypes.regexp, tokTypes._true, tokTypes._false];
  if (constants.includes(type) || type === tokTypes._null) return 'constant';
  return type.keyword === undefined ? undefined : 'keyword';
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
