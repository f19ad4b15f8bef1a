import type { Nodes } from 'mdast';
import { isJsxElement, type JsxElement } from './code-nodes.ts';

/** Element for a part for an audience: `<Audience for="…">`. */
export const PART_NAME = 'Audience';

/** Code of problems with parts that can't be cut. */
export const PARTS_FAIL = 'audience-part';

/**
 * Whether a text may contain parts. Ask this before treating a text as anything but Markdown, because parts are
 * private.
 */
export function mayHaveParts(text: string): boolean {
  return /<[\s/]*Audience\b/.test(text) || /<\s*audience\s+for\b/i.test(text);
}

/** `<Audience for="…">` in a CommonMark file, where it is plain HTML. */
export const openingTag = /^<Audience(?:\s+for\s*=\s*(?:"([^"]*)"|'([^']*)'))?\s*>$/;
const anyTag = /(<\/?Audience\b[^>]*>)/i;
export const closingTag = /^<\/Audience\s*>$/;

export function isPart(node: Nodes): node is JsxElement {
  return isJsxElement(node) && node.name === PART_NAME;
}

export function readNames({ attributes }: JsxElement): string | undefined {
  const [attribute, ...otherAttributes] = attributes;
  const isAlone =
    otherAttributes.length === 0 && attribute?.type === 'mdxJsxAttribute' && attribute.name === 'for';
  return isAlone && typeof attribute.value === 'string' ? attribute.value : undefined;
}

/** Splits tags of parts from other HTML in the same node. */
export function splitTags(nodes: readonly Nodes[]): Nodes[] {
  if (!nodes.some((node) => node.type === 'html' && mayHaveParts(node.value))) return [...nodes];
  return nodes.flatMap((node): Nodes[] => {
    if (node.type !== 'html' || !mayHaveParts(node.value)) return [node];
    const pieces = node.value.split(anyTag).filter((piece) => piece.trim() !== '');
    return pieces.map((value) => ({ ...node, value }));
  });
}
