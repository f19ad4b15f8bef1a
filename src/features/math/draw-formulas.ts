import type { ElementContent } from 'hast';
import katex from 'katex';
import type { Nodes, Root } from 'mdast';
import type { InlineMath, Math as MathBlock } from 'mdast-util-math';
import type { ExtendedDocument } from '../../markdown/extensions.ts';
import { createHtmlElement, createHtmlText } from '../../markdown/finish/properties.ts';
import type { MathSettings } from '../../markdown/plugins/markdown-settings.ts';
import { createPlainElement } from '../../markdown/tree/code-nodes.ts';
import { parseHtml } from '../../markdown/tree/to-html.ts';
import { visit } from '../../markdown/tree/visit.ts';
import { describeReason } from '../../shared/reason.ts';

type Formula = (InlineMath | MathBlock | Extract<Nodes, { type: 'code' }>) & { value: string };

/**
 * Turns formulas, and fences of the language `math`, into MathML, which browsers lay out without scripts, styles or
 * fonts. An error in a formula is a warning, and its source is shown, as in Docusaurus. Returns whether there was a formula.
 */
export function drawFormulas(
  tree: Root,
  { katex: options }: MathSettings,
  report: ExtendedDocument['report'],
): boolean {
  let hasDrawn = false;
  visit(tree, ['math', 'inlineMath', 'code'], (node) => {
    if (node.type !== 'math' && node.type !== 'inlineMath' && node.type !== 'code') return;
    if (node.type === 'code' && node.lang !== 'math') return;
    const isBlock = node.type !== 'inlineMath';
    const { html, problem } = draw(node.value, { ...options, displayMode: isBlock });
    if (problem !== undefined) {
      const message = `This formula has an error: ${problem}`;
      report('formula', message, node.position?.start, 'warning');
    }
    hasDrawn = true;
    replaceWith(node, isBlock ? [createHtmlElement('span', { className: ['katex-display'] }, html)] : html);
  });
  return hasDrawn;
}

function replaceWith(node: Formula, content: ElementContent[]): void {
  const [onlyNode] = content;
  const wholeFormula =
    content.length === 1 && onlyNode?.type === 'element' ? onlyNode : createHtmlElement('span', {}, content);
  Object.assign(
    node,
    createPlainElement(wholeFormula.tagName, wholeFormula.properties, wholeFormula.children),
  );
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
    return [createHtmlElement('span', { className: ['katex-error'], title: problem }, [createHtmlText(tex)])];
  }
}

function parseElements(html: string): ElementContent[] {
  return parseHtml(html).filter((node) => node.type === 'element' || node.type === 'text');
}
