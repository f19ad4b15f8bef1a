import type { Element } from 'hast';

export type Children = Element['children'];

export function box(className: string, children: Children, tagName = 'div'): Element {
  const properties = className === '' ? {} : { className: className.split(' ') };
  return { type: 'element', tagName, properties, children };
}

export function words(className: string, value: string, tagName = 'span'): Element {
  return box(className, [{ type: 'text', value }], tagName);
}

/** The number of a part, in front of it. */
export function mark(part: number | undefined): Element[] {
  return part === undefined ? [] : [words('screen-part', String(part))];
}
