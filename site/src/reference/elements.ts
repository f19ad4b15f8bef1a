import { createHtmlElement, createHtmlText } from 'gatehouse/sections';
import type { Element } from 'hast';

export type Children = Element['children'];

export function createBox(className: string, children: Children, tagName = 'div'): Element {
  return createHtmlElement(tagName, className === '' ? {} : { className: className.split(' ') }, children);
}

export function createWords(className: string, value: string, tagName = 'span'): Element {
  return createBox(className, [createHtmlText(value)], tagName);
}

/** Text that breaks between the parts of codes and addresses, never within a word or a date. */
export function createBreakableWords(className: string, value: string): Element {
  const pieces = value.replace(/(?<=\d)-(?=\d)/g, '\u2011').split(/(?<=\w[_./])(?=\S)|(?<=\w)(?=@)/);
  const children = pieces.flatMap((piece, index) => [
    ...(index === 0 ? [] : [createBox('', [], 'wbr')]),
    createHtmlText(piece),
  ]);
  return createBox(className, children, 'span');
}

/** A drawing with its caption below it; without words there is none. */
export function addCaption(className: string, drawing: Element, caption: string): Element {
  return createBox(
    className,
    [drawing, ...(caption === '' ? [] : [createWords('', caption, 'figcaption')])],
    'figure',
  );
}

/** The number of a part, in front of it. */
export function mark(part: number | undefined): Element[] {
  return part === undefined ? [] : [createWords('screen-part', String(part))];
}
