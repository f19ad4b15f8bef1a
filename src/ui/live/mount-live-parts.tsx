import type { ComponentType } from 'react';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { texts } from '../../config/texts.ts';
import { LoadError } from '../shell/loading.tsx';
import { LiveBoundary, type LiveComponentProps } from './live-boundary.tsx';
import { liveModule } from './live-folder.ts';

const components = import.meta.glob<Record<string, ComponentType<LiveComponentProps>>>([
  './*/*.tsx',
  '!**/*.test.tsx',
]);

/** Enlivens the marked places as they come into view. Returns how to end it. */
export function mountLiveParts(article: HTMLElement): () => void {
  const roots = new Set<Root>();
  let over = false;

  const enliven = async (place: HTMLElement) => {
    const name = place.dataset.live ?? '';
    try {
      const props = JSON.parse(place.dataset.props ?? '{}') as LiveComponentProps;
      const module = await components[liveModule(name)]?.();
      const Component = module?.[name];
      if (!Component) throw new Error('There is no such live part.');
      if (over) return;
      roots.add(
        hydrateRoot(
          place,
          <LiveBoundary>
            <Component {...props} />
          </LiveBoundary>,
        ),
      );
    } catch (error) {
      if (!over) showFailure(place, error);
    }
  };

  /** The server's HTML stays readable; below it stands what happened. */
  const showFailure = (place: HTMLElement, error: unknown) => {
    console.warn(place.dataset.live, error);
    const notice = document.createElement('div');
    place.after(notice);
    const root = createRoot(notice);
    roots.add(root);
    const retry = () => {
      root.unmount();
      roots.delete(root);
      notice.remove();
      void enliven(place);
    };
    root.render(<LoadError message={texts.notLoaded} onRetry={retry} />);
  };

  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting || !(target instanceof HTMLElement)) continue;
        observer.unobserve(target);
        void enliven(target);
      }
    },
    // A little ahead of the reader.
    { rootMargin: '200px' },
  );
  for (const place of article.querySelectorAll('[data-live]')) observer.observe(place);

  return () => {
    over = true;
    observer.disconnect();
    // Not while React is rendering the page that takes this one's place.
    queueMicrotask(() => {
      for (const root of roots) root.unmount();
    });
  };
}
