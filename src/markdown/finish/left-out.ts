import path from 'node:path';
import type { Element } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import { type Compilation, type Position, toDisplayPath } from '../compilation.ts';
import { takeProperty } from './properties.ts';
import type { Findings } from './walk.ts';

/** Elements of a page's head, which documents can't set. */
const headElements = new Set(['link', 'meta', 'base', 'title', 'head']);

/**
 * Reads title and description of the page from `@theme/Layout`. As in Docusaurus, the last ones count, and the site's name
 * is added to each title but that of `<Head>`.
 */
export function readLayout(node: Element, { page }: Findings): void {
  const [title, description] = [
    takeProperty(node, 'dataPageTitle'),
    takeProperty(node, 'dataPageDescription'),
  ];
  const isWholeTitle = takeProperty(node, 'dataWholeTitle') !== undefined;
  if (title !== undefined) {
    page.title = title;
    if (isWholeTitle) page.isWholeTitle = true;
    else delete page.isWholeTitle;
  }
  if (description !== undefined) page.description = description;
}

/** Reads `<Head>`: title and description. The shell makes the rest of the head. */
export function readHead(node: Element, findings: Findings): void {
  readLayout(node, findings);
  const otherElements = takeProperty(node, 'dataOthers');
  const message = `\`<Head>\` can only set the title and the description. Remove ${otherElements} from it.`;
  if (otherElements) warn(findings.compilation, 'head', message);
}

/** Whether an element is left out, because the site's policy forbids it or only the shell sets it. */
export function isLeftOut(node: Element, { compilation, styles, inDrawing }: Findings): boolean {
  if (node.tagName === 'style') styles.set(textOf(node), textOf(node).replace(/<\//g, ''));
  const message =
    'The `<script>` is left out, because the site runs only its own scripts. Move its code to a component.';
  if (node.tagName === 'script') warn(compilation, 'script', message);
  // Inside a drawing, `<title>` is the name of the drawing.
  if (node.tagName === 'title' && inDrawing) return false;
  return headElements.has(node.tagName) || node.tagName === 'style' || node.tagName === 'script';
}

export function dropHandlers(node: Element, compilation: Compilation): void {
  for (const name of Object.keys(node.properties)) {
    if (!/^on[a-z]/i.test(name)) continue;
    delete node.properties[name];
    const handler = `\`${name}\` on \`<${node.tagName}>\``;
    warn(
      compilation,
      'event-handler',
      `${handler} is left out, because the site runs only its own scripts. Move the code to a component.`,
    );
  }
}

export function warn(
  { context, document, problems }: Compilation,
  code: string,
  message: string,
  position?: Position,
): void {
  const file = toDisplayPath(context, path.join(context.docsDir, document.file));
  problems.push({ code, severity: 'warning', file, message, ...position });
}
