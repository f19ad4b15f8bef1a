import type { Paragraph, Root, RootContent } from 'mdast';
import type {} from 'mdast-util-mdx';
import { SKIP, visit } from './visit.ts';

/**
 * A paragraph of nothing but elements and expressions is no paragraph: its parts become blocks. The same
 * step as MDX's own, done here because the later steps need its result before MDX itself runs.
 */
export function unravel(tree: Root): void {
  visit(tree, 'paragraph', (paragraph: Paragraph, index, parent) => {
    if (!parent || index === undefined) return undefined;
    const blocks: RootContent[] = [];
    for (const child of paragraph.children) {
      if (child.type === 'mdxJsxTextElement') {
        // The children stay phrasing content inside a block element, as in MDX.
        blocks.push({ ...child, type: 'mdxJsxFlowElement', children: child.children as never[] });
      } else if (child.type === 'mdxTextExpression') {
        blocks.push({ ...child, type: 'mdxFlowExpression' });
      } else if (child.type !== 'text' || /\S/.test(child.value)) {
        return undefined;
      }
    }
    if (blocks.length === 0) return undefined;
    parent.children.splice(index, 1, ...blocks);
    return [SKIP, index];
  });
}
