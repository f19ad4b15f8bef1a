import { createHash } from 'node:crypto';
import type { Element } from 'hast';
import { addClass, take } from './properties.ts';

/** Moves an inline style into a rule of its own: the site's policy allows no inline styles. */
export function extractStyle(element: Element, rules: Map<string, string>): void {
  const style = normalise(take(element, 'style') ?? '');
  if (style === '') return;
  const name = `s-${createHash('sha256').update(style).digest('hex').slice(0, 8)}`;
  rules.set(name, `.${name}{${style}}`);
  addClass(element, name);
}

/** One spelling for equal styles; nothing that could end the rule or the style sheet. */
function normalise(style: string): string {
  return style
    .replace(/[{}<]/g, '')
    .split(';')
    .map((declaration) => declaration.trim().replace(/^([\w-]+)\s*:\s*/, '$1:'))
    .filter(Boolean)
    .join(';');
}
