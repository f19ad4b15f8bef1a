import type { Paragraph, Root } from 'mdast';
import type { ContainerDirective } from 'mdast-util-directive';
import type { FileScope } from '../compilation.ts';
import type { MarkdownFormat } from './parse.ts';
import { visit } from './visit.ts';

/** Turns container directives with the name of an admonition into `<x-admonition>`, which the last step lays out. */
export function markAdmonitions(tree: Root, format: MarkdownFormat, names: readonly string[]): void {
  visit(tree, 'containerDirective', (directive: ContainerDirective) => {
    if (!names.includes(directive.name)) return;
    const first = directive.children[0];
    const label = first?.type === 'paragraph' && first.data?.directiveLabel ? first : undefined;
    const attributes = directive.attributes ?? {};
    const title = attributes.title || readPlainTitle(label);
    if (label && (title || label.children.length === 0)) directive.children.shift();
    // In CommonMark files, a label with more than text becomes the first line of the content.
    else if (label && format === 'mdx') label.data = { ...label.data, hName: 'x-admonition-title' };
    directive.data = {
      hName: 'x-admonition',
      hProperties: {
        dataType: directive.name,
        ...(title ? { dataTitle: title } : {}),
        ...(attributes.id ? { id: attributes.id } : {}),
        ...(attributes.class ? { className: attributes.class.split(/\s+/) } : {}),
      },
    };
  });
}

/** Reads a label of nothing but text. Emoji names stay names, because no later step sees them. */
function readPlainTitle(label: Paragraph | undefined): string | undefined {
  const [onlyNode, ...otherNodes] = label?.children ?? [];
  return onlyNode?.type === 'text' && otherNodes.length === 0 ? onlyNode.value : undefined;
}

const colons = { textDirective: ':', leafDirective: '::', containerDirective: ':::' } as const;

/**
 * Settles directives that no step used. `10:am` becomes text again. Others keep their contents, lose their colons as in
 * Docusaurus, and are reported.
 */
export function settleDirectives(tree: Root, scope: FileScope): void {
  visit(tree, ['textDirective', 'leafDirective', 'containerDirective'], (node, index, parent) => {
    if (node.type !== 'textDirective' && node.type !== 'leafDirective' && node.type !== 'containerDirective')
      return;
    if (node.data || !parent || index === undefined) return;
    const isBare = node.children.length === 0 && Object.keys(node.attributes ?? {}).length === 0;
    if (node.type === 'textDirective' && isBare) {
      parent.children.splice(index, 1, {
        type: 'text',
        value: `:${node.name}`,
        ...(node.position && { position: node.position }),
      });
      return;
    }
    node.data = { hName: node.type === 'textDirective' ? 'span' : 'div' };
    const name = colons[node.type] + node.name;
    const message = `\`${name}\` isn't a known directive. Write \`\\${name}\` if it is meant as text.`;
    scope.report('unknown-directive', message, node.position?.start, 'warning');
  });
}
