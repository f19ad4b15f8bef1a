import path from 'node:path';
import { decodeUrl, parseDoc, parseMarkdown, prepareSource, splitUrl } from 'gatehouse/checks';
import type { Code, Heading, Nodes, Root, TableCell, Text } from 'mdast';
import type { MdxJsxFlowElement } from 'mdast-util-mdx';
import { toString as textOf } from 'mdast-util-to-string';
import type { SiteFile } from './rule.ts';

export interface ComponentUse {
  name: string;
  attributes: Readonly<Record<string, string>>;
  line: number;
  /** Whether there is a sample between the tags. */
  hasSample: boolean;
  /** Number of list items between the tags. */
  listItems: number;
}

export interface Prose {
  text: string;
  line: number;
  /** Whether this is part of a paragraph, whose sentences can be counted. */
  running: boolean;
}

export interface Sample {
  language: string;
  title: string;
  /** The rest of the line after the language: `title="…" operation="…"`. */
  meta: string;
  code: string;
  /** Line of the first line of code. */
  line: number;
}

/** Reads an article. Returns undefined for a file that isn't valid MDX, whose errors the build reports. */
export function readArticle({ name, file, text: source }: SiteFile): ArticleSource | undefined {
  const preparedSource = prepareSource(source);
  let tree: Root;
  try {
    tree = parseMarkdown(preparedSource.text, 'mdx');
  } catch {
    return undefined;
  }
  const nodes = listPlaced(tree, preparedSource.toFileLine);
  return describeArticle({
    name,
    file,
    frontMatter: { ...parseDoc(Buffer.from(source)).frontMatter },
    nodes,
  });
}

/** An article as its author wrote it, in the parts that the rules look at. */
export interface ArticleSource {
  /** The `file` of the article's `SiteFile`. */
  file: string;
  /** Path below the docs folder, without the ending. */
  page: string;
  frontMatter: Readonly<Record<string, unknown>>;
  headings: ArticleHeading[];
  /** Running text, without code, names of the interface (bold) and names of the story (italic). */
  prose: Prose[];
  /** Paragraphs and cells of tables as a reader sees them, with everything that `prose` leaves out. */
  blocks: { text: string; line: number }[];
  /** `rows` are the rows below the heading row. */
  tables: { columns: string[]; rows: TableRow[]; line: number }[];
  /** `page` and `hash`: the article that the link leads to, and the id of a heading in it. */
  links: { text: string; url: string; line: number; page: string; hash: string }[];
  images: { alt: string; line: number }[];
  samples: Sample[];
  /** Inline code, except in headings and links. */
  codes: { text: string; line: number }[];
  components: ComponentUse[];
}

interface ArticleHeading {
  level: number;
  text: string;
  /** The id, if the author wrote one: `## Title {#id}`. */
  id?: string;
  line: number;
}

interface TableRow {
  /** `unlinked` is the text without its links. */
  cells: { text: string; unlinked: string }[];
  line: number;
}

interface Placed<Kind extends Nodes = Nodes> {
  node: Kind;
  /** The nodes around this one, outermost first. */
  parents: readonly Nodes[];
  line: number;
}

interface WrittenArticle extends Pick<SiteFile, 'name' | 'file'> {
  frontMatter: Readonly<Record<string, unknown>>;
  nodes: readonly Placed[];
}

function describeArticle({ name, file, frontMatter, nodes }: WrittenArticle): ArticleSource {
  const page = name.replace(/^docs\/|\.mdx?$/g, '');
  const selectNodes = <Type extends Nodes['type']>(...types: Type[]) =>
    nodes.filter((candidate): candidate is Placed<Extract<Nodes, { type: Type }>> =>
      types.some((type) => type === candidate.node.type),
    );
  return {
    file,
    page,
    frontMatter,
    headings: selectNodes('heading').map(readHeading),
    prose: selectNodes('text').flatMap(readProse),
    blocks: selectNodes('paragraph', 'tableCell').map(({ node, line }) => ({ text: textOf(node), line })),
    tables: selectNodes('table').map(({ node, line }) => ({
      columns: (node.children[0]?.children ?? []).map((cell) => textOf(cell)),
      rows: node.children.slice(1).map((row) => ({
        cells: row.children.map(readCell),
        line: line + (row.position?.start.line ?? 1) - (node.position?.start.line ?? 1),
      })),
      line,
    })),
    links: selectNodes('link').map(({ node, line }) => ({
      text: textOf(node),
      url: node.url,
      line,
      ...leadsTo(node.url, page),
    })),
    images: selectNodes('image').map(({ node, line }) => ({ alt: node.alt ?? '', line })),
    samples: selectNodes('code').map(readSample),
    codes: selectNodes('inlineCode')
      .filter(({ parents }) => !parents.some(({ type }) => leading.has(type)))
      .map(({ node, line }) => ({ text: node.value, line })),
    components: selectNodes('mdxJsxFlowElement').map((item) => readComponent(item, nodes)),
  };
}

/** Lists the node and everything in it, in the order of the text. */
function listPlaced(
  node: Nodes,
  fileLine: (line: number) => number,
  parents: readonly Nodes[] = [],
): Placed[] {
  const inner = 'children' in node ? node.children : [];
  return [
    { node, parents, line: fileLine(node.position?.start.line ?? 1) },
    ...inner.flatMap((child) => listPlaced(child, fileLine, [...parents, node])),
  ];
}

function readCell(cell: TableCell): TableRow['cells'][number] {
  const unlinked = cell.children.filter(({ type }) => type !== 'link');
  return { text: textOf(cell), unlinked: textOf(unlinked) };
}

function readHeading({ node, line }: Placed<Heading>): ArticleHeading {
  const headingText = textOf(node);
  const [, text = headingText, id] = /^(.*?)\s*\{#([^}]+)\}$/.exec(headingText) ?? [];
  return { level: node.depth, text, line, ...(id !== undefined && { id }) };
}

/** Returns the article that a link on this page leads to, and after `#` the id of a heading there. */
function leadsTo(url: string, page: string): { page: string; hash: string } {
  const { path: linkedPath, hash } = splitUrl(url);
  const linkedPage =
    linkedPath === '' ? page : path.posix.join(path.posix.dirname(page), decodeUrl(linkedPath));
  return { page: linkedPage.replace(/\.mdx?$/, ''), hash };
}

function readSample({ node, line }: Placed<Code>): Sample {
  const meta = node.meta ?? '';
  return {
    language: node.lang ?? '',
    title: /title=(["'])(.*?)\1/.exec(meta)?.[2] ?? '',
    meta,
    code: node.value,
    line: line + 1,
  };
}

function readComponent({ node, line }: Placed<MdxJsxFlowElement>, nodes: readonly Placed[]): ComponentUse {
  const attributes = node.attributes.flatMap((attribute) =>
    attribute.type === 'mdxJsxAttribute' && typeof attribute.value === 'string'
      ? [[attribute.name, attribute.value] as const]
      : [],
  );
  const inside = nodes.filter(({ parents }) => parents.includes(node)).map((item) => item.node.type);
  return {
    name: node.name ?? '',
    attributes: Object.fromEntries(attributes),
    line,
    hasSample: inside.includes('code'),
    listItems: inside.filter((type) => type === 'listItem').length,
  };
}

/** In these elements, a name is already a link or the target of links. */
const leading = new Set(['heading', 'link']);

/** Bold text is what the product calls something, italic text is what the story calls it. */
const quotingTags = new Set(['strong', 'emphasis']);

function readProse({ node, parents, line }: Placed<Text>): Prose[] {
  if (parents.some(({ type }) => quotingTags.has(type))) return [];
  const running = parents.some(({ type }) => type === 'paragraph');
  // A text node can hold several lines of the file.
  return node.value.split('\n').flatMap((part, index) => {
    const text = part.replace(/\{#[^}]+\}\s*$/, '').trim();
    return text === '' ? [] : [{ text, line: line + index, running }];
  });
}
