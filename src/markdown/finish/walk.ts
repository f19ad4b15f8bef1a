import path from 'node:path';
import type { Element, RootContent } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import type { ArticleLink } from '../../content/links/check-links.ts';
import { collectModules } from '../../docusaurus/islands/island-props.ts';
import { describeReason } from '../../shared/reason.ts';
import type { Heading, PageHead } from '../article.ts';
import { type Compilation, listCardsAround, openScope } from '../compilation.ts';
import type { ArticleTexts } from '../context.ts';
import { liveNode, readLiveNode } from '../live-parts.ts';
import { isCodeBlock, isHighlighted, layOutElements, takeCodeTitle } from './code-block.ts';
import { readCodeInfo } from './code-info.ts';
import { isDisplayed } from './formula-text.ts';
import { finishHeading, settleId, startHeading } from './headings.ts';
import { findUtilityRule } from './infima-utilities.ts';
import { writeInfimaVariables } from './infima-variables.ts';
import { describeCard, drawCardGrid, layOutAdmonition, layOutDetails, type WrittenCard } from './layout.ts';
import { dropHandlers, isLeftOut, readHead, readLayout } from './left-out.ts';
import { finishLink, finishPicture } from './links.ts';
import { adaptInlineStyleToPaper } from './paper-styles.ts';
import {
  addClass,
  createHtmlElement,
  describeStyle,
  readClasses,
  takeProperty,
  toText,
} from './properties.ts';
import { liftFormulaParts } from './wide-formulas.ts';
import { letDrawingShrink, markIfWide } from './wide-on-paper.ts';

type Inside = Heading['inside'];

/** Everything that one walk over the tree collects, in page order. */
export interface Findings {
  compilation: Compilation;
  headings: Heading[];
  links: ArticleLink[];
  anchors: string[];
  /** Other targets of fragments: see `LinkedArticle`. */
  names: Set<string>;
  styles: Map<string, string>;
  live: Set<string>;
  /** Scripts of islands and of components that are passed to them. */
  scripts: Set<string>;
  codeBlocks: Element[];
  /** Titles with elements, by their code blocks. */
  codeTitles: Map<Element, Element>;
  /** Title and description that the page sets itself: see `@theme/Layout`. */
  page: PageHead;
  /** True while the walk is inside an `<svg>`. */
  inDrawing: boolean;
  /** Whether the walk is inside a live part of a feature or of the site. */
  inLivePart: boolean;
}

/** Lays out neutral elements, leaves out what the site's policy forbids, and collects the rest. */
export function finishNodes<Node extends RootContent>(
  nodes: readonly Node[],
  inside: Inside,
  findings: Findings,
): Node[] {
  const finishedNodes: Node[] = [];
  for (const node of nodes) {
    if (node.type === 'element') {
      const replacement = finishElement(node, inside, findings);
      // Wherever an element is allowed, so is another one.
      if (replacement) finishedNodes.push(replacement as Node);
    } else if (node.type === 'text' || node.type === 'raw') {
      finishedNodes.push(node);
    }
  }
  return finishedNodes;
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
    const title = takeCodeTitle(node);
    if (!isHighlighted(node))
      return layOutElements(node, texts, (children) => finishNodes(children, inside, findings));
    if (title) findings.codeTitles.set(node, title);
    if (title) title.children = finishNodes(title.children, inside, findings);
    return finishCodeBlock(node, findings);
  }
  dropHandlers(node, findings.compilation);
  readLayout(node, findings);
  // The shell has a `<main>` around every page.
  if (node.tagName === 'main') node.tagName = 'div';
  liftFormulaParts(node);
  markIfWide(node);
  if ('style' in node.properties) moveStyle(node, findings);
  const id = settleId(node);
  // Links to ids in drawings don't work everywhere, and the same ids can appear in several drawings.
  if (id !== undefined && !findings.inDrawing) findings.anchors.push(id);
  noteNames(node, id, findings);
  addUtilityRules(node, findings);
  if (node.tagName === 'a') finishLink(node, findings);
  if (node.tagName === 'img') finishPicture(node, findings.compilation);
  if (node.tagName === 'math') addFormulaRules(node, findings);
  if (!findings.inLivePart) addControlRules(node, findings.styles);
  const heading = startHeading(node, id, inside);
  if (heading) findings.headings.push(heading);
  const live = readLiveNode(node, liveParts)?.part;
  const wasInDrawing = findings.inDrawing;
  if (node.tagName === 'svg' && !wasInDrawing) letDrawingShrink(node);
  const wasInLivePart = findings.inLivePart;
  findings.inDrawing ||= node.tagName === 'svg';
  findings.inLivePart ||= live !== undefined;
  node.children = finishNodes(node.children, live?.inside ?? findContainer(node) ?? inside, findings);
  findings.inDrawing = wasInDrawing;
  findings.inLivePart = wasInLivePart;
  if (heading) finishHeading(node, heading, texts);
  if (live) findings.live.add(live.name);
  return layOut(node, texts);
}

/** HTML lets fragments target an anchor by its `name`, and elements of a drawing by id. */
function noteNames(node: Element, id: string | undefined, { names, inDrawing }: Findings): void {
  const name = node.tagName === 'a' || node.tagName === 'map' ? toText(node.properties.name) : undefined;
  if (name) names.add(name);
  if (id !== undefined && inDrawing) names.add(id);
}
/**
 * Lets content that is too wide for a component scroll, as Docusaurus' style sheet does. No element can be put around
 * it, because React expects exactly what it has rendered. Rules of the component win over these.
 */
const wideInIslands =
  ':where(live-island :is(table:not(.table-scroll *),pre)){display:block;max-width:100%;overflow:auto}';
/** Further rules, only for pages whose components have formulas or images: other articles needn't load them. */
const wideFormulas =
  ':where(live-island :is(.math,math[display=block])){display:block;max-width:100%;overflow:auto}';
const wideImages = ':where(live-island :is(img,svg,video,iframe,canvas)){max-width:100%}';
const imageTags: ReadonlySet<string> = new Set(['img', 'svg', 'video', 'iframe', 'canvas']);
/**
 * Controls would be as wide as their longest word, option or row. Only articles with one load this rule. Live parts of
 * features and sites have style sheets of their own.
 */
const wideControls =
  ':where(.markdown :is(button,select,input,textarea,fieldset,legend)){min-width:0;max-width:100%}';
const controlTags: ReadonlySet<string> = new Set(['button', 'select', 'input', 'textarea', 'fieldset']);

/** A formula isn't broken into lines on screens. Only articles with one load this rule. */
const scrollingFormulas = 'math[display=block]{max-width:100%;overflow:auto;white-space:nowrap}';
/** In a line of text, it is, as in Docusaurus. Its operators would lose the space around them. */
const brokenFormulas =
  '@supports (display:inline math){math[data-wide=inline],math[data-wide=inline] [data-wide]{display:inline}:is(math[data-wide=inline],math[data-wide=inline] [data-wide])>:not([data-wide],annotation){display:inline math}:is(math[data-wide=inline],math[data-wide=inline] [data-wide])>mo:not([stretchy],[fence],[separator]){margin-inline:.25em}}';

function addControlRules({ tagName, properties }: Element, styles: Findings['styles']): void {
  const isSmall = properties.type === 'checkbox' || properties.type === 'radio';
  if (controlTags.has(tagName) && !isSmall) styles.set('controls', wideControls);
}

function addFormulaRules(math: Element, { styles }: Findings): void {
  if (isDisplayed(math)) styles.set('formulas', scrollingFormulas);
  else if (math.properties.dataWide !== undefined) styles.set('inline-formulas', brokenFormulas);
}

/** Adds the rules that an element in an island needs. */
function addWideRules(node: Element, { styles }: Findings): void {
  addControlRules(node, styles);
  if (imageTags.has(node.tagName)) styles.set('live-island-images', wideImages);
  if (node.tagName === 'math' || readClasses(node).includes('math'))
    styles.set('live-island-formulas', wideFormulas);
}

/** Adds the rules for classes of Infima that few pages use. */
function addUtilityRules(node: Element, { styles, compilation }: Findings): void {
  if (!compilation.context.usesInfima) return;
  for (const name of readClasses(node)) {
    const rule = findUtilityRule(name);
    if (rule !== undefined) styles.set(rule, rule);
  }
}

/** Adds the values of Infima's variables that the element's own style reads, and moves this style to a rule. */
function moveStyle(node: Element, { styles, compilation }: Findings): string | undefined {
  const variables = compilation.context.usesInfima
    ? writeInfimaVariables(toText(node.properties.style) ?? '')
    : '';
  if (variables !== '') styles.set(variables, variables);
  return extractStyle(node, styles);
}

/**
 * Moves an inline style into a rule of its own, because the site's policy allows no inline styles. Returns the name of
 * its class.
 */
function extractStyle(element: Element, rules: Map<string, string>): string | undefined {
  const parsedStyle = describeStyle(takeProperty(element, 'style') ?? '', adaptInlineStyleToPaper);
  if (parsedStyle === undefined) return undefined;
  rules.set(parsedStyle.name, parsedStyle.rule);
  addClass(element, parsedStyle.name);
  return parsedStyle.name;
}

/** Keeps what the inline style of a component's element needs on paper. The browser removes its class. */
function markStyle(node: Element, name: string, style: string, { styles }: Findings): void {
  const additions = adaptInlineStyleToPaper(style);
  if (additions === '') return;
  node.properties.dataPaper = name;
  styles.set(`paper ${name}`, `@media print{[data-paper=${name}]{${additions}}}`);
}

/** Finishes an island. React will take it over, so only what is passed to it changes. */
function finishIsland(node: Element, inside: Inside, findings: Findings): Element {
  const module = takeProperty(node, 'dataModule') ?? '';
  findings.live.add(`island ${module}`);
  for (const one of [module, ...collectModules(JSON.parse(toText(node.properties.dataProps) ?? '{}'))])
    findings.scripts.add(one);
  findings.styles.set('live-island', wideInIslands);
  node.tagName = 'live-island';
  node.properties = { dataIsland: module, ...node.properties };
  node.children = finishIslandNodes(node.children, inside, findings);
  return node;
}

/** Finishes what the component itself rendered. Comments between texts stay, because React needs them. */
function finishIslandNodes(
  nodes: Element['children'],
  inside: Inside,
  findings: Findings,
): Element['children'] {
  for (const node of nodes) {
    if (node.type !== 'element') continue;
    if (node.tagName === 'x-head') readHead(node, findings);
    addWideRules(node, findings);
    addUtilityRules(node, findings);
    readLayout(node, findings);
    markIfWide(node);
    if (node.tagName === 'math' && !isDisplayed(node)) addFormulaRules(node, findings);
    if ('style' in node.properties) {
      // The browser turns it back into a style of the element.
      const style = toText(node.properties.style) ?? '';
      node.properties.dataStyle = style;
      const name = moveStyle(node, findings);
      if (name !== undefined) markStyle(node, name, style, findings);
    }
    const id = toText(node.properties.id);
    if (id !== undefined) findings.anchors.push(id);
    noteNames(node, undefined, findings);
    if (node.tagName === 'a') finishLink(node, findings);
    if ('dataIslandCode' in node.properties) {
      node.children = [finishIslandCode(node, findings)];
      continue;
    }
    const isSlot = 'dataSlot' in node.properties;
    const wasInDrawing = findings.inDrawing;
    // The browser removes it again before the component runs.
    if (node.tagName === 'svg' && !wasInDrawing && letDrawingShrink(node)) node.properties.dataFitted = '';
    findings.inDrawing ||= node.tagName === 'svg';
    node.children = isSlot
      ? finishNodes(node.children, inside, findings)
      : finishIslandNodes(node.children, inside, findings);
    findings.inDrawing = wasInDrawing;
  }
  return nodes.filter((node) => node.type !== 'element' || !isHeadElement(node));
}

/** True for elements that show nothing: parts of the head, scripts, preload links that React may put far down. */
function isHeadElement({ tagName, properties }: Element): boolean {
  return (
    ['x-head', 'script'].includes(tagName) || (tagName === 'link' && String(properties.rel) === 'preload')
  );
}

/** Finishes a code block or a diagram of an island like those of documents. */
function finishIslandCode(node: Element, findings: Findings): Element {
  const { dataIslandCode, dataTitle, dataNumbers, dataMeta } = node.properties;
  const className = (toText(dataIslandCode) ?? '').split(' ').filter(Boolean);
  const code = createHtmlElement('code', { dataMd: '', className, metastring: dataMeta }, [
    { type: 'text', value: textOf(node) },
  ]);
  const pre = createHtmlElement('pre', { dataMd: '', dataTitle, dataNumbers }, [code]);
  return isHighlighted(pre) ? finishCodeBlock(pre, findings) : pre;
}

function findContainer({ tagName }: Element): Inside {
  if (tagName === 'header' || tagName === 'details') return tagName;
  return tagName === 'x-admonition' ? 'admonition' : undefined;
}

/** Prepares a code block for highlighting. A fence that a live part claims becomes that part. */
function finishCodeBlock(pre: Element, { compilation, live, codeBlocks }: Findings): Element {
  codeBlocks.push(pre);
  const { liveParts, code: options = {} } = compilation.context;
  const { language, code, words } = readCodeInfo(pre, options);
  for (const { name, claimFence } of liveParts) {
    try {
      const props = claimFence?.({ language, words, code }, options);
      if (props === undefined) continue;
      live.add(name);
      return liveNode(name, { code, ...props }, [pre]);
    } catch (error) {
      reportFailure(compilation, `The live part ${name} fails at a code block: ${describeReason(error)}`);
    }
  }
  return pre;
}

function reportFailure(compilation: Compilation, message: string): void {
  const { context, document } = compilation;
  const file = path.join(context.docsDir, document.file);
  openScope(compilation, file, (line) => line).report('markdown-plugin', message);
}

function layOut(node: Element, texts: ArticleTexts): Element {
  const fromMarkdown = takeProperty(node, 'dataMd') !== undefined;
  switch (node.tagName) {
    case 'x-admonition':
      layOutAdmonition(node, texts);
      return node;
    case 'details':
      if (fromMarkdown) layOutDetails(node, texts);
      return node;
    case 'input':
      // The text of the item is beside the box, not in a label.
      if (node.properties.type === 'checkbox' && node.properties.disabled) {
        node.properties.ariaLabel ??= node.properties.checked ? texts.taskDone : texts.taskOpen;
      }
      return node;
    case 'table':
      // A group, because regions of a page would need different names.
      return createHtmlElement(
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
  const items = toText(node.properties.dataItems);
  const writtenCards: WrittenCard[] | undefined = items === undefined ? undefined : JSON.parse(items);
  const cards =
    writtenCards?.map((card) => describeCard(addDescription(card, findings), context.texts)) ??
    listCardsAround(findings.compilation);
  const grid = drawCardGrid(cards);
  const [first] = grid.children;
  const cardElement = 'dataSingle' in node.properties && first?.type === 'element' ? first : grid;
  cardElement.children = finishNodes(cardElement.children, 'card', findings);
  return cardElement;
}

/** Adds the description of the document that a card links to. */
function addDescription(card: WrittenCard, { compilation }: Findings): WrittenCard {
  const { context, dependencies, document } = compilation;
  if (card.docId === undefined || card.description !== '') return card;
  const { version } = dependencies.ask('facts', context, document.id);
  const versions = version
    ? dependencies.ask('allDocs', context, document.id)[version.pluginId]?.versions
    : undefined;
  const currentVersion = versions?.find(({ name }) => name === version?.version);
  const description = currentVersion?.docs.find(({ id }) => id === card.docId)?.description;
  return { ...card, description: description ?? '' };
}
