import type { Root } from 'mdast';
import type {} from 'mdast-util-directive';
import { visit } from './visit.ts';

interface UnusedDirective {
  /** With its colons: `:::name`. */
  name: string;
  line: number | undefined;
  column: number | undefined;
}

const colons = { textDirective: ':', leafDirective: '::', containerDirective: ':::' } as const;

/**
 * Directives that nothing took. `10:am` is text again; the others keep their content, lose their marks as
 * they do in Docusaurus, and are returned so that the author hears of them.
 */
export function settleDirectives(tree: Root): UnusedDirective[] {
  const unused: UnusedDirective[] = [];
  visit(tree, ['textDirective', 'leafDirective', 'containerDirective'], (node, index, parent) => {
    if (!('attributes' in node) || !('name' in node) || node.data || !parent || index === undefined) return;
    if (node.type !== 'textDirective' && node.type !== 'leafDirective' && node.type !== 'containerDirective')
      return;
    const bare = node.children.length === 0 && Object.keys(node.attributes ?? {}).length === 0;
    if (node.type === 'textDirective' && bare) {
      parent.children.splice(index, 1, {
        type: 'text',
        value: `:${node.name}`,
        ...(node.position && { position: node.position }),
      });
      return;
    }
    node.data = { hName: node.type === 'textDirective' ? 'span' : 'div' };
    const start = node.position?.start;
    unused.push({ name: colons[node.type] + node.name, line: start?.line, column: start?.column });
  });
  return unused;
}
