import { createHtmlElement, createHtmlText } from 'gatehouse/sections';
import type { Element } from 'hast';

export type Children = Element['children'];

export function box(className: string, children: Children, tagName = 'div'): Element {
  return createHtmlElement(tagName, className === '' ? {} : { className: className.split(' ') }, children);
}

export function words(className: string, value: string, tagName = 'span'): Element {
  return box(className, [createHtmlText(value)], tagName);
}

/** A drawing with its caption below it; without words there is none. */
export function addCaption(className: string, drawing: Element, caption: string): Element {
  return box(className, [drawing, ...(caption === '' ? [] : [words('', caption, 'figcaption')])], 'figure');
}

/** The number of a part, in front of it. */
export function mark(part: number | undefined): Element[] {
  return part === undefined ? [] : [words('screen-part', String(part))];
}
