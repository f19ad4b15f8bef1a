import { hash } from 'node:crypto';
import { createElement, type ElementType, type ReactNode } from 'react';
import * as runtime from 'react/jsx-runtime';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { FactsContext, InIsland, type PageFacts } from '../modules/page-facts.ts';
import { countElementsAnew } from './counted-runtime.ts';
import { type ComponentRef, decodeProps, encodeProps } from './island-props.ts';
import { limited } from './limited.ts';

/** Components that come alive in the browser, as far as a worker has met them. */
const references = new WeakMap<object, ComponentRef>();
const components = new Map<string, unknown>();
const wrappers = new WeakMap<object, ElementType>();
/** What a wrapper stands around. */
const wrapped = new WeakMap<object, object>();
/** Around the number of a slot while its island is rendered: of the letters that no text has. */
const MARK = '\uE0F0';
const marks = new RegExp(`${MARK}(\\d+)${MARK}`, 'g');
let rendering = 0;
/** Trees of the page that were rendered by themselves, and what the ids of all of them begin with. */
let trees = 0;
let prefixOfPage = '';
/** The page that is made: one at a time in a thread, and rendered without a pause. */
let shown: PageFacts | undefined;

/** Makes known what of a module's exports lives in the script at this address. */
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
 * The same for what documents have without an import, out of a module's default export. What draws an element lives
 * where its own code does, or hands on to another component: not each link of a page is to be a script.
 */
export function registerGlobals(given: object, module: string): void {
  for (const [name, value] of Object.entries(given)) {
    if (/^[A-Z]/.test(name)) registerLive({ [name]: value }, module, 'default.');
    else if (typeof value === 'function' && drawsMore.test(String(value)) && !references.has(value)) {
      references.set(value, { module, name: `default.${name}` });
      components.set(`${module} default.${name}`, value);
    }
  }
}

/** Hooks, handlers, and other components than plain elements, in code as the bundler leaves it. */
const drawsMore = /\buse[A-Z]\w*\(|\bon[A-Z]\w*:|\b(?:jsxs?|createElement)\)?\(\s*[^"'\s]/;

/** Makes known that these exports are the same components as those, which live. */
export function registerAs(
  exports: Readonly<Record<string, unknown>>,
  known: Readonly<Record<string, unknown>>,
): void {
  for (const [name, value] of Object.entries(exports)) {
    const reference = referenceOf(known[name]);
    if (reference && typeof value === 'function') references.set(value, reference);
  }
}

/** Files of Markdown, as documents import them. */
const markdown = new WeakSet<object>();

export function registerMarkdown({ default: content }: { default: object }): void {
  markdown.add(content);
}

/** A function or class with a capital, or what `memo`, `forwardRef` and `lazy` make. */
function isComponent(value: unknown, name: string): value is object {
  if (typeof value === 'function') return name === 'default' || /^[A-Z]/.test(name);
  return typeof value === 'object' && value !== null && '$$typeof' in value && !('props' in value);
}

type Jsx = typeof runtime.jsx;

const asIsland =
  (make: Jsx): Jsx =>
  (type, props, key) =>
    make(rendering === 0 ? islandType(type) : type, props, key);

/** For what documents and pages write: their elements of live components become islands. */
export const documentRuntime = {
  Fragment: runtime.Fragment,
  jsx: asIsland(runtime.jsx),
  jsxs: asIsland(runtime.jsxs),
  jsxDEV: guardedJsx,
};

/** Where an element stands, by the lines of what was compiled. */
interface ElementSource {
  fileName?: string;
  lineNumber?: number;
  columnNumber?: number;
}

interface Guard {
  /** The engine's own parts, and what a document itself is made of, fail with whatever holds them. */
  isGuarded(type: object): boolean;
  /** Answers what is shown in its place. */
  onFailure(error: unknown, source: ElementSource): ReactNode;
}

let guard: Guard | undefined;

/** An element of a document that is rendered part by part: what fails in one of them keeps no other from being shown. */
function guardedJsx(
  type: ElementType,
  props: Record<string, unknown>,
  key?: string,
  _static?: boolean,
  source: ElementSource = {},
): ReactNode {
  const shownType = rendering === 0 ? islandType(type) : type;
  const current = guard;
  if (!current || typeof type === 'string' || typeof type === 'symbol' || !current.isGuarded(type as object))
    return runtime.jsx(shownType, props, key);
  const guarded = (own: Record<string, unknown>): ReactNode => {
    try {
      const options = { identifierPrefix: nextPrefix() };
      const html = limited(() => renderToStaticMarkup(withFacts(runtime.jsx(shownType, own)), options), type);
      // Rendered by React itself, a line above.
      // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
      return createElement('x-part', { dangerouslySetInnerHTML: { __html: html } });
    } catch (error) {
      rendering = 0;
      return current.onFailure(error, source);
    }
  };
  // What lists its children knows them by their props, which stay; and by the type.
  wrapped.set(guarded, type as object);
  return runtime.jsx(guarded, props, key);
}

const withFacts = (node: ReactNode) =>
  createElement(FactsContext.Provider, { value: shown as PageFacts }, node);

function islandType(type: ElementType): ElementType {
  if (typeof type === 'string' || !references.has(type as object)) return type;
  const known = wrappers.get(type as object);
  if (known) return known;
  const around = (props: Record<string, unknown>) => island(type, props);
  wrappers.set(type as object, around);
  wrapped.set(around, type as object);
  return around;
}

const referenceOf = (type: unknown): ComponentRef | undefined => {
  if ((typeof type !== 'function' && typeof type !== 'object') || type === null) return undefined;
  return references.get(wrapped.get(type) ?? type);
};

/** Rendered by itself, as the browser will take it over. */
function island(type: ElementType, props: Record<string, unknown>): ReactNode {
  const reference = references.get(type as object);
  if (!reference) throw new Error('An island of an unknown component.');
  const render = (node: ReactNode) =>
    within(0, () => renderToStaticMarkup(withFacts(node), { identifierPrefix: nextPrefix() }));
  const { carried, slots } = encodeProps(props, {
    reference: referenceOf,
    isMarkdown: (type) => typeof type === 'function' && markdown.has(type),
    render,
  });
  const decoded = decodeProps(carried, {
    component: ({ module, name: of }) => components.get(`${module} ${of}`),
    slot: (number) => `${MARK}${number}${MARK}`,
  });
  const placed = new Set<number>();
  const inIsland = createElement(InIsland.Provider, { value: true }, createElement(type, decoded));
  const identifierPrefix = nextPrefix();
  const rendered = within(rendering + 1, () => renderToString(withFacts(inIsland), { identifierPrefix }));
  const html = rendered.replace(marks, (_mark, number: string) => {
    placed.add(Number(number));
    return slots[Number(number)] ?? '';
  });
  // What it does not show at first waits in the page.
  const waiting = slots.flatMap((slot, number) =>
    placed.has(number) ? [] : [`<x-waiting data-slot="${number}">${slot}</x-waiting>`],
  );
  return createElement('x-island', {
    'data-module': reference.module,
    'data-name': reference.name,
    'data-props': JSON.stringify(carried),
    // React makes the same ids of it in the browser.
    'data-ids': rendered.includes(identifierPrefix) ? identifierPrefix : undefined,
    // Rendered by React itself, a line above.
    // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
    dangerouslySetInnerHTML: { __html: html + waiting.join('') },
  });
}

/** Within so many islands. */
function within<T>(islands: number, work: () => T): T {
  const before = rendering;
  rendering = islands;
  try {
    return work();
  } finally {
    rendering = before;
  }
}

/**
 * What ids of `useId` begin with: each tree that is rendered by itself has its own, also where several documents are
 * on one page, as posts in a list are.
 */
function nextPrefix(): string {
  trees += 1;
  return `${prefixOfPage}${trees}-`;
}

function beginPage(facts: PageFacts): void {
  shown = facts;
  // What was stopped has not counted down.
  rendering = 0;
  trees = 0;
  prefixOfPage = `${hash('sha256', facts.page.path, 'hex').slice(0, 6)}-`;
  countElementsAnew();
}

/** Renders a document's element: HTML whose islands are `<x-island>`. Throws `Endless` too; `by`: see `limited`. */
export function renderDocument(element: ReactNode, facts: PageFacts, by?: unknown): string {
  beginPage(facts);
  const options = { identifierPrefix: nextPrefix() };
  return limited(() => renderToStaticMarkup(withFacts(element), options), by);
}

/** The same part by part, each element made by `jsxDEV` in a try of its own: in `<x-part>`. */
export function renderByParts(element: ReactNode, facts: PageFacts, by: Guard): string {
  beginPage(facts);
  guard = by;
  try {
    return renderToStaticMarkup(withFacts(element), { identifierPrefix: nextPrefix() });
  } finally {
    guard = undefined;
  }
}
