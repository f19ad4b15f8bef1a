import type { ElementContent } from 'hast';
import katex from 'katex';
import type { Nodes, Root } from 'mdast';
import type { InlineMath, Math as MathBlock } from 'mdast-util-math';
import { describeReason } from '../../shared/reason.ts';
import type { FileScope } from '../compilation.ts';
import { createHtmlElement, createText } from '../finish/properties.ts';
import { createPlainElement } from '../tree/code-nodes.ts';
import { parseHtml } from '../tree/to-html.ts';
import { visit } from '../tree/visit.ts';
import type { MathSettings } from './markdown-settings.ts';

type Formula = (InlineMath | MathBlock | Extract<Nodes, { type: 'code' }>) & { value: string };

/**
 * Turns formulas, and fences of the language `math`, into MathML, which browsers lay out without scripts, styles or
 * fonts. An error in a formula is a warning, and its source is shown, as in Docusaurus.
 */
export function drawFormulas(tree: Root, { katex: options }: MathSettings, scope: FileScope): void {
  visit(tree, ['math', 'inlineMath', 'code'], (node) => {
    if (node.type !== 'math' && node.type !== 'inlineMath' && node.type !== 'code') return;
    if (node.type === 'code' && node.lang !== 'math') return;
    const block = node.type !== 'inlineMath';
    const { html, problem } = draw(node.value, { ...options, displayMode: block });
    if (problem !== undefined) {
      const message = `This formula has an error: ${problem}`;
      scope.report('formula', message, node.position?.start, 'warning');
    }
    replaceWith(node, block ? [createHtmlElement('span', { className: ['katex-display'] }, html)] : html);
  });
}

function replaceWith(node: Formula, content: ElementContent[]): void {
  const [only] = content;
  const whole =
    content.length === 1 && only?.type === 'element' ? only : createHtmlElement('span', {}, content);
  Object.assign(node, createPlainElement(whole.tagName, whole.properties, whole.children));
}

/** `problem` is the message of KaTeX. */
function draw(tex: string, options: Record<string, unknown>): { html: ElementContent[]; problem?: string } {
  const settings = { strict: false, ...options, output: 'mathml' as const };
  try {
    return { html: parseElements(katex.renderToString(tex, { ...settings, throwOnError: true })) };
  } catch (error) {
    const problem = describeReason(error).replace(/^KaTeX parse error: /, '');
    return { html: drawSource(tex, settings, problem), problem };
  }
}

/** For most errors KaTeX still knows what to show. */
function drawSource(tex: string, settings: katex.KatexOptions, problem: string): ElementContent[] {
  try {
    return parseElements(katex.renderToString(tex, { ...settings, strict: 'ignore', throwOnError: false }));
  } catch {
    return [createHtmlElement('span', { className: ['katex-error'], title: problem }, [createText(tex)])];
  }
}

function parseElements(html: string): ElementContent[] {
  return parseHtml(html).filter((node) => node.type === 'element' || node.type === 'text');
}
