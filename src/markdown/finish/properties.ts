import type { Element } from 'hast';

export function classesOf(element: Element): string[] {
  const { className, class: written } = element.properties;
  const value = className ?? written;
  if (Array.isArray(value)) return value.map(String);
  return typeof value === 'string' ? value.split(/\s+/).filter(Boolean) : [];
}

export function addClass(element: Element, ...names: string[]): void {
  const classes = [...new Set([...classesOf(element), ...names])];
  delete element.properties.class;
  element.properties.className = classes;
}

export function stringOf(value: Element['properties'][string]): string | undefined {
  if (value === null || value === undefined || value === false) return undefined;
  return Array.isArray(value) ? value.join(' ') : String(value === true ? '' : value);
}

export function take(element: Element, name: string): string | undefined {
  const value = stringOf(element.properties[name]);
  delete element.properties[name];
  return value;
}

export function element(
  tagName: string,
  properties: Element['properties'],
  children: Element['children'] = [],
): Element {
  return { type: 'element', tagName, properties, children };
}

export function text(value: string): Element['children'][number] {
  return { type: 'text', value };
}
