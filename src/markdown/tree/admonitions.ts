import type { Paragraph, Root } from 'mdast';
import type { ContainerDirective } from 'mdast-util-directive';
import { visit } from 'unist-util-visit';
import { ADMONITION_TYPES } from '../syntax/admonition-types.ts';
import type { MarkdownFormat } from './parse.ts';

/** Container directives with an admonition's name become `<x-admonition>`, which the last step lays out. */
export function markAdmonitions(tree: Root, format: MarkdownFormat): void {
  visit(tree, 'containerDirective', (directive: ContainerDirective) => {
    if (!(ADMONITION_TYPES as readonly string[]).includes(directive.name)) return;
    const first = directive.children[0];
    const label = first?.type === 'paragraph' && first.data?.directiveLabel ? first : undefined;
    const attributes = directive.attributes ?? {};
    if (label && attributes.title) directive.children.shift();
    else if (label && isTitle(label, format)) label.data = { ...label.data, hName: 'x-admonition-title' };
    directive.data = {
      hName: 'x-admonition',
      hProperties: {
        dataType: directive.name,
        ...(attributes.title ? { dataTitle: attributes.title } : {}),
        ...(attributes.id ? { id: attributes.id } : {}),
        ...(attributes.class ? { className: attributes.class.split(/\s+/) } : {}),
      },
    };
  });
}

/** In a CommonMark file a label of more than plain text is the first line of the content. */
function isTitle(label: Paragraph, format: MarkdownFormat): boolean {
  return (
    format === 'mdx' || (label.children.length < 2 && label.children.every(({ type }) => type === 'text'))
  );
}
