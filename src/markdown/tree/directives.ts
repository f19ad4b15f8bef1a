import type { Paragraph, Root } from 'mdast';
import type { ContainerDirective } from 'mdast-util-directive';
import type { FileScope } from '../compilation.ts';
import type { MarkdownFormat } from './parse.ts';
import { visit } from './visit.ts';

/** Container directives with an admonition's name become `<x-admonition>`, which the last step lays out. */
export function markAdmonitions(tree: Root, format: MarkdownFormat, names: readonly string[]): void {
  visit(tree, 'containerDirective', (directive: ContainerDirective) => {
    if (!names.includes(directive.name)) return;
    const first = directive.children[0];
    const label = first?.type === 'paragraph' && first.data?.directiveLabel ? first : undefined;
    const attributes = directive.attributes ?? {};
    const title = attributes.title || plainTitle(label);
    if (label && (title || label.children.length === 0)) directive.children.shift();
    // In a CommonMark file a label of more than text is the first line of the content.
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

/** A label of nothing but text, taken as it is: names of emoji stay names, as no later step sees them. */
function plainTitle(label: Paragraph | undefined): string | undefined {
  const [only, ...others] = label?.children ?? [];
  return only?.type === 'text' && others.length === 0 ? only.value : undefined;
}

const colons = { textDirective: ':', leafDirective: '::', containerDirective: ':::' } as const;

/**
 * Directives that nothing took. `10:am` is text again; the others keep their content, lose their marks as
 * they do in Docusaurus, and the author hears of them.
 */
export function settleDirectives(tree: Root, scope: FileScope): void {
  visit(tree, ['textDirective', 'leafDirective', 'containerDirective'], (node, index, parent) => {
    if (node.type !== 'textDirective' && node.type !== 'leafDirective' && node.type !== 'containerDirective')
      return;
    if (node.data || !parent || index === undefined) return;
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
    const name = colons[node.type] + node.name;
    const message = `\`${name}\` is no directive that this site knows: write \`\\${name}\` if it is meant as text.`;
    scope.report('unknown-directive', message, node.position?.start, 'warning');
  });
}
