import { hash } from 'node:crypto';
import { createElement, type ElementType, type ReactNode } from 'react';
import * as runtime from 'react/jsx-runtime';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { FactsContext, InIsland, type PageFacts } from '../theme/page-facts.ts';
import { countElementsAnew } from './counted-runtime.ts';
import { type ComponentRef, decodeProps, encodeProps } from './island-props.ts';
import { runLimited } from './limited.ts';
import { beginPageContexts, explainMissingContexts, wrapInPageContexts } from './site-wrappers.ts';

/** Components that come alive in the browser, if this worker has loaded them. */
const references = new WeakMap<object, ComponentRef>();
const components = new Map<string, unknown>();
const wrappers = new WeakMap<object, ElementType>();
/** The component inside each wrapper. */
const wrappedComponents = new WeakMap<object, object>();
/** Encloses the number of a slot while its island is rendered. No text contains this private-use character. */
const MARK = '\uE0F0';
const marks = new RegExp(`${MARK}(\\d+)${MARK}`, 'g');
let rendering = 0;
/** Number of separately rendered trees of the page, and the prefix of their ids. */
let trees = 0;
let prefixOfPage = '';
/** The page that is being rendered. A thread renders one page at a time, without interruption. */
let currentPage: PageFacts | undefined;

/** Registers the exports of a module as live components, with the address of their script. */
export function registerLive(exports: Readonly<Record<string, unknown>>, module: string, above = ''): void {
  for (const [key, value] of Object.entries(exports)) {
    const name = above + key;
    if (!isComponent(value, key) || references.has(value)) continue;
    references.set(value, { module, name });
    components.set(`${module} ${name}`, value);
    if (typeof value === 'function') registerLive({ ...value }, module, `${name}.`);
  }
}

/**
 * Registers components that documents have without an import, from a module's default export. A component that draws an
 * element is live only if its code needs the browser or uses other components, so that not every link of a page needs a
 * script.
 */
export function registerGlobals(globals: object, module: string): void {
  for (const [name, value] of Object.entries(globals)) {
    if (/^[A-Z]/.test(name)) registerLive({ [name]: value }, module, 'default.');
    else if (typeof value === 'function' && drawsMore.test(String(value)) && !references.has(value)) {
      references.set(value, { module, name: `default.${name}` });
      components.set(`${module} default.${name}`, value);
    }
  }
}

/** Finds hooks, handlers, and components other than plain elements in bundled code. */
const drawsMore = /\buse[A-Z]\w*\(|\bon[A-Z]\w*:|\b(?:jsxs?|createElement)\)?\(\s*[^"'\s]/;

/** Registers exports as the same components as `liveExports`. */
export function registerAs(
  exports: Readonly<Record<string, unknown>>,
  liveExports: Readonly<Record<string, unknown>>,
): void {
  for (const [name, value] of Object.entries(exports)) {
    const reference = findReference(liveExports[name]);
    if (reference && typeof value === 'function') references.set(value, reference);
  }
}

/** Components of Markdown files that documents import. */
const markdown = new WeakSet<object>();

export function registerMarkdown({ default: content }: { default: object }): void {
  markdown.add(content);
}

/** True for a function or class with a capital name, and for results of `memo`, `forwardRef` and `lazy`. */
function isComponent(value: unknown, name: string): value is object {
  if (typeof value === 'function') return name === 'default' || /^[A-Z]/.test(name);
  return typeof value === 'object' && value !== null && '$$typeof' in value && !('props' in value);
}

type Jsx = typeof runtime.jsx;

const renderAsIsland =
  (make: Jsx): Jsx =>
  (type, props, key) =>
    make(rendering === 0 ? toIslandType(type) : type, props, key);

/** The JSX runtime for documents and pages. Elements of live components become islands. */
export const documentRuntime = {
  Fragment: runtime.Fragment,
  jsx: renderAsIsland(runtime.jsx),
  jsxs: renderAsIsland(runtime.jsxs),
  jsxDEV: renderGuarded,
};

/** Position of an element in compiled code. */
interface ElementSource {
  fileName?: string;
  lineNumber?: number;
  columnNumber?: number;
}

interface Guard {
  /**
   * False for the engine's own components and those of the document itself, which fail together with their contents.
   */
  isGuarded(type: object): boolean;
  /** Returns what is shown instead. */
  onFailure(error: unknown, source: ElementSource): ReactNode;
}

let guard: Guard | undefined;

/** Renders an element by itself, so that an error in it doesn't hide the others. */
function renderGuarded(
  type: ElementType,
  props: Record<string, unknown>,
  key?: string,
  _static?: boolean,
  source: ElementSource = {},
): ReactNode {
  const shownType = rendering === 0 ? toIslandType(type) : type;
  const current = guard;
  if (!current || typeof type === 'string' || typeof type === 'symbol' || !current.isGuarded(type as object))
    return runtime.jsx(shownType, props, key);
  const renderOwnProps = (ownProps: Record<string, unknown>): ReactNode => {
    try {
      const options = { identifierPrefix: createNextPrefix() };
      const html = runLimited(
        () => renderToStaticMarkup(wrapInFacts(runtime.jsx(shownType, ownProps)), options),
        type,
      );
      // React created this HTML in the line above.
      // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
      return createElement('x-part', { dangerouslySetInnerHTML: { __html: html } });
    } catch (error) {
      rendering = 0;
      explainMissingContexts(error);
      return current.onFailure(error, source);
    }
  };
  // Components that inspect their children look at props, which are unchanged, and at the type.
  wrappedComponents.set(renderOwnProps, type as object);
  return runtime.jsx(renderOwnProps, props, key);
}

const wrapInFacts = (node: ReactNode) =>
  createElement(FactsContext.Provider, { value: currentPage as PageFacts }, wrapInPageContexts(node));

function toIslandType(type: ElementType): ElementType {
  if (typeof type === 'string' || !references.has(type as object)) return type;
  const knownWrapper = wrappers.get(type as object);
  if (knownWrapper) return knownWrapper;
  const renderWrapped = (props: Record<string, unknown>) => renderIsland(type, props);
  wrappers.set(type as object, renderWrapped);
  wrappedComponents.set(renderWrapped, type as object);
  return renderWrapped;
}

const findReference = (type: unknown): ComponentRef | undefined => {
  if ((typeof type !== 'function' && typeof type !== 'object') || type === null) return undefined;
  return references.get(wrappedComponents.get(type) ?? type);
};

/** Renders an island by itself, so that React can take it over in the browser. */
function renderIsland(type: ElementType, props: Record<string, unknown>): ReactNode {
  const reference = references.get(type as object);
  if (!reference) throw new Error('An island of an unknown component.');
  const render = (node: ReactNode) =>
    runWithin(0, () => renderToStaticMarkup(wrapInFacts(node), { identifierPrefix: createNextPrefix() }));
  const { carried, slots } = encodeProps(props, {
    reference: findReference,
    isMarkdown: (type) => typeof type === 'function' && markdown.has(type),
    render,
  });
  const decodedProps = decodeProps(carried, {
    component: ({ module, name: of }) => components.get(`${module} ${of}`),
    slot: (number) => `${MARK}${number}${MARK}`,
  });
  const placedSlots = new Set<number>();
  const heads: ReactNode[] = [];
  const takeHead = (head: ReactNode) => heads.push(head);
  const inIsland = createElement(InIsland.Provider, { value: takeHead }, createElement(type, decodedProps));
  const identifierPrefix = createNextPrefix();
  const renderedHtml = runWithin(rendering + 1, () =>
    renderToString(wrapInFacts(inIsland), { identifierPrefix }),
  );
  const html = renderedHtml.replace(marks, (_mark, number: string) => {
    placedSlots.add(Number(number));
    return slots[Number(number)] ?? '';
  });
  // Slots that the island doesn't show at first wait in the page.
  const missingSlots = slots.flatMap((slot, number) =>
    placedSlots.has(number) ? [] : [`<x-waiting data-slot="${number}">${slot}</x-waiting>`],
  );
  return createElement('x-island', {
    'data-module': reference.module,
    'data-name': reference.name,
    'data-props': JSON.stringify(carried),
    // React creates the same ids in the browser.
    'data-ids': renderedHtml.includes(identifierPrefix) ? identifierPrefix : undefined,
    // The HTML comes from React, a few lines above.
    // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
    dangerouslySetInnerHTML: { __html: [html, ...missingSlots, ...heads.map(render)].join('') },
  });
}

/** Runs code inside a number of nested islands. */
function runWithin<T>(islands: number, work: () => T): T {
  const before = rendering;
  rendering = islands;
  try {
    return work();
  } finally {
    rendering = before;
  }
}

/**
 * Creates the prefix for ids of `useId`. Each tree that is rendered by itself has its own, also when several documents
 * are on one page, like posts in a list.
 */
function createNextPrefix(): string {
  trees += 1;
  return `${prefixOfPage}${trees}-`;
}

function beginPage(facts: PageFacts): void {
  currentPage = facts;
  // A render that was stopped hasn't reset the counter.
  rendering = 0;
  trees = 0;
  prefixOfPage = `${hash('sha256', facts.page.path, 'hex').slice(0, 6)}-`;
  countElementsAnew();
  beginPageContexts(facts);
}

/**
 * Renders a document's element to HTML with islands as `<x-island>`. Throws `Endless`, too. For `by`, see `limited`.
 */
export function renderDocument(element: ReactNode, facts: PageFacts, by?: unknown): string {
  beginPage(facts);
  const options = { identifierPrefix: createNextPrefix() };
  try {
    return runLimited(() => renderToStaticMarkup(wrapInFacts(element), options), by);
  } catch (error) {
    explainMissingContexts(error);
    throw error;
  }
}

/** Like `renderDocument`, with each element rendered by itself in `<x-part>`. */
export function renderByParts(element: ReactNode, facts: PageFacts, by: Guard): string {
  beginPage(facts);
  guard = by;
  try {
    return renderToStaticMarkup(wrapInFacts(element), { identifierPrefix: createNextPrefix() });
  } finally {
    guard = undefined;
  }
}
