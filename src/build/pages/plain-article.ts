import type { Element, ElementContent, RootContent } from 'hast';
import { toHtml } from 'hast-util-to-html';
import { toString as textOf } from 'hast-util-to-string';
import { readClasses, toText } from '../../markdown/finish/properties.ts';
import { parseHtml } from '../../markdown/tree/to-html.ts';

export interface Outlet {
  /** Where the site is reached: `https://docs.example.com`, or empty. */
  origin: string;
  /** Absolute address of the page that the article is on. */
  address: string;
}

/** Of the interface: their place is a page of the site. */
const interfaceTags = new Set(['button', 'script', 'style', 'template', 'textarea', 'select', 'live-facts']);
const interfaceClasses = ['hash-link', 'code-block-buttons', 'themed-image--dark', 'visually-hidden'];
/** What scripts and styles of the site need. */
const interfaceAttributes =
  /^(?:class(?:Name)?|style|tabIndex|role|hidden|aria|data|on[A-Z]|loading|decoding|target|rel$)/;

/**
 * The HTML of an article for where it is read outside of the site, such as a feed reader: no anchors, buttons, icons and
 * labels of the interface; every panel of tabs, under its label; every link with the site's address.
 */
export function plainArticle(html: string, outlet: Outlet): string {
  return toHtml(plainNodes(parseHtml(html), outlet));
}

function plainNodes<Node extends RootContent>(nodes: readonly Node[], outlet: Outlet): Node[] {
  return nodes.flatMap((node): Node[] => {
    if (node.type === 'comment') return [];
    if (node.type !== 'element') return [node];
    if (isInterface(node)) return [];
    if (isTabs(node)) return [plainTabs(node, outlet) as Node];
    return [plainElement(node, outlet) as Node];
  });
}

function isInterface(node: Element): boolean {
  const { tagName, properties } = node;
  if (interfaceTags.has(tagName) || tagName === 'live-words') return true;
  if (readClasses(node).some((name) => interfaceClasses.includes(name))) return true;
  if (tagName === 'input') return properties.type !== 'checkbox';
  // Icons, and what is drawn for the eye beside a text.
  return String(properties.ariaHidden) === 'true' && !textOf(node).trim();
}

function plainElement(node: Element, outlet: Outlet): Element {
  const { origin, address } = outlet;
  const properties = Object.fromEntries(
    Object.entries(node.properties).filter(([name]) => !interfaceAttributes.test(name)),
  );
  for (const name of ['href', 'src', 'poster'] as const) {
    const url = toText(properties[name]);
    if (url?.startsWith('#')) properties[name] = address + url;
    else if (url?.startsWith('/') && !url.startsWith('//')) properties[name] = origin + url;
  }
  return { ...node, properties, children: plainNodes(node.children, outlet) };
}

function isTabs({ children }: Element): boolean {
  return children.some((child) => child.type === 'element' && child.properties.role === 'tablist');
}

/** Each panel under the label of its tab. */
function plainTabs(node: Element, outlet: Outlet): Element {
  const elements = elementsIn(node.children);
  const tabs = elements.filter(({ properties }) => properties.role === 'tab');
  const panels = elements.filter(({ properties }) => properties.role === 'tabpanel');
  const children = panels.flatMap((panel, at): ElementContent[] => {
    const tab = tabs[at];
    const label: Element = {
      type: 'element',
      tagName: 'p',
      properties: {},
      children: [
        {
          type: 'element',
          tagName: 'strong',
          properties: {},
          children: [{ type: 'text', value: tab ? textOf(tab) : '' }],
        },
      ],
    };
    return [...(tab ? [label] : []), ...plainNodes(panel.children, outlet)];
  });
  return { type: 'element', tagName: 'div', properties: {}, children };
}

/** Tabs and panels of these tabs, and not of others in their panels. */
function elementsIn(nodes: readonly ElementContent[]): Element[] {
  return nodes.flatMap((node) => {
    if (node.type !== 'element') return [];
    const isPart = node.properties.role === 'tab' || node.properties.role === 'tabpanel';
    return isPart ? [node] : elementsIn(node.children);
  });
}
