import path from 'node:path';
import type { Element } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import { type Compilation, type Position, shownPath } from '../compilation.ts';
import { take } from './properties.ts';
import type { Findings } from './walk.ts';

/** Elements of a page's head, which a document cannot set. */
const dropped = new Set(['link', 'meta', 'base', 'title', 'head']);

/** What a page says of itself: see `@theme/Layout`. */
export function readLayout(node: Element, { page }: Findings): void {
  const [title, description] = [take(node, 'dataPageTitle'), take(node, 'dataPageDescription')];
  if (title !== undefined) page.title ??= title;
  if (description !== undefined) page.description ??= description;
}

/** `<Head>`: title and description; the rest of a head is made by the shell. */
export function readHead(node: Element, findings: Findings): void {
  readLayout(node, findings);
  const others = take(node, 'dataOthers');
  const message = `Of \`<Head>\` only the title and the description are taken, not ${others}.`;
  if (others) warn(findings.compilation, 'head', message);
}

/** What the site's policy forbids, and what only the shell sets. */
export function isLeftOut(node: Element, { compilation, styles, inDrawing }: Findings): boolean {
  if (node.tagName === 'style') styles.set(textOf(node), textOf(node).replace(/<\//g, ''));
  const message = 'A `<script>` in a document is left out: the site runs only its own scripts.';
  if (node.tagName === 'script') warn(compilation, 'script', message);
  // The title of a drawing is its name, not the page's.
  if (node.tagName === 'title' && inDrawing) return false;
  return dropped.has(node.tagName) || node.tagName === 'style' || node.tagName === 'script';
}

export function dropHandlers(node: Element, compilation: Compilation): void {
  for (const name of Object.keys(node.properties)) {
    if (!/^on[a-z]/i.test(name)) continue;
    delete node.properties[name];
    const handler = `\`${name}\` on \`<${node.tagName}>\``;
    warn(compilation, 'event-handler', `${handler} is left out: the site runs only its own scripts.`);
  }
}

export function warn(
  { context, document, problems }: Compilation,
  code: string,
  message: string,
  position?: Position,
): void {
  const file = shownPath(context, path.join(context.docsDir, document.file));
  problems.push({ code, severity: 'warning', file, message, ...position });
}
