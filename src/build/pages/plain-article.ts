import type { Element, ElementContent, RootContent } from 'hast';
import { toHtml } from 'hast-util-to-html';
import { toString as textOf } from 'hast-util-to-string';
import { readClasses, toText } from '../../markdown/finish/properties.ts';
import { parseHtml } from '../../markdown/tree/to-html.ts';

/** A place outside of the site where an article is read, such as a feed. */
export interface Outlet {
  /** Origin of the site: `https://docs.example.com`, or empty. */
  origin: string;
  /** Absolute URL of the article's page. */
  address: string;
}

/** Elements of the interface, which make sense only on a page of the site. */
const interfaceTags = new Set(['button', 'script', 'style', 'template', 'textarea', 'select', 'live-facts']);
const interfaceClasses = ['hash-link', 'code-block-buttons', 'themed-image--dark', 'visually-hidden'];
/** Attributes for scripts and styles of the site. */
const interfaceAttributes =
  /^(?:class(?:Name)?|style|popover|tabIndex|role|hidden|aria|data|on[A-Z]|loading|decoding|target|rel$)/;

/**
 * The HTML of an article for readers outside of the site, such as feed readers: without anchors, buttons, icons and
 * labels of the interface, and without what only scripts show; all panels of tabs, each below its label; all links with
 * the site's origin.
 */
export function writePlainArticle(html: string, outlet: Outlet): string {
  return toHtml(toPlainNodes(parseHtml(html), outlet));
}

/** Elements that hold others for a style or a script of the site. Without attributes and contents, they are removed. */
const wrapperTags = new Set(['div', 'span', 'p']);

function toPlainNodes<Node extends RootContent>(nodes: readonly Node[], outlet: Outlet): Node[] {
  return nodes.flatMap((node): Node[] => {
    if (node.type === 'comment') return [];
    if (node.type !== 'element') return [node];
    // A term is a button, and its words belong to the sentence. Its explanation is at the end.
    if (readClasses(node).includes('md-term')) return toPlainNodes(node.children, outlet) as Node[];
    if (isInterface(node)) return [];
    if (isTabs(node)) return [toPlainTabs(node, outlet) as Node];
    // Elements with a hyphen are drawn by scripts of the site.
    if (node.tagName.includes('-')) return toPlainNodes(node.children, outlet) as Node[];
    if (node.tagName === 'details' && !hasSummary(node)) return toPlainNodes(node.children, outlet) as Node[];
    if (node.tagName === 'a') return [toPlainElement(unpackButtons(node), outlet) as Node];
    const element = toPlainElement(node, outlet);
    const isBare = Object.keys(element.properties).length === 0;
    if (isBare && element.tagName === 'span') return element.children as Node[];
    return isBare && wrapperTags.has(element.tagName) && isEmpty(element) ? [] : [element as Node];
  });
}

/** A label that only scripts show, as that of the source of a diagram, doesn't count. */
function hasSummary({ children }: Element): boolean {
  return children.some(
    (child) => child.type === 'element' && child.tagName === 'summary' && !isHidden(child),
  );
}

/** The words of a button inside a link are those of the link. */
function unpackButtons<Parent extends Element>(node: Parent): Parent {
  const children = node.children.flatMap((child): ElementContent[] => {
    if (child.type !== 'element') return [child];
    const unpackedNodes = unpackButtons(child);
    return child.tagName === 'button' ? unpackedNodes.children : [unpackedNodes];
  });
  return { ...node, children };
}

function isEmpty({ children }: Element): boolean {
  return children.every((child) => child.type === 'text' && child.value.trim() === '');
}

/** Whether a script shows the element later. `hidden="until-found"`, which the browser's search unfolds, is content. */
function isHidden({ properties }: Element): boolean {
  return properties.hidden === true || properties.hidden === '';
}

function isInterface(node: Element): boolean {
  const { tagName, properties } = node;
  if (interfaceTags.has(tagName) || tagName === 'live-words') return true;
  if (readClasses(node).some((name) => interfaceClasses.includes(name))) return true;
  if (isHidden(node) || 'dataFootnoteBackref' in properties) return true;
  // The boxes of task lists stay: readers can't change them.
  if (tagName === 'input') return properties.type !== 'checkbox' || !properties.disabled;
  // Icons, and other decoration beside a text.
  return String(properties.ariaHidden) === 'true' && !textOf(node).trim();
}

function toPlainElement(node: Element, outlet: Outlet): Element {
  const { origin, address } = outlet;
  const properties = Object.fromEntries(
    Object.entries(node.properties).filter(([name]) => !interfaceAttributes.test(name)),
  );
  for (const name of ['href', 'src', 'poster'] as const) {
    const url = toText(properties[name]);
    if (url?.startsWith('#')) properties[name] = address + url;
    else if (url?.startsWith('/') && !url.startsWith('//')) properties[name] = origin + url;
  }
  return { ...node, properties, children: toPlainNodes(node.children, outlet) };
}

function isTabs({ children }: Element): boolean {
  return children.some((child) => child.type === 'element' && child.properties.role === 'tablist');
}

/** Turns tabs into all their panels, each below the label of its tab. */
function toPlainTabs(node: Element, outlet: Outlet): Element {
  const elements = listElements(node.children);
  const tabs = elements.filter(({ properties }) => properties.role === 'tab');
  const panels = elements.filter(({ properties }) => properties.role === 'tabpanel');
  const children = panels.flatMap((panel, index): ElementContent[] => {
    const tab = tabs[index];
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
    return [...(tab ? [label] : []), ...toPlainNodes(panel.children, outlet)];
  });
  return { type: 'element', tagName: 'div', properties: {}, children };
}

/** The tabs and panels of these tabs, without those of tabs inside the panels. */
function listElements(nodes: readonly ElementContent[]): Element[] {
  return nodes.flatMap((node) => {
    if (node.type !== 'element') return [];
    const isPart = node.properties.role === 'tab' || node.properties.role === 'tabpanel';
    return isPart ? [node] : listElements(node.children);
  });
}
