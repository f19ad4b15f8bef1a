import type { Element, ElementContent, Properties } from 'hast';
import { toString as textOf } from 'hast-util-to-string';
import type { PhrasingContent, Table, TableCell, TableRow } from 'mdast';
import { readClasses, toText } from '../finish/properties.ts';

/**
 * Converts a table as Markdown produces it: one head row, and only text, code, emphasis and links in cells. Two thirds
 * of an API reference are such tables, and the general converter takes four times as long for them. Returns undefined
 * for every other table.
 */
export function convertTable(table: Element): Table | undefined {
  const [head, body, ...rest] = listElements(table);
  const [titles, ...further] = head?.tagName === 'thead' ? listElements(head) : [];
  if (!titles || further.length > 0 || rest.length > 0) return undefined;
  if (body && body.tagName !== 'tbody') return undefined;
  const lines = [titles, ...(body ? listElements(body) : [])].map(listElements);
  const columns = lines[0]?.length ?? 0;
  const rows: TableRow[] = [];
  for (const [index, line] of lines.entries()) {
    const children = line.map((cell) => convertCell(cell, index === 0 ? 'th' : 'td'));
    if (children.length !== columns || !isComplete(children)) return undefined;
    rows.push({ type: 'tableRow', children });
  }
  return {
    type: 'table',
    align: (lines[0] ?? []).map(({ properties }) => readAlignment(properties)),
    children: rows,
  };
}

/** The element children, without whitespace between them. */
function listElements({ children }: Element): Element[] {
  return children.filter((child) => child.type === 'element');
}

function readAlignment({ align }: Properties): 'left' | 'right' | 'center' | null {
  return align === 'left' || align === 'right' || align === 'center' ? align : null;
}

function convertCell(cell: Element, tagName: 'th' | 'td'): TableCell | undefined {
  const { rowSpan, colSpan } = cell.properties;
  if (cell.tagName !== tagName || rowSpan !== undefined || colSpan !== undefined) return undefined;
  const children = toPhrasing(cell.children);
  // Whitespace that HTML would collapse needs the general converter.
  return children && isTight(textOf(cell)) ? { type: 'tableCell', children } : undefined;
}

function toPhrasing(nodes: readonly ElementContent[]): PhrasingContent[] | undefined {
  const phrases = nodes.map(convertPhrase);
  return isComplete(phrases) ? phrases : undefined;
}

function convertPhrase(node: ElementContent): PhrasingContent | undefined {
  if (node.type === 'text') return node.value === '' ? undefined : { type: 'text', value: node.value };
  if (node.type !== 'element') return undefined;
  if (node.tagName === 'code') {
    const value = textOf(node);
    return listElements(node).length === 0 && isTight(value) ? { type: 'inlineCode', value } : undefined;
  }
  const children = toPhrasing(node.children);
  if (!children || children.length === 0) return undefined;
  switch (node.tagName) {
    case 'strong':
      return { type: 'strong', children };
    case 'em':
      return { type: 'emphasis', children };
    case 'a':
      return isPlainLink(node)
        ? { type: 'link', url: toText(node.properties.href) ?? '', title: null, children }
        : undefined;
    default:
      return undefined;
  }
}

function isPlainLink(link: Element): boolean {
  const special = readClasses(link).some((name) => name === 'card' || name === 'hash-link');
  const { href, title, dataFootnoteRef, dataFootnoteBackref } = link.properties;
  return (
    href !== undefined &&
    [title, dataFootnoteRef, dataFootnoteBackref].every((candidate) => candidate === undefined) &&
    !special
  );
}

function isTight(words: string): boolean {
  return !/^ | $| {2}|[\t\n\v\f\r]/.test(words);
}

function isComplete<One>(list: readonly (One | undefined)[]): list is One[] {
  return !list.includes(undefined);
}
