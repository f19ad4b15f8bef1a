import { featureParts, partsForPaper, siteParts } from 'virtual:site/live';
import * as texts from 'virtual:site/texts';
import { type ComponentType, type ReactNode, useEffect } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { runInBackground } from '../../shared/in-background.ts';
import { isFrugal, runWhenIdle } from '../navigation/start-prefetching.ts';
import { LoadError } from '../shell/drawing/loading.tsx';
import { LiveBoundary, type LiveComponentProps } from './live-boundary.tsx';
import { resolveLiveModule } from './live-folder.ts';

const components = import.meta.glob<Record<string, ComponentType<LiveComponentProps>>>([
  './*/*.tsx',
  '!**/*.test.tsx',
]);

/** Elements that are hydrated or about to be. An island searches itself again after each render. */
const mounts = new WeakMap<Element, Promise<void>>();

/** Hydrates live parts when they come into view. Returns a function that unmounts them. */
export function mountLiveParts(article: HTMLElement): () => void {
  const roots = new Set<Root>();
  const ends: (() => void)[] = [];
  const seenBy = new Map<Element, HTMLElement[]>();
  let over = false;

  const hydrate = (element: HTMLElement): Promise<void> => {
    const mount = mounts.get(element) ?? mountPart(element);
    mounts.set(element, mount);
    return mount;
  };

  const mountPart = async (element: HTMLElement): Promise<void> => {
    const name = element.dataset.live ?? '';
    try {
      if (name === '') {
        const hydrateIsland = await import('../../docusaurus/browser/islands.tsx').then(
          (islands) => islands.hydrateIsland,
        );
        if (over) return;
        const end = await hydrateIsland(element, () => mountLiveParts(element));
        if (over) queueMicrotask(end);
        else ends.push(end);
        return;
      }
      const props = JSON.parse(element.dataset.props ?? '{}') as LiveComponentProps;
      const module = await (siteParts[name] ?? featureParts[name] ?? components[resolveLiveModule(name)])?.();
      const Component = module?.[name];
      if (!Component) throw new Error('No such part.');
      if (over) return;
      const { promise: isMounted, resolve } = Promise.withResolvers<void>();
      roots.add(
        hydrateRoot(
          element,
          <Mounting onMount={resolve}>
            <LiveBoundary>
              <Component {...props} />
            </LiveBoundary>
          </Mounting>,
        ),
      );
      await isMounted;
    } catch (error) {
      if (!over) showFailure(element, error);
    }
  };

  /** Keeps the server's HTML readable and shows the failure below it. */
  const showFailure = (element: HTMLElement, error: unknown) => {
    console.warn(element.dataset.live, error);
    const notice = document.createElement('div');
    element.after(notice);
    const root = createRoot(notice);
    roots.add(root);
    const retry = () => {
      root.unmount();
      roots.delete(root);
      notice.remove();
      mounts.delete(element);
      runInBackground(hydrate(element));
    };
    root.render(<LoadError message={texts.notLoaded} onRetry={retry} />);
  };

  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        observer.unobserve(target);
        for (const part of seenBy.get(target) ?? []) runInBackground(hydrate(part));
      }
    },
    // Start shortly before they come into view.
    { rootMargin: '200px' },
  );
  // People print on computers. Without scroll anchoring, a drawing above the window would move the text in it.
  const drawsForPaper = matchMedia('(pointer: fine)').matches && CSS.supports('overflow-anchor: auto');
  const waitingElements = new Set<HTMLElement>();
  let hasDrawings = false;
  for (const element of article.querySelectorAll<HTMLElement>('[data-live], [data-island]')) {
    if (mounts.has(element)) continue;
    const name = element.dataset.live ?? '';
    const isDrawing = partsForPaper.includes(name);
    hasDrawings ||= isDrawing;
    if (siteParts[name] || (drawsForPaper && isDrawing)) waitingElements.add(element);
    for (const seen of addBoxes(element)) {
      seenBy.set(seen, [...(seenBy.get(seen) ?? []), element]);
      observer.observe(seen);
    }
  }

  // Live parts of the site hydrate one after another while the page is idle, so that a reader who jumps to one can type
  // at once. So do diagrams, because a page can be printed before they come into view.
  const mountWaiting = async (element: HTMLElement) => {
    await hydrate(element);
    waitingElements.delete(element);
  };
  const mountNext = () =>
    runWhenIdle(() => {
      const [element] = waitingElements;
      if (element && !over) runInBackground(mountWaiting(element).then(mountNext));
    });
  if (!isFrugal()) mountNext();
  const ending = new AbortController();
  if (hasDrawings)
    runInBackground(
      import('./drawings-for-paper.ts').then((module) =>
        module.printWhenDrawn(waitingElements, mountWaiting, ending.signal),
      ),
    );

  return () => {
    over = true;
    ending.abort();
    observer.disconnect();
    // The parts are unmounted later, because React is still rendering the next page.
    queueMicrotask(() => {
      for (const root of roots) root.unmount();
      for (const end of ends) end();
    });
  };
}

/** Tells when the effects of its children have run. */
function Mounting({ onMount, children }: { onMount: () => void; children: ReactNode }) {
  useEffect(onMount, [onMount]);
  return children;
}

/**
 * Elements to observe for an island, which has no box itself: all its content, because the first element may be hidden,
 * or the element around it if it contains only text.
 */
function addBoxes(element: Element): Element[] {
  if (!/^live-/i.test(element.tagName)) return [element];
  const visibleElements = element.querySelectorAll(':scope > :not(template, style, script)');
  const inside = [...visibleElements].flatMap(addBoxes);
  return inside.length > 0 ? inside : [element.parentElement ?? element];
}
