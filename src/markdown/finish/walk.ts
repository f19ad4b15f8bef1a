import type { Element, RootContent } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import type { ArticleLink } from '../../content/check-links.ts';
import type { Heading } from '../article.ts';
import { type Compilation, cardsAround } from '../compilation.ts';
import type { ArticleTexts } from '../context.ts';
import { modulesOf } from '../islands/island-props.ts';
import { liveNode, readLiveNode } from '../live-parts.ts';
import { isCodeBlock, isHighlighted, layOutElements } from './code-block.ts';
import { codeInfoOf } from './code-info.ts';
import { finishHeading, settleId, startHeading } from './headings.ts';
import { cardGrid, describedCard, layOutAdmonition, layOutDetails, type WrittenCard } from './layout.ts';
import { dropHandlers, isLeftOut, readHead, readLayout } from './left-out.ts';
import { finishLink, finishPicture } from './links.ts';
import { element, extractStyle, stringOf, take } from './properties.ts';

type Inside = Heading['inside'];

/** Everything that one walk over the tree finds, in page order. */
export interface Findings {
  compilation: Compilation;
  headings: Heading[];
  links: ArticleLink[];
  anchors: string[];
  /** What a fragment may name besides: see `LinkedArticle`. */
  names: Set<string>;
  styles: Map<string, string>;
  live: Set<string>;
  /** Of islands, and of what is handed over to them. */
  scripts: Set<string>;
  codeBlocks: Element[];
  /** What a page says of itself: see `@theme/Layout`. */
  page: { title?: string; description?: string };
  /** While the walk is inside an `<svg>`. */
  inDrawing: boolean;
}

/** Lays out what stands neutral, leaves out what the site's policy forbids, and notes the rest. */
export function finishNodes<Node extends RootContent>(
  nodes: readonly Node[],
  inside: Inside,
  findings: Findings,
): Node[] {
  const finished: Node[] = [];
  for (const node of nodes) {
    if (node.type === 'element') {
      const replaced = finishElement(node, inside, findings);
      // An element stands wherever another did.
      if (replaced) finished.push(replaced as Node);
    } else if (node.type === 'text' || node.type === 'raw') {
      finished.push(node);
    }
  }
  return finished;
}

function finishElement(node: Element, inside: Inside, findings: Findings): Element | undefined {
  const { texts, liveParts } = findings.compilation.context;
  if (isLeftOut(node, findings)) return undefined;
  if (node.tagName === 'x-head') {
    readHead(node, findings);
    return undefined;
  }
  if (node.tagName === 'x-cards') return finishCards(node, findings);
  if (node.tagName === 'x-island') return finishIsland(node, inside, findings);
  if (isCodeBlock(node)) {
    if (!isHighlighted(node))
      return layOutElements(node, texts, (children) => finishNodes(children, inside, findings));
    return highlighted(node, findings);
  }
  dropHandlers(node, findings.compilation);
  readLayout(node, findings);
  // The shell has one around every page.
  if (node.tagName === 'main') node.tagName = 'div';
  if ('style' in node.properties) extractStyle(node, findings.styles);
  const id = settleId(node);
  // Names within a drawing lead nowhere, and come again where it does.
  if (id !== undefined && !findings.inDrawing) findings.anchors.push(id);
  noteNames(node, id, findings);
  if (node.tagName === 'a') finishLink(node, findings);
  if (node.tagName === 'img') finishPicture(node, findings.compilation);
  const heading = startHeading(node, id, inside);
  if (heading) findings.headings.push(heading);
  const live = readLiveNode(node, liveParts)?.part;
  const around = findings.inDrawing;
  findings.inDrawing ||= node.tagName === 'svg';
  node.children = finishNodes(node.children, live?.inside ?? insideOf(node) ?? inside, findings);
  findings.inDrawing = around;
  if (heading) finishHeading(node, heading, texts);
  if (live) findings.live.add(live.name);
  return layOut(node, texts);
}

/** HTML lets fragments name an anchor by its `name`, and elements of a drawing by their ids. */
function noteNames(node: Element, id: string | undefined, { names, inDrawing }: Findings): void {
  const name = node.tagName === 'a' || node.tagName === 'map' ? stringOf(node.properties.name) : undefined;
  if (name) names.add(name);
  if (id !== undefined && inDrawing) names.add(id);
}
/**
 * What is too wide in a component scrolls in itself, as Docusaurus' own style sheet has it. Nothing can be put around it
 * here, where React expects what it has made; rules of the component's come before these.
 */
const wideInIslands =
  ':where(live-island :is(table:not(.table-scroll *),pre)){display:block;max-width:100%;overflow:auto}';

/** React will take it over, so it stays as React has made it, but for what is handed over to it. */
function finishIsland(node: Element, inside: Inside, findings: Findings): Element {
  const module = take(node, 'dataModule') ?? '';
  findings.live.add(`island ${module}`);
  for (const one of [module, ...modulesOf(JSON.parse(stringOf(node.properties.dataProps) ?? '{}'))])
    findings.scripts.add(one);
  findings.styles.set('live-island', wideInIslands);
  node.tagName = 'live-island';
  node.properties = { dataIsland: module, ...node.properties };
  node.children = finishOwn(node.children, inside, findings);
  return node;
}

/** What the component itself has made. React knows its texts apart by the comments between them. */
function finishOwn(nodes: Element['children'], inside: Inside, findings: Findings): Element['children'] {
  for (const node of nodes) {
    if (node.type !== 'element') continue;
    readLayout(node, findings);
    if ('style' in node.properties) {
      // The browser makes it a style of the element again.
      node.properties.dataStyle = stringOf(node.properties.style);
      extractStyle(node, findings.styles);
    }
    const id = stringOf(node.properties.id);
    if (id !== undefined) findings.anchors.push(id);
    noteNames(node, undefined, findings);
    if (node.tagName === 'a') finishLink(node, findings);
    if (node.tagName === 'live-code') {
      node.children = [builtCode(node, findings)];
      continue;
    }
    const isSlot = 'dataSlot' in node.properties;
    node.children = isSlot
      ? finishNodes(node.children, inside, findings)
      : finishOwn(node.children, inside, findings);
  }
  return nodes.filter((node) => node.type !== 'element' || !isOfTheHead(node));
}

/** Nothing to see: a script, and what React asks to be loaded early, though it may be far down the page. */
function isOfTheHead({ tagName, properties }: Element): boolean {
  return tagName === 'script' || (tagName === 'link' && String(properties.rel) === 'preload');
}

/** A code block or a diagram of an island, as those of documents. */
function builtCode(node: Element, findings: Findings): Element {
  const { dataClasses, dataTitle, dataNumbers, dataMeta } = node.properties;
  const className = (stringOf(dataClasses) ?? '').split(' ').filter(Boolean);
  const code = element('code', { dataMd: '', className, metastring: dataMeta }, [
    { type: 'text', value: textOf(node) },
  ]);
  const pre = element('pre', { dataMd: '', dataTitle, dataNumbers }, [code]);
  return isHighlighted(pre) ? highlighted(pre, findings) : pre;
}

function insideOf({ tagName }: Element): Inside {
  if (tagName === 'header' || tagName === 'details') return tagName;
  return tagName === 'x-admonition' ? 'admonition' : undefined;
}

/** To be coloured; a fence whose language some live part claims becomes that part. */
function highlighted(pre: Element, { compilation, live, codeBlocks }: Findings): Element {
  codeBlocks.push(pre);
  const { liveParts, code: options } = compilation.context;
  const { language, code, words } = codeInfoOf(pre, options);
  const runs = options?.live === true && words.includes('live');
  const part = liveParts.find((one) => one.language === language || (runs && one.runs));
  if (!part) return pre;
  live.add(part.name);
  const noInline = part.runs && words.includes('noInline') ? { noInline: true } : {};
  const above = part.runs && options?.livePosition === 'top' ? { resultFirst: true } : {};
  return liveNode(part.name, { code, ...noInline, ...above }, [pre]);
}

function layOut(node: Element, texts: ArticleTexts): Element {
  const fromMarkdown = take(node, 'dataMd') !== undefined;
  switch (node.tagName) {
    case 'x-admonition':
      layOutAdmonition(node, texts);
      return node;
    case 'details':
      if (fromMarkdown) layOutDetails(node, texts);
      return node;
    case 'input':
      // The item's text stands beside the box, not in a label.
      if (node.properties.type === 'checkbox' && node.properties.disabled) {
        node.properties.ariaLabel ??= node.properties.checked ? texts.taskDone : texts.taskOpen;
      }
      return node;
    case 'table':
      // A group: as regions, the tables of a page would have to differ by name.
      return element(
        'div',
        { className: ['table-scroll'], tabIndex: 0, role: 'group', ariaLabel: texts.table },
        [node],
      );
    default:
      return node;
  }
}

function finishCards(node: Element, findings: Findings): Element {
  const { context } = findings.compilation;
  const items = stringOf(node.properties.dataItems);
  const written: WrittenCard[] | undefined = items === undefined ? undefined : JSON.parse(items);
  const cards =
    written?.map((card) => describedCard(withDescription(card, findings), context.texts)) ??
    cardsAround(findings.compilation);
  const grid = cardGrid(cards);
  const [first] = grid.children;
  const shown = 'dataSingle' in node.properties && first?.type === 'element' ? first : grid;
  shown.children = finishNodes(shown.children, 'card', findings);
  return shown;
}

/** A card that names a document has its description. */
function withDescription(card: WrittenCard, { compilation }: Findings): WrittenCard {
  const { context, dependencies, document } = compilation;
  if (card.docId === undefined || card.description !== '') return card;
  const { version } = dependencies.ask('facts', context, document.id);
  const versions = version
    ? dependencies.ask('allDocs', context, document.id)[version.pluginId]?.versions
    : undefined;
  const shown = versions?.find(({ name }) => name === version?.version);
  const description = shown?.docs.find(({ id }) => id === card.docId)?.description;
  return { ...card, description: description ?? '' };
}
