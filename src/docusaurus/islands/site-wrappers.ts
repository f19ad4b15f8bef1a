import { createElement, type ElementType, type ReactNode, use } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describeReason } from '../../shared/reason.ts';
import { FactsContext, InIsland, type PageFacts } from '../theme/page-facts.ts';
import { provideContexts } from '../theme/provide-contexts.ts';
import { type ContextValues, readContexts } from '../theme/record-contexts.ts';
import { runLimited } from './limited.ts';

/** A component that the site puts around its pages, such as `src/theme/Root`. */
interface SiteWrapper {
  /** The name of the component in the theme: `Root`. */
  name: string;
  /** Undefined if its module can't be loaded. */
  component?: ElementType | undefined;
  /** Why its module can't be loaded. */
  error?: unknown;
}

/** Wrappers from the outermost to the innermost. */
let wrappers: readonly SiteWrapper[] = [];
/** Undefined until the wrappers of the current page show their children. */
let contextsOfPage: ContextValues | undefined;
/** Why components of the current page have no contexts. */
let failureOfPage: string | undefined;
/** The error of the wrappers, if they failed on the current page. */
let wrapperFault: string | undefined;

/** Sets the components around every page of the site. */
export function registerWrappers(siteWrappers: readonly SiteWrapper[]): void {
  wrappers = siteWrappers;
}

/**
 * Renders the wrappers for a page and remembers the contexts that they provide. Elements that they draw are left out. If
 * they fail, components get the default values of contexts.
 */
export function beginPageContexts(facts: PageFacts): void {
  contextsOfPage = undefined;
  failureOfPage = undefined;
  wrapperFault = undefined;
  if (wrappers.length === 0) return;
  const lastWrapper = wrappers.at(-1);
  const files = wrappers.map(({ name }) => `src/theme/${name}`).join(' or ');
  try {
    const components = wrappers.map(({ component, error }) => {
      if (component === undefined) throw error ?? new Error('It has no default export.');
      return component;
    });
    const tree = components.reduceRight<ReactNode>(
      (children, component) => createElement(component, null, children),
      createElement(ContextReader),
    );
    // As in the browser, elements for the head do nothing here.
    const inIsland = createElement(InIsland.Provider, { value: () => {} }, tree);
    runLimited(
      () => renderToStaticMarkup(createElement(FactsContext.Provider, { value: facts }, inIsland)),
      lastWrapper?.component,
    );
    if (contextsOfPage === undefined)
      failureOfPage = `it gets no contexts, because ${files} doesn't show its children during the build`;
  } catch (error) {
    wrapperFault = `${files} failed: ${describeReason(error)}`;
    failureOfPage = `it gets no contexts, because ${wrapperFault}`;
  }
}

/** Says how the components around the current page failed. Undefined if they didn't, or if there are none. */
export function findWrapperFault(): string | undefined {
  return wrapperFault;
}

/** Takes the place of the page within the wrappers. */
function ContextReader(): null {
  contextsOfPage = readContexts(use);
  return null;
}

/** Gives a node the contexts of the page. */
export function wrapInPageContexts(node: ReactNode): ReactNode {
  return contextsOfPage === undefined ? node : provideContexts(contextsOfPage, node);
}

/** If the wrappers failed on this page, adds that to the error of a component, which may need their contexts. */
export function explainMissingContexts(error: unknown): void {
  if (failureOfPage === undefined || !(error instanceof Error) || error.message.includes(failureOfPage))
    return;
  error.message = `${error.message} (${failureOfPage})`;
}
