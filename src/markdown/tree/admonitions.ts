import type { Paragraph, Root } from 'mdast';
import type { ContainerDirective } from 'mdast-util-directive';
import { isAdmonitionType } from '../syntax/admonition-types.ts';
import type { MarkdownFormat } from './parse.ts';
import { visit } from './visit.ts';

/** Container directives with an admonition's name become `<x-admonition>`, which the last step lays out. */
export function markAdmonitions(tree: Root, format: MarkdownFormat): void {
  visit(tree, 'containerDirective', (directive: ContainerDirective) => {
    if (!isAdmonitionType(directive.name)) return;
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
