import type { ElementContent } from 'hast';
import katex from 'katex';
import type { Nodes, Root } from 'mdast';
import type { InlineMath, Math as MathBlock } from 'mdast-util-math';
import { reasonOf } from '../../shared/reason.ts';
import type { FileScope } from '../compilation.ts';
import { element, text } from '../finish/properties.ts';
import { plainElement } from '../tree/code-nodes.ts';
import { parseHtml } from '../tree/to-html.ts';
import { visit } from '../tree/visit.ts';
import type { MathSettings } from './markdown-settings.ts';

type Formula = (InlineMath | MathBlock | Extract<Nodes, { type: 'code' }>) & { value: string };

/**
 * Formulas, fences `math` among them, become MathML, which browsers lay out by themselves: no script, no style, no
 * fonts. What is wrong in one is said, and its source is shown, as Docusaurus does.
 */
export function drawFormulas(tree: Root, { katex: options }: MathSettings, scope: FileScope): void {
  visit(tree, ['math', 'inlineMath', 'code'], (node) => {
    if (node.type !== 'math' && node.type !== 'inlineMath' && node.type !== 'code') return;
    if (node.type === 'code' && node.lang !== 'math') return;
    const block = node.type !== 'inlineMath';
    const { html, problem } = draw(node.value, { ...options, displayMode: block });
    if (problem !== undefined) {
      const message = `This formula cannot be drawn as it is: ${problem}`;
      scope.report('formula', message, node.position?.start, 'warning');
    }
    become(node, block ? [element('span', { className: ['katex-display'] }, html)] : html);
  });
}

function become(node: Formula, content: ElementContent[]): void {
  const [only] = content;
  const whole = content.length === 1 && only?.type === 'element' ? only : element('span', {}, content);
  Object.assign(node, plainElement(whole.tagName, whole.properties, whole.children));
}

/** `problem`: what KaTeX says of it. */
function draw(tex: string, options: Record<string, unknown>): { html: ElementContent[]; problem?: string } {
  const settings = { strict: false, ...options, output: 'mathml' as const };
  try {
    return { html: elementsOf(katex.renderToString(tex, { ...settings, throwOnError: true })) };
  } catch (error) {
    const problem = reasonOf(error).replace(/^KaTeX parse error: /, '');
    return { html: sourceInstead(tex, settings, problem), problem };
  }
}

/** KaTeX knows for most mistakes what it can show all the same. */
function sourceInstead(tex: string, settings: katex.KatexOptions, problem: string): ElementContent[] {
  try {
    return elementsOf(katex.renderToString(tex, { ...settings, strict: 'ignore', throwOnError: false }));
  } catch {
    return [element('span', { className: ['katex-error'], title: problem }, [text(tex)])];
  }
}

function elementsOf(html: string): ElementContent[] {
  return parseHtml(html).filter((node) => node.type === 'element' || node.type === 'text');
}
