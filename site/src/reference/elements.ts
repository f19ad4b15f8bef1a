import { createHtmlElement, createHtmlText } from 'gatehouse/sections';
import type { Element } from 'hast';

export type Children = Element['children'];

export function box(className: string, children: Children, tagName = 'div'): Element {
  return createHtmlElement(tagName, className === '' ? {} : { className: className.split(' ') }, children);
}

export function words(className: string, value: string, tagName = 'span'): Element {
  return box(className, [createHtmlText(value)], tagName);
}

/** Text that breaks between the parts of codes and addresses, never within a word or a date. */
export function breakableWords(className: string, value: string): Element {
  const pieces = value.replace(/(?<=\d)-(?=\d)/g, '\u2011').split(/(?<=\w[_./])(?=\S)|(?<=\w)(?=@)/);
  const children = pieces.flatMap((piece, at) => [
    ...(at === 0 ? [] : [box('', [], 'wbr')]),
    createHtmlText(piece),
  ]);
  return box(className, children, 'span');
}

/** A drawing with its caption below it; without words there is none. */
export function addCaption(className: string, drawing: Element, caption: string): Element {
  return box(className, [drawing, ...(caption === '' ? [] : [words('', caption, 'figcaption')])], 'figure');
}

/** The number of a part, in front of it. */
export function mark(part: number | undefined): Element[] {
  return part === undefined ? [] : [words('screen-part', String(part))];
}
