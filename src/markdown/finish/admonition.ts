import type { Element, ElementContent } from 'hast';
import type { ArticleTexts } from '../context.ts';
import { isAdmonitionType } from '../syntax/admonition-types.ts';
import { addClass, element, take, text } from './properties.ts';

/** Lays `<x-admonition>` out. A type that is none becomes `info`; its title is the type's unless one is given. */
export function layOutAdmonition(admonition: Element, texts: ArticleTexts): void {
  const written = take(admonition, 'dataType') ?? 'note';
  const type = isAdmonitionType(written) ? written : 'info';
  const title = titleOf(admonition, take(admonition, 'dataTitle')) ?? [text(texts[`${type}Title`])];
  const icon = element('span', { className: ['admonition-icon'], ariaHidden: 'true' });
  const content = admonition.children.filter((child) => !isTitle(child));
  admonition.tagName = 'div';
  addClass(admonition, 'theme-admonition', `theme-admonition-${type}`, 'admonition');
  admonition.children = [
    element('div', { className: ['admonition-heading'] }, [icon, ...title]),
    element('div', { className: ['admonition-content'] }, content),
  ];
}

function titleOf(admonition: Element, written: string | undefined): ElementContent[] | undefined {
  if (written !== undefined) return [text(written)];
  const title = admonition.children.find(isTitle);
  return title && title.children.length > 0 ? title.children : undefined;
}

function isTitle(node: ElementContent): node is Element {
  return node.type === 'element' && node.tagName === 'x-admonition-title';
}
