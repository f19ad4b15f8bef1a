import { featureParts, siteParts } from 'virtual:site/live-now';
import type { ComponentType } from 'react';
import { renderToString } from 'react-dom/server';
import { LiveBoundary, type LiveComponentProps } from './live-boundary.tsx';
import { resolveLiveModule } from './live-folder.ts';

const modules = import.meta.glob<Record<string, ComponentType<LiveComponentProps>>>(
  ['./*/*.tsx', '!**/*.test.tsx'],
  {
    eager: true,
  },
);

/** Inner HTML of a live part; see `UiRenderer`. */
export function renderLive(
  name: string,
  props: Record<string, unknown>,
  slots: readonly string[] = [],
): string {
  const Component = (siteParts[name] ?? featureParts[name] ?? modules[resolveLiveModule(name)])?.[name];
  if (!Component)
    throw new Error(`There is no live part ${name}: not in src/ui/live, a feature, or src/live of the site.`);
  return renderToString(
    <LiveBoundary>
      <Component {...props} slots={slots} />
    </LiveBoundary>,
  );
}
