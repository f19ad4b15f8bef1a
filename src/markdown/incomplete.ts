import type { Element } from 'hast';
import { toHtml } from 'hast-util-to-html';
import type { InlineCode, Nodes } from 'mdast';
import type { MdxJsxFlowElement } from 'mdast-util-mdx';
import type { ReactNode } from 'react';
import type { Problem } from '../shared/problem.ts';
import type { Article } from './article.ts';
import type { ArticleTexts } from './context.ts';
import { layOutAdmonition } from './finish/layout.ts';
import { createHtmlElement, createHtmlText } from './finish/properties.ts';
import type { MarkdownFile } from './markdown-file.ts';
import type { ModuleExports } from './mdx/evaluate.ts';
import { isJsxElement } from './tree/code-nodes.ts';
import { SKIP, visit } from './tree/visit.ts';

/** Shown instead of a missing component: its children. */
export function ShowChildren(props?: { children?: ReactNode }): ReactNode {
  return props?.children ?? null;
}

/** The replacement of a missing module. Every export is `ShowChildren`. */
export function createMissingModule(): ModuleExports {
  return new Proxy({}, { get: () => ShowChildren });
}

/** Shows expressions as code instead of evaluating them. */
export function showSource({ tree }: MarkdownFile): void {
  visit(tree, (node, index, parent) => {
    if (node.type === 'mdxjsEsm') {
      const program = node.data?.estree;
      if (program) program.body = program.body.filter(({ type }) => type === 'ImportDeclaration');
    }
    if (isJsxElement(node)) node.attributes = node.attributes.filter(isPlainAttribute);
    if (node.type !== 'mdxFlowExpression' && node.type !== 'mdxTextExpression') return undefined;
    if (!parent || index === undefined) return undefined;
    const code: InlineCode = { type: 'inlineCode', value: `{${node.value}}` };
    const siblings: Nodes[] = parent.children;
    siblings[index] = node.type === 'mdxTextExpression' ? code : { type: 'paragraph', children: [code] };
    return SKIP;
  });
}

function isPlainAttribute(attribute: MdxJsxFlowElement['attributes'][number]): boolean {
  return attribute.type === 'mdxJsxAttribute' && typeof attribute.value !== 'object';
}

/** Removes imports and exports at the top of a text without changing line numbers. */
export function removeHead(source: string): string {
  const head = /^(?:\s*(?:import|export)\s(?:.|\n(?!\s*\n))*)+/.exec(source)?.[0] ?? '';
  return head.replace(/[^\n]+/g, '') + source.slice(head.length);
}

/** Problems that are visible at their own place, so that the notice need not mention them. */
const visibleProblems: ReadonlySet<string> = new Set([
  'missing-image',
  'missing-file',
  'empty-link',
  'broken-markdown-link',
]);

/** Adds a notice above the article that lists what is missing. */
export function markIncomplete(article: Article, problems: readonly Problem[], texts: ArticleTexts): Article {
  const missing = problems.filter(({ severity, code }) => severity === 'error' && !visibleProblems.has(code));
  const notice: Element = createHtmlElement(
    'x-admonition',
    { dataType: 'warning', dataTitle: texts.incomplete },
    [createHtmlElement('ul', {}, missing.map(createListItem))],
  );
  layOutAdmonition(notice, texts);
  const lines = missing.map((problem) => `> - ${describeForReaders(problem)}\n`);
  return {
    ...article,
    html: toHtml(notice) + article.html,
    markdown:
      article.markdown === '' ? '' : `> **${texts.incomplete}**\n>\n${lines.join('')}\n${article.markdown}`,
    problems: [...problems],
    failed: true,
  };
}

function createListItem(problem: Problem): Element {
  return createHtmlElement('li', {}, [createHtmlText(describeForReaders(problem))]);
}

/** Describes a problem for readers: with its line, without the file name. */
function describeForReaders({ line, message }: Problem): string {
  return line === undefined ? message : `${line}: ${message}`;
}
