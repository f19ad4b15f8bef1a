import type { Element } from 'hast';

export type Children = Element['children'];

/** Lists are for classes and for references to ids. */
type Properties = Readonly<Record<string, string | number | boolean | string[] | undefined>>;

export function createHtmlElement(tagName: string, properties: Properties, children: Children = []): Element {
  const attributes = Object.entries(properties).map(
    ([name, value]) => [name, typeof value === 'number' ? String(value) : value] as const,
  );
  return { type: 'element', tagName, properties: Object.fromEntries(attributes), children };
}

export function createHtmlText(value: string): Children[number] {
  return { type: 'text', value };
}

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
