import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import { endsSentence } from './ends-sentence.ts';

// The parser's own tree: a tree of hast takes three times as long, and a question may have ten pages to read.
type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;
type TextNode = DefaultTreeAdapterTypes.TextNode;

/** The passages of a page below one heading. */
export interface PassageSection {
  /** Id of the nearest heading that has one. Empty before the first heading. */
  anchor: string;
  /** The title of the page and the headings above the passages. */
  titles: string[];
  passages: readonly Passage[];
  /** The list or steps around a passage, which is an item or a block in one. */
  lists: ReadonlyMap<Passage, Passage>;
  /** Passages in tabs that aren't selected. They mostly say the same for another system or language. */
  unselected: ReadonlySet<Passage>;
}

/** A part of a page that can answer a question by itself. All texts are plain, and in the page word for word. */
export type Passage =
  /** A paragraph or an item of a list, in sentences. */
  | { kind: 'text'; sentences: string[] }
  /** A row of a table. A column without a heading has an empty name. */
  | { kind: 'row'; cells: Cell[] }
  /**
   * An ordered list, with the sentence that introduces it. A step that ends with a colon has the lines of the short
   * code, table or list in it: "Add these lines:\nRETRIES = 3".
   */
  | { kind: 'steps'; lead: string; items: string[] }
  /** An unordered list, with the sentence that introduces it. */
  | { kind: 'list'; lead: string; items: string[] }
  /** A short code block, with the sentence that introduces it. */
  | { kind: 'code'; lead: string; code: string };

interface Cell {
  column: string;
  text: string;
}

/** A longer code block can't be read at a glance, so it isn't an answer. */
const CODE_MAX_LINES = 20;
/** Code, a table or a list in a step is quoted with it up to these sizes. */
const IN_STEP = { maxLines: 8, maxCharacters: 600 };

/** Elements without text of the article. */
const skippedTags = new Set(['button', 'input', 'nav', 'script', 'style', 'svg', 'template', 'textarea']);
/** Roles of elements whose text is a label or part of a drawing. */
const skippedRoles = new Set(['img', 'tab', 'tablist', 'toolbar']);
/** A text of fewer words is a label, unless it ends like a sentence. */
const SENTENCE_MIN_WORDS = 6;
/** Elements that show a picture. */
const pictureTags = new Set(['figure', 'img', 'picture', 'svg']);
/** Elements that contain one run of text. */
const textTags = new Set(['p', 'figcaption', 'dt', 'dd']);
const inlineTags = new Set(
  'a abbr b bdi bdo br cite code del dfn em i img ins kbd mark q s samp small span strong sub sup time u var wbr'.split(
    ' ',
  ),
);

/**
 * Collects the passages of a page from its HTML, section by section.
 *
 * @param title The title of the page, for HTML without its own.
 * @param language BCP 47 tag, which decides where sentences end.
 */
export function collectPassages(html: string, title: string, language: string): PassageSection[] {
  const sections: (PassageSection & {
    passages: Passage[];
    lists: Map<Passage, Passage>;
    unselected: Set<Passage>;
  })[] = [];
  const splitSentences = createSentenceSplitter(language);
  let titles: { level: number; text: string }[] = [{ level: 1, text: title }];
  let current = openSection('');
  /** The text just before, which may introduce what follows. */
  let before = '';
  /** The subject of the details that begin here, such as `POST /users`, until a text says what it does. */
  let subject = '';
  /** Whether a picture is just before. */
  let isAfterPicture = false;

  function openSection(anchor: string) {
    const section = {
      anchor,
      titles: titles.map(({ text }) => text),
      passages: [] as Passage[],
      lists: new Map<Passage, Passage>(),
      unselected: new Set<Passage>(),
    };
    sections.push(section);
    return section;
  }

  function addText(text: string): void {
    const sentences = splitSentences(text);
    before = sentences.at(-1) ?? '';
    // A sentence that only introduces the next block doesn't answer anything by itself.
    const ownSentences = endsWithColon(before) ? sentences.slice(0, -1) : sentences;
    if (!isSentence(ownSentences.at(-1) ?? '')) return;
    current.passages.push({ kind: 'text', sentences: ownSentences });
    if (subject !== '') current.passages.push({ kind: 'code', lead: '', code: subject });
    subject = '';
  }

  /** A label with code, such as the address of an endpoint, is quoted with the text below it. */
  function addSummary(summary: Element): void {
    const text = readPlainText(summary);
    if (findElements(summary, 'code').length > 0) subject = text;
    else addText(text);
  }

  function takeLead(): string {
    const lead = endsWithColon(before) ? before : '';
    before = '';
    return lead;
  }

  /** Adds a list, unless its numbers refer to the parts of a picture, which isn't quoted: "1. **Server**: …". */
  function addList(list: Element, lead: string): void {
    const elements = list.childNodes.filter((child) => isElement(child, 'li'));
    const readItem = list.tagName === 'ol' ? readStep : readOwnText;
    const items = elements.map((item) => readItem(item)).filter((text) => text !== '');
    const isLegend =
      isAfterPicture && list.tagName === 'ol' && 2 * elements.filter(startsWithName).length > elements.length;
    const isQuotable = items.length > 1 && !isLegend && !elements.every(isPointer);
    const passage: Passage = { kind: list.tagName === 'ol' ? 'steps' : 'list', lead, items };
    if (isQuotable) current.passages.push(passage);
    const { passages, lists } = current;
    const itemsFrom = passages.length;
    for (const item of elements) {
      // A single step doesn't answer anything without the others.
      if (list.tagName === 'ul' && !isPointer(item)) addText(readOwnText(item));
      walk(item.childNodes.filter((child) => !isInline(child) && !isElement(child, 'p')));
    }
    if (isQuotable) for (const part of passages.slice(itemsFrom)) lists.set(part, passage);
    before = '';
  }

  function addTable(table: Element): void {
    const rows = findElements(table, 'tr');
    const heading = rows.find((row) => findElements(row, 'td').length === 0);
    const columns = heading ? listCells(heading) : [];
    for (const row of rows) {
      if (row === heading || isPointerRow(row)) continue;
      const cells = listCells(row).map((text, index) => ({ column: columns[index] ?? '', text }));
      if (cells.some(({ text }) => text !== '')) current.passages.push({ kind: 'row', cells });
    }
    before = '';
  }

  function addCode(element: Element, lead: string): void {
    const code = readCode(element);
    if (code !== '' && code.split('\n').length <= CODE_MAX_LINES)
      current.passages.push({ kind: 'code', lead, code });
  }

  function addHeading(element: Element, level: number): void {
    const text = readPlainText(element);
    if (text === '') return;
    titles = [...titles.filter((above) => above.level < level), { level, text }];
    const id = readAttribute(element, 'id');
    current = openSection(id !== undefined && level > 1 ? id : level === 1 ? '' : current.anchor);
    before = '';
    subject = '';
  }

  function walk(nodes: readonly Node[]): void {
    let run: Node[] = [];
    const endRun = () => {
      const text = joinText(run);
      run = [];
      if (text !== '') addText(text);
    };
    for (const node of nodes) {
      if (isInline(node)) {
        run.push(node);
        continue;
      }
      endRun();
      if (isAnyElement(node)) {
        walkElement(node);
        isAfterPicture = isPicture(node);
      }
    }
    endRun();
  }

  function walkElement(element: Element): void {
    const { tagName, childNodes } = element;
    if (isSkipped(element)) return;
    const level = /^h([1-6])$/.exec(tagName)?.[1];
    if (level !== undefined) addHeading(element, Number(level));
    else if (tagName === 'ol' || tagName === 'ul') addList(element, takeLead());
    else if (tagName === 'table') addTable(element);
    else if (tagName === 'pre') addCode(element, takeLead());
    else if (tagName === 'summary') addSummary(element);
    else if (textTags.has(tagName)) addText(readPlainText(element));
    else if (isUnselectedTab(element)) walkUnselected(childNodes);
    else walk(childNodes);
  }

  function walkUnselected(nodes: readonly Node[]): void {
    const { passages, unselected } = current;
    const first = passages.length;
    walk(nodes);
    for (const passage of passages.slice(first)) unselected.add(passage);
  }

  walk(parseFragment(html).childNodes);
  return sections.filter(({ passages }) => passages.length > 0);
}

function isSkipped(element: Element): boolean {
  return (
    skippedTags.has(element.tagName) ||
    readAttribute(element, 'aria-hidden') === 'true' ||
    skippedRoles.has(readAttribute(element, 'role') ?? '')
  );
}

function isUnselectedTab(element: Element): boolean {
  return readAttribute(element, 'role') === 'tabpanel' && readAttribute(element, 'hidden') !== undefined;
}

function endsWithColon(text: string): boolean {
  return /[:：]$/.test(text);
}

function isSentence(text: string): boolean {
  return endsSentence(text) || text.split(' ').length >= SENTENCE_MIN_WORDS;
}

/** Whether an element is a picture, perhaps alone in a paragraph. */
function isPicture(element: Element): boolean {
  if (pictureTags.has(element.tagName)) return true;
  const parts = element.childNodes.filter((child) => !isText(child) || child.value.trim() !== '');
  return (
    element.tagName === 'p' &&
    parts.length > 0 &&
    parts.every((part) => isAnyElement(part) && pictureTags.has(part.tagName))
  );
}

/** Whether an item begins with a name in bold or as code. */
function startsWithName(item: Element): boolean {
  const [first] = item.childNodes.flatMap((child) => (isElement(child, 'p') ? child.childNodes : [child]));
  return first !== undefined && ['b', 'code', 'strong'].some((tagName) => isElement(first, tagName));
}

/** Whether an item only leads to another place: a link, perhaps with a colon and what is there. */
function isPointer(item: Element): boolean {
  const [first, second] = item.childNodes.flatMap((child) =>
    isElement(child, 'p') ? child.childNodes : [child],
  );
  if (first === undefined || !isElement(first, 'a')) return false;
  return second === undefined || (isText(second) && /^\s*(?:[:：–—-]|$)/.test(second.value));
}

/** Whether all cells after the first one are links to other pages. A link to a name in code is what was looked for. */
function isPointerRow(row: Element): boolean {
  const [, ...cells] = row.childNodes.filter((child) => isElement(child, 'td'));
  return cells.length > 0 && cells.every((cell) => isElement(cell, 'td') && isOnlyLinks(cell));
}

function isOnlyLinks(cell: Element): boolean {
  const links = findElements(cell, 'a');
  if (links.length === 0 || links.some((link) => findElements(link, 'code').length > 0)) return false;
  const rest = links.reduce((text, link) => text.replace(readPlainText(link), ''), readPlainText(cell));
  return !/\p{L}{4}/u.test(rest);
}

function createSentenceSplitter(language: string): (text: string) => string[] {
  const segmenter = new Intl.Segmenter(language, { granularity: 'sentence' });
  return (text) =>
    [...segmenter.segment(text)].map(({ segment }) => segment.trim()).filter((sentence) => sentence !== '');
}

/** The text of an item without the lists, tables and code in it. */
function readOwnText(item: Element): string {
  return joinText(item.childNodes.filter((child) => isInline(child) || isElement(child, 'p')));
}

/** The text of a step, and the lines of the short blocks that it introduces. */
function readStep(item: Element): string {
  const text = readOwnText(item);
  if (!endsWithColon(text)) return text;
  const lines = item.childNodes.flatMap((child) =>
    isAnyElement(child) && !isInline(child) && child.tagName !== 'p' ? readBlockLines(child) : [],
  );
  const isShort = lines.length <= IN_STEP.maxLines && lines.join('').length <= IN_STEP.maxCharacters;
  return isShort ? [text, ...lines].join('\n') : text;
}

/** The lines of a block: those of code, the rows of a table, the items of a list. */
function readBlockLines(block: Element): string[] {
  if (isSkipped(block)) return [];
  if (block.tagName === 'pre') return readCode(block).split('\n');
  if (block.tagName === 'tr')
    return findElements(block, 'td').length === 0 ? [] : [joinCells(listCells(block))];
  if (block.tagName === 'li') return [readOwnText(block)];
  return block.childNodes.flatMap((child) => (isAnyElement(child) ? readBlockLines(child) : []));
}

/** Joins the cells of a row: "Boat: its name, its length". */
function joinCells([name = '', ...values]: readonly string[]): string {
  const presentValues = values.filter((value) => value !== '');
  return [name, presentValues.join(', ')].filter((part) => part !== '').join(': ');
}

function joinText(nodes: readonly Node[]): string {
  return collapse(
    nodes.map((node) => (isElement(node, 'p') ? ` ${readRawText(node)} ` : readRawText(node))).join(''),
  );
}

function readPlainText(node: Node): string {
  return collapse(readRawText(node));
}

/** The text of a node without links to headings and without controls. */
function readRawText(node: Node): string {
  if (isText(node)) return node.value;
  if (!isAnyElement(node)) return '';
  if (node.tagName === 'br') return ' ';
  if (isSkipped(node) || hasClass(node, 'hash-link')) return '';
  return node.childNodes.map((child) => readRawText(child)).join('');
}

/** Lines of highlighted code are elements of their own, with or without a line break between them. */
function readCode(element: Element): string {
  const lines = findElements(element, 'span').filter((span) => hasClass(span, 'line'));
  if (lines.length > 0)
    return lines
      .map((line) => readAllText(line).replace(/\n$/, ''))
      .join('\n')
      .trim();
  return readAllText(element).trim();
}

function readAllText(node: Node): string {
  if (isText(node)) return node.value;
  return isAnyElement(node) ? node.childNodes.map((child) => readAllText(child)).join('') : '';
}

function listCells(row: Element): string[] {
  return row.childNodes
    .filter((child) => isElement(child, 'td') || isElement(child, 'th'))
    .map((cell) => collapse(readCellText(cell)));
}

/** Blocks in a cell are separated by spaces. */
function readCellText(node: Node): string {
  if (!isAnyElement(node)) return readRawText(node);
  const text = isInline(node)
    ? readRawText(node)
    : node.childNodes.map((child) => readCellText(child)).join('');
  return isInline(node) ? text : ` ${text} `;
}

function findElements(element: Element, tagName: string): Element[] {
  return element.childNodes.flatMap((child) => {
    if (!isAnyElement(child)) return [];
    return child.tagName === tagName ? [child] : findElements(child, tagName);
  });
}

function isText(node: Node): node is TextNode {
  return node.nodeName === '#text';
}

function isAnyElement(node: Node): node is Element {
  return 'tagName' in node;
}

function isElement(node: Node, tagName: string): node is Element {
  return isAnyElement(node) && node.tagName === tagName;
}

function isInline(node: Node): boolean {
  return isText(node) || (isAnyElement(node) && inlineTags.has(node.tagName));
}

function readAttribute({ attrs }: Element, name: string): string | undefined {
  return attrs.find((attribute) => attribute.name === name)?.value;
}

function hasClass(element: Element, name: string): boolean {
  return readAttribute(element, 'class')?.split(/\s+/).includes(name) ?? false;
}

function collapse(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
