import type { List, ListItem, Nodes, Paragraph, PhrasingContent } from 'mdast';
import { readStyle } from '../read-style.ts';
import {
  addProperties,
  type Component,
  createMarkdownElement,
  createMarkdownText,
  toBlocks,
} from './component.ts';

/** Files and folders, from a list of their names. The rest of a line is a note about its name. */
export const fileTree: Component = {
  attributes: {},
  style: readStyle(new URL('./file-tree.css', import.meta.url)),
  draw({ children, properties, report, writtenName }) {
    const blocks = toBlocks(children);
    const [onlyBlock] = blocks;
    if (onlyBlock?.type !== 'list' || onlyBlock.ordered || blocks.length > 1) {
      report(`${writtenName} needs one list of names: lines that start with a hyphen.`);
      return blocks;
    }
    markItems(onlyBlock);
    addProperties(onlyBlock, { ...properties('md-tree'), role: 'list' });
    return [onlyBlock];
  },
};

function markItems(list: List): void {
  list.spread = false;
  for (const item of list.children) markItem(item);
}

function markItem(item: ListItem): void {
  item.spread = false;
  const [line] = item.children;
  let isFolder = false;
  for (const child of item.children) {
    if (child.type !== 'list') continue;
    isFolder = true;
    addProperties(child, { role: 'list' });
    markItems(child);
  }
  if (line?.type !== 'paragraph') return;
  const { name, note } = splitLine(line);
  isFolder ||= name.at(-1)?.type === 'text' && readText(name.at(-1)).endsWith('/');
  const kind = isFolder ? 'md-tree-folder' : 'md-tree-file';
  line.children = [
    createMarkdownElement('span', { className: [kind] }, name),
    ...(note.length === 0
      ? []
      : [createMarkdownText(' '), createMarkdownElement('span', { className: ['md-tree-note'] }, note)]),
  ] as PhrasingContent[];
}

/** The name ends at the first space outside of code and emphasis. */
function splitLine({ children }: Paragraph): { name: PhrasingContent[]; note: PhrasingContent[] } {
  const index = children.findIndex((node) => node.type === 'text' && /\s/.test(node.value));
  const border = children[index];
  if (border?.type !== 'text') return { name: children, note: [] };
  const [first = '', ...rest] = border.value.split(/\s+/);
  const noteText = rest.join(' ');
  return {
    name: [...children.slice(0, index), ...(first === '' ? [] : [createMarkdownText(first)])],
    note: [...(noteText === '' ? [] : [createMarkdownText(noteText)]), ...children.slice(index + 1)],
  };
}

function readText(node: Nodes | undefined): string {
  return node && 'value' in node ? node.value : '';
}
