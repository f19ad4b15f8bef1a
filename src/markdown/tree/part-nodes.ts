import type { Nodes } from 'mdast';
import { isJsxElement, type JsxElement } from './code-nodes.ts';

/** What a part for an audience is written as: `<Audience for="…">`. */
export const PART_NAME = 'Audience';

/** A part is not written so that it can be cut. */
export const PARTS_FAIL = 'audience-part';

/** Whoever reads a text as anything but Markdown asks this first: it may hold what not everybody may see. */
export function mayHaveParts(text: string): boolean {
  return /<[\s/]*Audience\b/.test(text) || /<\s*audience\s+for\b/i.test(text);
}

/** `<Audience for="…">` in a file of CommonMark, where it is HTML like any other. */
export const openingTag = /^<Audience(?:\s+for\s*=\s*(?:"([^"]*)"|'([^']*)'))?\s*>$/;
const anyTag = /(<\/?Audience\b[^>]*>)/i;
export const closingTag = /^<\/Audience\s*>$/;

export function isPart(node: Nodes): node is JsxElement {
  return isJsxElement(node) && node.name === PART_NAME;
}

export function namesOf({ attributes }: JsxElement): string | undefined {
  const [attribute, ...others] = attributes;
  const isAlone = others.length === 0 && attribute?.type === 'mdxJsxAttribute' && attribute.name === 'for';
  return isAlone && typeof attribute.value === 'string' ? attribute.value : undefined;
}

/** Tags that are HTML in one node with what is around them, as nodes of their own. */
export function splitTags(nodes: readonly Nodes[]): Nodes[] {
  if (!nodes.some((node) => node.type === 'html' && mayHaveParts(node.value))) return [...nodes];
  return nodes.flatMap((node): Nodes[] => {
    if (node.type !== 'html' || !mayHaveParts(node.value)) return [node];
    const pieces = node.value.split(anyTag).filter((piece) => piece.trim() !== '');
    return pieces.map((value) => ({ ...node, value }));
  });
}
