import * as texts from 'virtual:site/texts';
import { type MouseEvent, useEffect, useState } from 'react';
import { MOST_READ_URL } from '../../../model/urls.ts';
import { runInBackground } from '../../../shared/in-background.ts';
import type { SearchStartProps } from '../../../ui/page-parts.ts';
import { drawMostRead, type MostReadPage } from './draw-most-read.ts';

/** The pages that readers open most, in the search dialog before anything is typed. Nothing while there are none. */
export function Part({ isVisitor, onOpen }: SearchStartProps) {
  const [pages, setPages] = useState<readonly MostReadPage[]>([]);
  useEffect(() => {
    if (isVisitor) return;
    const stop = new AbortController();
    const load = async () => {
      const response = await fetch(MOST_READ_URL, { signal: stop.signal });
      // Readers can do without.
      if (!response.ok) return;
      setPages(await response.json());
    };
    runInBackground(load(), () => {});
    return () => stop.abort();
  }, [isVisitor]);

  if (pages.length === 0) return null;
  const close = (event: MouseEvent) => {
    const isLink = event.target instanceof Element && event.target.closest('a[href]') !== null;
    if (isLink && !event.ctrlKey && !event.metaKey && !event.shiftKey) onOpen();
  };
  return (
    // A link sends a click for the Enter key as well.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div onClick={close}>{drawMostRead(pages, texts.mostRead)}</div>
  );
}
