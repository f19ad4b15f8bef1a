import * as texts from 'virtual:site/texts';
import * as react from 'react';
import { Component, type ComponentType, type Context, type ElementType, type ReactNode } from 'react';
import * as jsxRuntime from 'react/jsx-runtime';
import * as reactDom from 'react-dom';
import * as reactDomClient from 'react-dom/client';
import { ASSETS_PREFIX } from '../../model/urls.ts';
import { LoadError } from '../../ui/shell/drawing/loading.tsx';
import {
  type Carried,
  type ComponentRef,
  collectModules,
  decodeProps,
  findExport,
} from '../islands/island-props.ts';
import { FactsContext, InIsland, noFacts, type PageFacts, setCurrentFacts } from '../theme/page-facts.ts';
import { PassThrough } from '../theme/page-frame.ts';
import { shrinkDrawingsOnPaper } from './drawings-on-paper.ts';
import { islandModules } from './island-modules.ts';

shrinkDrawingsOnPaper();

const shared: Readonly<Record<string, object>> = {
  react: { ...react, default: react },
  'react-dom': { ...reactDom, default: reactDom },
  'react-dom/client': { ...reactDomClient, default: reactDomClient },
  'react/jsx-runtime': jsxRuntime,
  // In the browser, a page's own code is like that of any component.
  'documents/jsx-runtime': jsxRuntime,
};

/** Modules for scripts of islands: the one React, and those of Docusaurus. */
export function getModule(name: string): object {
  return shared[name] ?? islandModules[name] ?? {};
}

/** Words for scripts of documents, which the shown page contains. */
export function readWords(key: string): readonly string[] {
  const words = document
    .querySelector(`live-words[data-of="${CSS.escape(key)}"]`)
    ?.getAttribute('data-words');
  return words ? (JSON.parse(words) as string[]) : [];
}

/** If the component fails, shows the rendered HTML with a notice. */
class Boundary extends Component<{ rendered: string; children: ReactNode }> {
  override state = { crashed: false };

  static getDerivedStateFromError() {
    return { crashed: true };
  }

  override render(): ReactNode {
    if (!this.state.crashed) return this.props.children;
    const html = { __html: this.props.rendered };
    return (
      <>
        <LoadError message={texts.livePartFailed} onRetry={() => this.setState({ crashed: false })} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: it was in the page, as the build made it. */}
        <div dangerouslySetInnerHTML={html} />
      </>
    );
  }
}

/** HTML of an island's slots by number, from the page. Excludes slots of nested islands. */
function readSlots(island: Element): Map<number, string> {
  const html = new Map<number, string>();
  const visit = (element: Element) => {
    for (const child of [...element.children]) {
      const number = child.getAttribute('data-slot');
      if (number === null) visit(child);
      else if (!html.has(Number(number))) html.set(Number(number), child.innerHTML);
      if (child instanceof HTMLTemplateElement) child.remove();
    }
  };
  visit(island);
  return html;
}

/**
 * Removes what the build has changed for a page without scripts. The policy forbids inline styles in the page, but React
 * expects them on the element. Drawings got a `viewBox`.
 */
function restoreElements(island: Element): void {
  for (const drawing of island.querySelectorAll('[data-fitted]')) drawing.removeAttribute('viewBox');
  for (const element of island.querySelectorAll<HTMLElement>('[data-style]')) {
    element.style.cssText = element.dataset.style ?? '';
    delete element.dataset.style;
    for (const name of [...element.classList])
      if (/^s-[\da-f]{8}$/.test(name)) element.classList.remove(name);
    if (element.className === '') element.removeAttribute('class');
  }
}

interface IslandScript {
  /** Exports of the site's module. */
  module: unknown;
  /** Gives contexts of the site's `src/theme/Root` to its children, if the site has such a component. */
  SiteContexts?: ComponentType<{ facts: Context<PageFacts>; children: ReactNode }>;
}

function loadScript(address: string): Promise<IslandScript> {
  if (!address.startsWith(ASSETS_PREFIX)) throw new Error(`${address} isn't a script of this site.`);
  return import(/* @vite-ignore */ address);
}

/**
 * Hydrates an island. `mountNested` hydrates the content of its slots, which React may show only later. Returns a
 * function that unmounts it.
 */
export async function hydrateIsland(island: HTMLElement, mountNested: () => () => void): Promise<() => void> {
  const { island: module = '', name = 'default', props = '{}', ids } = island.dataset;
  const carriedProps: Carried = JSON.parse(props);
  const addresses = [...new Set([module, ...collectModules(carriedProps)])];
  // The scripts may read them at once, at the top level of a module.
  const facts = readPageFacts(island);
  setCurrentFacts(facts);
  const scripts = new Map(
    await Promise.all(addresses.map(async (address) => [address, await loadScript(address)] as const)),
  );
  const findComponent = (reference: ComponentRef) =>
    findExport(scripts.get(reference.module)?.module, reference.name);
  const SiteContexts = scripts.get(module)?.SiteContexts ?? PassThrough;
  const Found = findComponent({ module, name }) as ElementType | undefined;
  if (!Found) throw new Error(`There is no ${name} in ${module}.`);
  const slots = readSlots(island);
  const renderedHtml = island.innerHTML;
  restoreElements(island);
  const decodedProps = decodeProps(carriedProps, {
    component: findComponent,
    slot: (number) => slots.get(number) ?? '',
  });
  const root = reactDomClient.hydrateRoot(
    island,
    <FactsContext value={facts}>
      <InIsland value={true}>
        <Boundary rendered={renderedHtml}>
          <SiteContexts facts={FactsContext}>
            <Found {...decodedProps} />
          </SiteContexts>
        </Boundary>
      </InIsland>
    </FactsContext>,
    // An island without ids in the page may create some later.
    { identifierPrefix: ids ?? createLaterPrefix(), onRecoverableError: () => {} },
  );
  const ends: (() => void)[] = [];
  const changes = new MutationObserver(() => ends.push(mountNested()));
  if (slots.size > 0) changes.observe(island, { childList: true, subtree: true });
  return () => {
    changes.disconnect();
    for (const end of ends) end();
    root.unmount();
  };
}

let islandsWithoutIds = 0;

function createLaterPrefix(): string {
  islandsWithoutIds += 1;
  return `later${islandsWithoutIds}-`;
}

function readPageFacts(island: Element): PageFacts {
  const article = island.ownerDocument.querySelector('live-facts');
  const text = article?.getAttribute('data-facts');
  return text ? (JSON.parse(text) as PageFacts) : noFacts;
}
