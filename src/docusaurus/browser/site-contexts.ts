import {
  type Context,
  createElement,
  type ElementType,
  type ReactNode,
  use,
  useEffect,
  useLayoutEffect,
  useSyncExternalStore,
} from 'react';
import { createRoot, type Root } from 'react-dom/client';
import type { PageFacts } from '../theme/page-facts.ts';
import { provideContexts } from '../theme/provide-contexts.ts';
import { type ContextValues, readContexts } from '../theme/record-contexts.ts';

// This module is bundled with the site's components, and only for sites with wrappers such as `src/theme/Root`. The
// wrappers are mounted once, away from the page, so all components of a page share their state, and they keep it when a
// reader goes on to the next page. Elements that they draw aren't shown.

let wrappers: readonly ElementType[] = [];
let root: Root | undefined;
/** Path of the page that the wrappers were last rendered for. */
let pathOfWrappers: string | undefined;
let contextValues: ContextValues = [];
const listeners = new Set<() => void>();
const { promise: whenReady, resolve: setReady } = Promise.withResolvers<void>();

/** Sets the components around every page, the outermost first. */
export function setWrappers(siteWrappers: readonly ElementType[]): void {
  wrappers = siteWrappers;
}

/** Takes the place of a page within the wrappers. It renders again whenever a context changes. */
function ContextReader(): null {
  const nextValues = readContexts(use);
  useLayoutEffect(() => {
    contextValues = nextValues;
    setReady();
    for (const listener of listeners) listener();
  });
  return null;
}

function renderWrappers(FactsContext: Context<PageFacts>, facts: PageFacts): void {
  if (pathOfWrappers === facts.page.path) return;
  pathOfWrappers = facts.page.path;
  root ??= createRoot(document.createElement('div'), {
    onUncaughtError(error) {
      console.error(error);
      // Components get the default values. Those that need others show a notice.
      setReady();
    },
  });
  const tree = wrappers.reduceRight<ReactNode>(
    (children, wrapper) => createElement(wrapper, null, children),
    createElement(ContextReader),
  );
  root.render(createElement(FactsContext, { value: facts }, tree));
}

interface SiteContextsProps {
  /** The context with the facts about the page. */
  facts: Context<PageFacts>;
  children: ReactNode;
}

/** Gives its children the contexts that the site's wrappers provide. */
export function SiteContexts({ facts: FactsContext, children }: SiteContextsProps): ReactNode {
  const facts = use(FactsContext);
  // The first component starts the wrappers, and waits until they show their children.
  if (root === undefined) renderWrappers(FactsContext, facts);
  use(whenReady);
  useEffect(() => renderWrappers(FactsContext, facts), [FactsContext, facts]);
  return provideContexts(useSyncExternalStore(subscribe, getContextValues, getContextValues), children);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const getContextValues = () => contextValues;
