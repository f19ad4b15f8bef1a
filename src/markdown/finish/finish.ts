import type { Element, RootContent } from 'hast';
import { toHtml } from 'hast-util-to-html';
import { toString as textOf } from 'hast-util-to-string';
import type { Article, ArticleLink, Heading, TocEntry } from '../article.ts';
import { type Compilation, shownPath } from '../compilation.ts';
import type { ArticleCard } from '../context.ts';
import { layOutAdmonition } from './admonition.ts';
import { cardGrid } from './cards.ts';
import { codeBlockHtml, isCodeBlock } from './code-block.ts';
import type { Highlighter } from './highlighter.ts';
import { extractStyle } from './inline-styles.ts';
import { finishLink } from './links.ts';
import { addClass, element, stringOf, take, text } from './properties.ts';
import { collectTextBlocks } from './text-blocks.ts';

type Inside = Heading['inside'];

/** Everything that one walk over the finished tree finds. */
interface Findings {
  headings: Heading[];
  links: ArticleLink[];
  anchors: string[];
  styles: Map<string, string>;
  live: Set<string>;
  codeBlocks: Element[];
}

/** Turns the neutral tree into the article's HTML, and reads off it what the site needs to know. */
export async function finishArticle(
  nodes: RootContent[],
  toc: TocEntry[],
  compilation: Compilation,
  highlighter: Highlighter,
): Promise<Article> {
  const findings: Findings = {
    headings: [],
    links: [],
    anchors: [],
    styles: new Map(),
    live: new Set(),
    codeBlocks: [],
  };
  const tree = finishNodes(nodes, undefined, findings, compilation);
  const blocks = collectTextBlocks(tree);
  const code = new Map<Element, string>();
  for (const block of findings.codeBlocks) code.set(block, await codeBlockHtml(block, highlighter));
  const html = toHtml(
    { type: 'root', children: insertHtml(tree, code, compilation) },
    { allowDangerousHtml: true },
  );
  const { document } = compilation;
  const shown = document.hideTableOfContents
    ? []
    : toc.filter(({ level }) => level >= document.tocMinHeadingLevel && level <= document.tocMaxHeadingLevel);
  return {
    html,
    headings: findings.headings,
    toc: shown,
    links: findings.links,
    anchors: findings.anchors,
    assets: [...compilation.assets.values()],
    styles: [...findings.styles.values()],
    live: [...findings.live],
    blocks,
    problems: compilation.problems,
    dependencies: compilation.dependencies.list(),
  };
}

function finishNodes<Node extends RootContent>(
  nodes: readonly Node[],
  inside: Inside,
  findings: Findings,
  compilation: Compilation,
): Node[] {
  const finished: Node[] = [];
  for (const node of nodes) {
    if (node.type === 'element') {
      const replaced = finishElement(node, inside, findings, compilation);
      if (replaced) finished.push(replaced as Node);
    } else if (node.type === 'text' || node.type === 'raw') {
      finished.push(node);
    }
  }
  return finished;
}

function finishElement(
  node: Element,
  inside: Inside,
  findings: Findings,
  compilation: Compilation,
): Element | undefined {
  if (dropped.has(node.tagName)) return undefined;
  if (node.tagName === 'script') {
    warn(
      compilation,
      'script',
      'A `<script>` in a document is left out: the site runs only its own scripts.',
    );
    return undefined;
  }
  if (node.tagName === 'style') {
    findings.styles.set(textOf(node), textOf(node));
    return undefined;
  }
  if (node.tagName === 'x-cards') return finishCards(node, findings, compilation);
  if (isCodeBlock(node)) {
    findings.codeBlocks.push(node);
    return node;
  }
  dropHandlers(node, compilation);
  if ('style' in node.properties) extractStyle(node, findings.styles);
  const level = headingLevels.get(node.tagName);
  if (level === 1 && 'dataMd' in node.properties) delete node.properties.id;
  if (node.properties.id === '') delete node.properties.id;
  const id = stringOf(node.properties.id);
  if (id !== undefined) findings.anchors.push(id);
  if (node.tagName === 'a') {
    const link = finishLink(node, compilation);
    if (link) findings.links.push(link);
  }
  const heading: Heading | undefined =
    level === undefined
      ? undefined
      : {
          id: id ?? null,
          level,
          text: '',
          ...(inside && { inside }),
        };
  if (heading) findings.headings.push(heading);
  node.children = finishNodes(node.children, insideOf(node) ?? inside, findings, compilation);
  if (heading) finishHeading(node, heading);
  return finishKind(node, findings);
}

function insideOf({ tagName, properties }: Element): Inside {
  if (tagName === 'header') return 'header';
  if (tagName === 'x-tab' || properties.role === 'tabpanel') return 'tabpanel';
  if (tagName === 'details') return 'details';
  if (tagName === 'x-admonition') return 'admonition';
  return undefined;
}

function finishHeading(node: Element, heading: Heading): void {
  heading.text = textOf(node).replace(/\s+/g, ' ').trim();
  if (take(node, 'dataMd') === undefined || heading.id === null || heading.level === 1) return;
  const label = `Direct link to ${heading.text}`;
  node.children.push(
    element('a', {
      className: ['hash-link'],
      href: `#${encodeURIComponent(heading.id)}`,
      ariaLabel: label,
      title: label,
    }),
  );
}

function finishKind(node: Element, findings: Findings): Element {
  const fromMarkdown = take(node, 'dataMd') !== undefined;
  switch (node.tagName) {
    case 'x-admonition':
      layOutAdmonition(node);
      return node;
    case 'x-tabs':
      findings.live.add('Tabs');
      return node;
    case 'details':
      if (fromMarkdown) finishDetails(node);
      return node;
    case 'img':
      node.properties.loading ??= 'lazy';
      node.properties.decoding ??= 'async';
      return node;
    case 'table':
      return element(
        'div',
        { className: ['table-scroll'], tabIndex: 0, role: 'region', ariaLabel: 'Table' },
        [node],
      );
    default:
      return node;
  }
}

function finishDetails(node: Element): void {
  addClass(node, 'details');
  const isSummary = (child: Element['children'][number]) =>
    child.type === 'element' && child.tagName === 'summary';
  const summary = node.children.find(isSummary) ?? element('summary', {}, [text('Details')]);
  node.children = [summary, ...node.children.filter((child) => child !== summary)];
}

function finishCards(node: Element, findings: Findings, compilation: Compilation): Element {
  const items = stringOf(node.properties.dataItems);
  const cards: readonly ArticleCard[] =
    items === undefined
      ? compilation.dependencies.cards(compilation.context, compilation.document.id)
      : JSON.parse(items);
  const grid = cardGrid(cards);
  const [first] = grid.children;
  const single = 'dataSingle' in node.properties && first?.type === 'element' ? first : undefined;
  const shown = single ?? grid;
  shown.children = finishNodes(shown.children, 'card', findings, compilation);
  return shown;
}

/** Puts code blocks and live parts, which are HTML already, in their places. */
function insertHtml<Node extends RootContent>(
  nodes: readonly Node[],
  code: ReadonlyMap<Element, string>,
  compilation: Compilation,
): Node[] {
  return nodes.map((node) => {
    if (node.type !== 'element') return node;
    const block = code.get(node);
    if (block !== undefined) return { type: 'raw', value: block } as Node;
    node.children = insertHtml(node.children, code, compilation);
    return node.tagName === 'x-tabs' ? ({ type: 'raw', value: tabsHtml(node, compilation) } as Node) : node;
  });
}

function tabsHtml(tabs: Element, { context }: Compilation): string {
  const props: Record<string, unknown> = JSON.parse(stringOf(tabs.properties.dataProps) ?? '{}');
  const slots = tabs.children
    .filter((child): child is Element => child.type === 'element' && child.tagName === 'x-tab')
    .map((tab) => toHtml(tab.children, { allowDangerousHtml: true }));
  const inner = context.renderLive('Tabs', props, slots);
  return toHtml(
    element('div', { dataLive: 'Tabs', dataProps: JSON.stringify(props) }, [{ type: 'raw', value: inner }]),
    {
      allowDangerousHtml: true,
    },
  );
}

const headingLevels = new Map([
  ['h1', 1],
  ['h2', 2],
  ['h3', 3],
  ['h4', 4],
  ['h5', 5],
  ['h6', 6],
]);
const dropped = new Set(['link', 'meta', 'base', 'title', 'head']);

function dropHandlers(node: Element, compilation: Compilation): void {
  for (const name of Object.keys(node.properties)) {
    if (!/^on[a-z]/i.test(name)) continue;
    delete node.properties[name];
    warn(
      compilation,
      'event-handler',
      `\`${name}\` on \`<${node.tagName}>\` is left out: the site runs only its own scripts.`,
    );
  }
}

function warn(compilation: Compilation, code: string, message: string): void {
  const { context, document } = compilation;
  compilation.problems.push({
    code,
    severity: 'warning',
    file: shownPath(context, `${context.docsDir}/${document.file}`),
    message,
  });
}
