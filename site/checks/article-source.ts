import { parseDoc, parseMarkdown, prepareSource } from 'gatehouse/checks';
import type { Code, Heading, Nodes, Root } from 'mdast';
import type { MdxJsxFlowElement } from 'mdast-util-mdx';
import { toString as textOf } from 'mdast-util-to-string';
import type { SiteFile } from './rule.ts';

/** An article as its author wrote it, in the parts that the rules look at. */
export interface ArticleSource {
  /** The `file` of its `SiteFile`. */
  file: string;
  /** Path below the docs folder, without the ending. */
  page: string;
  frontMatter: Readonly<Record<string, unknown>>;
  headings: { level: number; text: string; id?: string; line: number }[];
  /** Running text, without code, names of the interface (bold) and names of the story (italic). */
  prose: Prose[];
  /** Paragraphs and cells of tables as a reader sees them, with all that the prose leaves out. */
  blocks: { text: string; line: number }[];
  /** Rows are counted without the heading. */
  tables: { columns: string[]; rows: number; line: number }[];
  links: { text: string; url: string; line: number }[];
  images: { alt: string; line: number }[];
  samples: Sample[];
  /** Code in the running text, without that of headings and of links. */
  codes: { text: string; line: number }[];
  components: ComponentUse[];
}

export interface ComponentUse {
  name: string;
  attributes: Readonly<Record<string, string>>;
  line: number;
  /** There is a sample between its tags. */
  hasSample: boolean;
  /** Of the lists between its tags. */
  listItems: number;
}

export interface Prose {
  text: string;
  line: number;
  /** Part of a paragraph, whose sentences can be counted. */
  running: boolean;
}

export interface Sample {
  language: string;
  title: string;
  /** What follows the language: `title="…" operation="…"`. */
  meta: string;
  code: string;
  /** Line of the first line of code. */
  line: number;
}

/** Nothing for a file that is no MDX: the build names what is wrong with it. */
export function readArticle({ name, file, text: source }: SiteFile): ArticleSource | undefined {
  const prepared = prepareSource(source);
  let tree: Root;
  try {
    tree = parseMarkdown(prepared.text, 'mdx');
  } catch {
    return undefined;
  }
  const { frontMatter } = parseDoc(Buffer.from(source));
  const article: ArticleSource = {
    file,
    page: name.replace(/^docs\/|\.mdx?$/g, ''),
    frontMatter: { ...frontMatter },
    headings: [],
    prose: [],
    blocks: [],
    tables: [],
    links: [],
    images: [],
    samples: [],
    codes: [],
    components: [],
  };
  const lineOf = (node: Nodes) => prepared.fileLine(node.position?.start.line ?? 1);
  walk(tree, [], (node, parents) => {
    if (node.type === 'heading') article.headings.push(headingOf(node, lineOf(node)));
    else if (node.type === 'paragraph' || node.type === 'tableCell')
      article.blocks.push({ text: textOf(node), line: lineOf(node) });
    else if (node.type === 'table')
      article.tables.push({
        columns: (node.children[0]?.children ?? []).map((cell) => textOf(cell)),
        rows: node.children.length - 1,
        line: lineOf(node),
      });
    else if (node.type === 'link')
      article.links.push({ text: textOf(node), url: node.url, line: lineOf(node) });
    else if (node.type === 'image') article.images.push({ alt: node.alt ?? '', line: lineOf(node) });
    else if (node.type === 'code') article.samples.push(sampleOf(node, lineOf(node)));
    else if (node.type === 'mdxJsxFlowElement') article.components.push(componentOf(node, lineOf(node)));
    else if (node.type === 'inlineCode' && !parents.some(({ type }) => leading.has(type)))
      article.codes.push({ text: node.value, line: lineOf(node) });
    else if (node.type === 'text') addProse(article, node.value, lineOf(node), parents);
  });
  return article;
}

/** Every node with the nodes around it, outermost first. */
function walk(
  node: Nodes,
  parents: readonly Nodes[],
  look: (node: Nodes, parents: readonly Nodes[]) => void,
): void {
  look(node, parents);
  if (!('children' in node)) return;
  for (const child of node.children) walk(child, [...parents, node], look);
}

function headingOf(node: Heading, line: number): ArticleSource['headings'][number] {
  const written = textOf(node);
  const [, text = written, id] = /^(.*?)\s*\{#([^}]+)\}$/.exec(written) ?? [];
  return { level: node.depth, text, line, ...(id !== undefined && { id }) };
}

function sampleOf(node: Code, line: number): Sample {
  const meta = node.meta ?? '';
  return {
    language: node.lang ?? '',
    title: /title=(["'])(.*?)\1/.exec(meta)?.[2] ?? '',
    meta,
    code: node.value,
    line: line + 1,
  };
}

function componentOf(node: MdxJsxFlowElement, line: number): ComponentUse {
  const attributes = node.attributes.flatMap((one) =>
    one.type === 'mdxJsxAttribute' && typeof one.value === 'string' ? [[one.name, one.value] as const] : [],
  );
  let hasSample = false;
  let listItems = 0;
  walk(node, [], (inner) => {
    hasSample ||= inner.type === 'code';
    if (inner.type === 'listItem') listItems += 1;
  });
  return { name: node.name ?? '', attributes: Object.fromEntries(attributes), line, hasSample, listItems };
}

/** Here a name leads somewhere already, or is led to. */
const leading = new Set(['heading', 'link']);

/** Bold is what the product calls something, italic is what the story calls it. */
const quoted = new Set(['strong', 'emphasis']);

function addProse(article: ArticleSource, text: string, line: number, parents: readonly Nodes[]): void {
  if (parents.some(({ type }) => quoted.has(type))) return;
  const inParagraph = parents.some(({ type }) => type === 'paragraph');
  // A text node can hold several lines of the file.
  for (const [index, part] of text.split('\n').entries()) {
    const words = part.replace(/\{#[^}]+\}\s*$/, '').trim();
    if (words !== '') article.prose.push({ text: words, line: line + index, running: inParagraph });
  }
}
