import { siteParts } from 'virtual:site/live';
import * as texts from 'virtual:site/texts';
import type { ComponentType } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { LoadError } from '../shell/loading.tsx';
import { LiveBoundary, type LiveComponentProps } from './live-boundary.tsx';
import { liveModule } from './live-folder.ts';

const components = import.meta.glob<Record<string, ComponentType<LiveComponentProps>>>([
  './*/*.tsx',
  '!**/*.test.tsx',
]);

/** Hydrates live parts as they come into view. Returns how to end it. */
export function mountLiveParts(article: HTMLElement): () => void {
  const roots = new Set<Root>();
  let over = false;

  const hydrate = async (element: HTMLElement) => {
    const name = element.dataset.live ?? '';
    try {
      const props = JSON.parse(element.dataset.props ?? '{}') as LiveComponentProps;
      const module = await (siteParts[name] ?? components[liveModule(name)])?.();
      const Component = module?.[name];
      if (!Component) throw new Error('There is no such live part.');
      if (over) return;
      roots.add(
        hydrateRoot(
          element,
          <LiveBoundary>
            <Component {...props} />
          </LiveBoundary>,
        ),
      );
    } catch (error) {
      if (!over) showFailure(element, error);
    }
  };

  /** The server's HTML stays readable; what happened is said below it. */
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
      void hydrate(element);
    };
    root.render(<LoadError message={texts.notLoaded} onRetry={retry} />);
  };

  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting || !(target instanceof HTMLElement)) continue;
        observer.unobserve(target);
        void hydrate(target);
      }
    },
    // A little ahead of the reader.
    { rootMargin: '200px' },
  );
  for (const element of article.querySelectorAll('[data-live]')) observer.observe(element);

  return () => {
    over = true;
    observer.disconnect();
    // Not while React is rendering the page that takes this one's place.
    queueMicrotask(() => {
      for (const root of roots) root.unmount();
    });
  };
}
