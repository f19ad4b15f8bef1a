import type { Root, RootContent } from 'mdast';
import type {} from 'mdast-util-mdx';
import { toString as textOf } from 'mdast-util-to-string';
import { EXIT, visit } from './visit.ts';

/** Wraps the content's title in `<header>`: an h1 that is the first heading, above any thematic break. */
export function wrapContentTitle(tree: Root): string | undefined {
  let title: string | undefined;
  visit(tree, ['heading', 'thematicBreak'], (node, index, parent) => {
    if (
      node.type === 'heading' &&
      node.depth === 1 &&
      parent &&
      'children' in parent &&
      index !== undefined
    ) {
      title = textOf(node);
      const header: RootContent = {
        type: 'paragraph',
        data: { hName: 'header' },
        // A header of one heading: no mdast node holds blocks and becomes a plain element.
        children: [node] as never[],
      };
      parent.children.splice(index, 1, header);
    }
    return EXIT;
  });
  return title;
}
