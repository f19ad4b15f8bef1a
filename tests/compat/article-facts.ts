import type { Element, RootContent } from 'hast';
import type { Article, Heading } from '../../src/markdown/article.ts';
import { parseHtml } from '../../src/markdown/tree/to-html.ts';
import type { Doc } from '../../src/model/site.ts';

/** The facts that `truth.json` lists for a page's article, read from our article. */
export interface ArticleFacts {
  headings: Pick<Heading, 'id' | 'level' | 'text'>[];
  toc: { href: string; text: string }[];
  links: string[];
  externalLinks: number;
  anchors: string[];
  admonitions: { count: number; byType: Record<string, number>; titles: string[] };
  codeBlocks: {
    count: number;
    langs: string[];
    titles: string[];
    highlightedLines: number;
    lineNumbered: number;
  };
  tabs: { count: number; labels: string[]; selected: string[] };
  details: number;
  tables: number;
  images: number;
  textLength: number;
}

export function readFacts(article: Article, doc: Doc): ArticleFacts {
  const nodes = parseHtml(article.html);
  const madeUpTitle = article.hasTitle || doc.hideTitle ? undefined : doc.title;
  const headings = withMadeUpTitle(article.headings, madeUpTitle);
  const ids = new Set(headings.map(({ id }) => id));
  const hrefs = article.links.map(({ href }) => href);
  const elements = listElements(nodes);
  const count = (tagName: string) => elements.filter((element) => element.tagName === tagName).length;
  return {
    headings,
    toc: article.toc.map(({ id, text }) => ({ href: `#${id}`, text })),
    links: [...new Set(hrefs.filter((href) => !isExternal(href)))].sort(),
    externalLinks: hrefs.filter(isExternal).length,
    anchors: article.anchors.filter((id) => !ids.has(id)),
    admonitions: findAdmonitions(elements),
    codeBlocks: findCodeBlocks(elements),
    tabs: findTabs(elements),
    details: count('details'),
    tables: count('table'),
    images: count('img'),
    textLength: squeeze((madeUpTitle ?? '') + readTextLikeDocusaurus(nodes)).length,
  };
}

/** Adds the h1 that the shell draws when the content has none. */
function withMadeUpTitle(headings: Heading[], title: string | undefined): Heading[] {
  return title === undefined
    ? headings
    : [{ id: null, level: 1, text: title, inside: 'header' }, ...headings];
}

function isExternal(href: string): boolean {
  return /^(?:\w[\w+.-]*:|\/\/)/.test(href);
}

function findAdmonitions(elements: readonly Element[]): ArticleFacts['admonitions'] {
  const types = withClass(elements, 'admonition').map(
    (element) =>
      readClasses(element)
        .find((name) => name.startsWith('theme-admonition-'))
        ?.slice('theme-admonition-'.length) ?? '',
  );
  const byType: Record<string, number> = {};
  for (const type of types) byType[type] = (byType[type] ?? 0) + 1;
  return { count: types.length, byType, titles: withClass(elements, 'admonition-heading').map(readText) };
}

function findCodeBlocks(elements: readonly Element[]): ArticleFacts['codeBlocks'] {
  const blocks = withClass(elements, 'theme-code-block');
  return {
    count: blocks.length,
    langs: blocks.map(
      (block) =>
        readClasses(block)
          .find((name) => name.startsWith('language-'))
          ?.slice('language-'.length) ?? '',
    ),
    titles: withClass(elements, 'code-block-title').map(readText),
    highlightedLines: withClass(elements, 'line-highlighted').length,
    lineNumbered: withClass(elements, 'code-numbered').length,
  };
}

function findTabs(elements: readonly Element[]): ArticleFacts['tabs'] {
  const tabs = elements.filter(({ properties }) => properties.role === 'tab');
  return {
    count: elements.filter(({ properties }) => properties.role === 'tablist').length,
    labels: tabs.map(readText),
    selected: tabs.filter(({ properties }) => properties.ariaSelected === 'true').map(readText),
  };
}

/** React writes no white space between the parts of a table, and Docusaurus ends lines of code with `<br>`. */
function readTextLikeDocusaurus(nodes: readonly RootContent[], parent?: Element): string {
  const inTable = parent && /^(?:table|thead|tbody|tr)$/.test(parent.tagName);
  const isInCode =
    parent?.tagName === 'code' &&
    parent.children.some((child) => child.type === 'element' && readClasses(child).includes('line'));
  return nodes
    .map((node) => {
      if (node.type === 'text') return (inTable || isInCode) && node.value.trim() === '' ? '' : node.value;
      if (node.type !== 'element' || readClasses(node).includes('code-block-buttons')) return '';
      return readTextLikeDocusaurus(node.children, node);
    })
    .join('');
}

function listElements(nodes: readonly RootContent[]): Element[] {
  return nodes.flatMap((node) => (node.type === 'element' ? [node, ...listElements(node.children)] : []));
}

function withClass(elements: readonly Element[], name: string): Element[] {
  return elements.filter((element) => readClasses(element).includes(name));
}

function readClasses({ properties }: Element): string[] {
  return Array.isArray(properties.className) ? properties.className.map(String) : [];
}

function readText(element: Element): string {
  return squeeze(readTextLikeDocusaurus(element.children, element));
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
