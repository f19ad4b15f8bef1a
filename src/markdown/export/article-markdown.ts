import type { Element, Root, RootContent } from 'hast';
import { defaultHandlers, type Handle, type NodeHandle, type State, toMdast } from 'hast-util-to-mdast';
import { toString as textOf } from 'hast-util-to-string';
import type { Nodes, PhrasingContent, Table } from 'mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { type Options, toMarkdown } from 'mdast-util-to-markdown';
import { decodeUrl } from '../../shared/decode.ts';
import type { CodeOptions, CompileContext } from '../context.ts';
import { isCodeBlock } from '../finish/code-block.ts';
import { readCodeInfo } from '../finish/code-info.ts';
import { isDisplayed, readTex } from '../finish/formula-text.ts';
import { isElement, readClasses, toText } from '../finish/properties.ts';
import { isHint, isPicture } from '../finish/text-blocks.ts';
import { type LivePart, type MarkdownBlock, readLiveNode } from '../live-parts.ts';
import { convertTable } from './plain-table.ts';

/**
 * The article as Markdown, made from what readers see: partials are included, components are what they rendered, links
 * and pictures have their addresses on this site. Takes the finished tree, before code is highlighted.
 */
export function exportArticle(
  nodes: readonly RootContent[],
  { liveParts: parts, code }: Pick<CompileContext, 'liveParts' | 'code'>,
): string {
  const tables: Table[] = [];
  const nodeHandlers: Record<string, NodeHandle> = {
    // HTML that the build adds: the links of headings to themselves.
    raw: () => undefined,
    plainTable: (_, { index }: PlainTable) => tables[index],
  };
  const root: Root = { type: 'root', children: setTablesAside(nodes, tables) };
  const live: Handle = (state, node) => exportLivePart(parts, state, node);
  const pre: Handle = (state, node) =>
    isCodeBlock(node) ? exportCodeBlock(node, code) : defaultHandlers.pre(state, node);
  const tree = toMdast(root, {
    handlers: { ...handlers, pre, 'x-live': live },
    nodeHandlers,
    document: true,
  });
  return toMarkdown(tree, style);
}

/** Placeholder for a table that has been converted already. */
interface PlainTable {
  type: 'plainTable';
  index: number;
}

/**
 * Copies the tree without plain tables, without positions, because positions cost as much as nodes, and without
 * comments, which React puts between two texts.
 */
function setTablesAside<Node extends RootContent>(nodes: readonly Node[], tables: Table[]): Node[] {
  return nodes.flatMap((node): Node[] => {
    if (node.type === 'comment') return [];
    if (node.type !== 'element') return [node];
    const { tagName, properties, children } = node;
    if (tagName !== 'table')
      return [{ type: 'element', tagName, properties, children: setTablesAside(children, tables) } as Node];
    const table = convertTable(node);
    // The placeholder is allowed wherever a table is.
    return [table ? ({ type: 'plainTable', index: tables.push(table) - 1 } as unknown as Node) : node];
  });
}

const style: Options = {
  extensions: [gfmToMarkdown({ tablePipeAlign: false })],
  bullet: '-',
  rule: '-',
  // Underscores can't emphasize a part of a word, so its letters would become character references.
  emphasis: '*',
  listItemIndent: 'one',
};

const handlers: Record<string, Handle> = {
  a: exportLink,
  audio: exportRecording,
  button: (state, node) => (readClasses(node).includes('md-term') ? exportTerm(state, node) : undefined),
  code: (state, node) => defaultHandlers.code(state, node),
  details: exportDetails,
  div: (state, node) => {
    if (isPicture(node)) return undefined;
    if (isHint(node)) return exportExplanation(state, node);
    return readClasses(node).includes('theme-admonition')
      ? exportAdmonition(state, node)
      : exportBlocks(state, node);
  },
  // Only one of two images for the two themes is exported.
  img: (state, node) =>
    readClasses(node).includes('themed-image--dark') ? undefined : defaultHandlers.img(state, node),
  // Fields belong to the reader, except the boxes of task lists, which no reader can change.
  input: (state, node) =>
    node.properties.type === 'checkbox' && node.properties.disabled
      ? defaultHandlers.input(state, node)
      : undefined,
  math: (_, node) => exportFormula(node),
  section: (state, node) =>
    'dataFootnotes' in node.properties ? exportFootnotes(state, node) : state.all(node),
  svg: () => undefined,
  textarea: () => undefined,
  video: exportRecording,
};

function exportBlocks(state: State, node: Element): MarkdownBlock[] {
  return state.toFlow(state.all(node)) as MarkdownBlock[];
}

function createBoldParagraph(children: PhrasingContent[]): MarkdownBlock {
  return { type: 'paragraph', children: [{ type: 'strong', children }] };
}

function exportLink(state: State, node: Element): ReturnType<Handle> {
  const classes = readClasses(node);
  if (classes.includes('hash-link') || 'dataFootnoteBackref' in node.properties) return undefined;
  if ('dataFootnoteRef' in node.properties) {
    return { type: 'footnoteReference', identifier: readFootnoteName(toText(node.properties.href) ?? '') };
  }
  if (classes.includes('card')) return exportCard(node);
  const markdownLink = defaultHandlers.a(state, unpackButtons(node));
  // A target of links, such as `<a name="old">`.
  return markdownLink.children.length === 0 ? undefined : markdownLink;
}

/** The words of a button inside a link are those of the link. */
function unpackButtons(node: Element): Element {
  const children = node.children.flatMap((child) => {
    if (child.type !== 'element' || readClasses(child).includes('md-term')) return [child];
    const unpackedNodes = unpackButtons(child);
    return child.tagName === 'button' ? unpackedNodes.children : [unpackedNodes];
  });
  return { ...node, children };
}

/** A video or a sound, as a link that has at least the name of its file as text. */
function exportRecording(state: State, node: Element): ReturnType<Handle> {
  const media = defaultHandlers[node.tagName === 'video' ? 'video' : 'audio'](state, node);
  if (Array.isArray(media) || media?.type !== 'link' || media.children.length > 0) return media;
  const fileName = decodeUrl(/[^/?#]*(?=[?#]|$)/.exec(media.url)?.[0] ?? '');
  return { ...media, children: [{ type: 'text', value: fileName || media.url }] };
}

/** Renders a card as one line: a link and its description. */
function exportCard(node: Element): MarkdownBlock {
  const findPart = (name: string) => node.children.find((child) => isElement(child, name));
  const heading = findPart('h2');
  const title = heading
    ? textOf({ ...heading, children: heading.children.filter((child) => child.type === 'text') })
    : textOf(node);
  const description = findPart('p');
  const url = toText(node.properties.href) ?? '';
  return {
    type: 'paragraph',
    children: [
      { type: 'link', url, children: [{ type: 'text', value: title.trim() }] },
      ...(description ? [{ type: 'text' as const, value: `: ${textOf(description)}` }] : []),
    ],
  };
}

/** A term and its explanation, as a footnote. */
function exportTerm(state: State, node: Element): Nodes[] {
  const identifier = toText(node.properties.popoverTarget) ?? '';
  return [...state.all(node), { type: 'footnoteReference', identifier }];
}

function exportExplanation(state: State, node: Element): Nodes {
  return {
    type: 'footnoteDefinition',
    identifier: toText(node.properties.id) ?? '',
    children: exportBlocks(state, { ...node, properties: {} }),
  };
}

function exportCodeBlock(pre: Element, options: CodeOptions | undefined): Nodes {
  const { code, language, title } = readCodeInfo(pre, options);
  const meta = title ? `title="${title}"` : null;
  return { type: 'code', lang: language === 'text' && meta === null ? null : language, meta, value: code };
}

/** Exports a formula as raw text, because it must not be escaped. */
function exportFormula(math: Element): Nodes {
  const tex = readTex(math);
  return { type: 'html', value: isDisplayed(math) ? `$$\n${tex}\n$$` : `$${tex}$` };
}

/** Renders an admonition as a quotation with its title in bold. */
function exportAdmonition(state: State, node: Element): Nodes {
  const [heading, content] = node.children.filter((child) => child.type === 'element');
  const title = heading ? textOf(heading).trim() : '';
  const displayedTitle = title.charAt(0).toUpperCase() + title.slice(1);
  return {
    type: 'blockquote',
    children: [
      createBoldParagraph([{ type: 'text', value: displayedTitle }]),
      ...(content ? exportBlocks(state, content) : []),
    ],
  };
}

function exportDetails(state: State, node: Element): Nodes[] {
  const summary = node.children.find((child) => isElement(child, 'summary'));
  const rest = { ...node, children: node.children.filter((child) => child !== summary) };
  const title = summary ? [createBoldParagraph([{ type: 'text', value: textOf(summary).trim() }])] : [];
  return [...title, ...exportBlocks(state, rest)];
}

function exportLivePart(parts: readonly LivePart[], state: State, node: Element): Nodes[] {
  const live = readLiveNode(node, parts);
  if (!live) return state.all(node);
  const slots = live.slots.map((slot) => exportBlocks(state, slot));
  return live.part.markdown?.(live.props, slots) ?? slots.flat();
}

function exportFootnotes(state: State, node: Element): Nodes[] {
  const notes: Element[] = [];
  const collect = (element: Element) => {
    for (const child of element.children) {
      if (child.type !== 'element') continue;
      if (child.tagName === 'li') notes.push(child);
      else collect(child);
    }
  };
  collect(node);
  return notes.map((note) => ({
    type: 'footnoteDefinition',
    identifier: readFootnoteName(`#${toText(note.properties.id) ?? ''}`),
    children: exportBlocks(state, note),
  }));
}

/** `#user-content-fn-source` → `source`. */
function readFootnoteName(href: string): string {
  return href.replace(/^#(?:user-content-)?fn-/, '');
}
