import { createHash } from 'node:crypto';
import type { Element, RootContent } from 'hast';

export function readClasses(element: Element): string[] {
  const { className, class: classProperty } = element.properties;
  const value = className ?? classProperty;
  if (Array.isArray(value)) return value.map(String);
  return typeof value === 'string' ? value.split(/\s+/).filter(Boolean) : [];
}

export function addClass(element: Element, ...names: string[]): void {
  const classes = [...new Set([...readClasses(element), ...names])];
  delete element.properties.class;
  element.properties.className = classes;
}

export function toText(value: Element['properties'][string]): string | undefined {
  if (value === null || value === undefined || value === false) return undefined;
  return Array.isArray(value) ? value.join(' ') : String(value === true ? '' : value);
}

export function takeProperty(element: Element, name: string): string | undefined {
  const value = toText(element.properties[name]);
  delete element.properties[name];
  return value;
}

/** Attributes of an element. Lists are for classes and for references to ids. */
type HtmlProperties = Readonly<Record<string, Element['properties'][string] | number>>;

/** Creates an element of HTML, for components that aren't Markdown. Numbers become texts, as in a page. */
export function createHtmlElement(
  tagName: string,
  properties: HtmlProperties,
  children: Element['children'] = [],
): Element {
  const attributes = Object.entries(properties).map(
    ([name, value]) => [name, typeof value === 'number' ? String(value) : value] as const,
  );
  return { type: 'element', tagName, properties: Object.fromEntries(attributes), children };
}

export function isElement(node: RootContent, tagName: string): node is Element {
  return node.type === 'element' && node.tagName === tagName;
}

/** Creates a text in an element of HTML. It is escaped when it's written. */
export function createHtmlText(value: string): Element['children'][number] {
  return { type: 'text', value };
}

/**
 * The class for an inline style, and the rule that gives it the same effect. Undefined for an empty style. `adaptToPaper`
 * writes the declarations that it needs on paper; parts of the shell aren't printed.
 */
export function describeStyle(
  inlineStyle: string,
  adaptToPaper: (style: string) => string = () => '',
): { name: string; rule: string } | undefined {
  const style = normalise(inlineStyle);
  if (style === '') return undefined;
  const name = `s-${createHash('sha256').update(style).digest('hex').slice(0, 8)}`;
  // An id that no element has: like an inline style, the rule beats those of style sheets.
  const additions = adaptToPaper(style);
  const paperRule = additions === '' ? '' : `;@media print{${additions}}`;
  return { name, rule: `.${name}:not(#_){${style}${paperRule}}` };
}

/** Normalizes a style so that equal ones share a rule. Removes characters that could end the rule or style sheet. */
function normalise(style: string): string {
  return style
    .replace(/[{}<]/g, '')
    .split(';')
    .map((declaration) => declaration.trim().replace(/^([\w-]+)\s*:\s*/, '$1:'))
    .filter(Boolean)
    .join(';');
}
