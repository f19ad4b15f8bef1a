import type { Element } from 'hast';
import { toHtml } from 'hast-util-to-html';
import type { InlineCode, Nodes } from 'mdast';
import type { MdxJsxFlowElement } from 'mdast-util-mdx';
import type { ReactNode } from 'react';
import type { Problem } from '../shared/problem.ts';
import type { Article } from './article.ts';
import type { ArticleTexts } from './context.ts';
import { layOutAdmonition } from './finish/layout.ts';
import { element, text } from './finish/properties.ts';
import type { MarkdownFile } from './markdown-file.ts';
import type { ModuleExports } from './mdx/evaluate.ts';
import { isJsxElement } from './tree/code-nodes.ts';
import { SKIP, visit } from './tree/visit.ts';

/** In the place of a component that is not there. */
export function ShowChildren(props?: { children?: ReactNode }): ReactNode {
  return props?.children ?? null;
}

/** In the place of a module: whatever it is asked for. */
export function missingModule(): ModuleExports {
  return new Proxy({}, { get: () => ShowChildren });
}

/** Leaves what the document's own code computes as it is written. */
export function showSource({ tree }: MarkdownFile): void {
  visit(tree, (node, index, parent) => {
    if (node.type === 'mdxjsEsm') {
      const program = node.data?.estree;
      if (program) program.body = program.body.filter(({ type }) => type === 'ImportDeclaration');
    }
    if (isJsxElement(node)) node.attributes = node.attributes.filter(isWritten);
    if (node.type !== 'mdxFlowExpression' && node.type !== 'mdxTextExpression') return undefined;
    if (!parent || index === undefined) return undefined;
    const code: InlineCode = { type: 'inlineCode', value: `{${node.value}}` };
    const siblings: Nodes[] = parent.children;
    siblings[index] = node.type === 'mdxTextExpression' ? code : { type: 'paragraph', children: [code] };
    return SKIP;
  });
}

function isWritten(attribute: MdxJsxFlowElement['attributes'][number]): boolean {
  return attribute.type === 'mdxJsxAttribute' && typeof attribute.value !== 'object';
}

/** Imports and exports at the top of a text are no words of it; its lines stay where they are. */
export function withoutHead(source: string): string {
  const head = /^(?:\s*(?:import|export)\s(?:.|\n(?!\s*\n))*)+/.exec(source)?.[0] ?? '';
  return head.replace(/[^\n]+/g, '') + source.slice(head.length);
}

/** What these are about shows where it is: nothing else is missing for their sake. */
const ofLinks: ReadonlySet<string> = new Set([
  'missing-image',
  'missing-file',
  'empty-link',
  'broken-markdown-link',
]);

/** The article with what it lacks said above it. */
export function markIncomplete(article: Article, problems: readonly Problem[], texts: ArticleTexts): Article {
  const missing = problems.filter(({ severity, code }) => severity === 'error' && !ofLinks.has(code));
  const notice: Element = element('x-admonition', { dataType: 'warning', dataTitle: texts.incomplete }, [
    element('ul', {}, missing.map(listed)),
  ]);
  layOutAdmonition(notice, texts);
  const lines = missing.map((problem) => `> - ${wordsOf(problem)}\n`);
  return {
    ...article,
    html: toHtml(notice) + article.html,
    markdown:
      article.markdown === '' ? '' : `> **${texts.incomplete}**\n>\n${lines.join('')}\n${article.markdown}`,
    problems: [...problems],
    failed: true,
  };
}

function listed(problem: Problem): Element {
  return element('li', {}, [text(wordsOf(problem))]);
}

/** For readers: where it is, without the file's name. */
function wordsOf({ line, message }: Problem): string {
  return line === undefined ? message : `${line}: ${message}`;
}
