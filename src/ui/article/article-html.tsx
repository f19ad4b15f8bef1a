import { useEffect, useLayoutEffect, useRef } from 'react';
import { runInBackground } from '../../shared/in-background.ts';
import { firstScripts } from '../live/first-scripts.ts';
import { mountLiveParts } from '../live/mount-live-parts.tsx';
import { runWhenIdle } from '../navigation/start-prefetching.ts';
import { ARTICLE_ID } from '../shell/element-ids.ts';

interface Props {
  className: string;
  inner: string;
  id?: string;
}

/**
 * Article HTML made by the build, with its live parts. The HTML of the first page is already in the document, and React
 * keeps it.
 */
export function ArticleHtml({ className, inner, id = ARTICLE_ID }: Props) {
  const element = useRef<HTMLDivElement>(null);
  // The parts are restored before the HTML is painted.
  // biome-ignore lint/correctness/useExhaustiveDependencies: new HTML is what has to be restored
  useLayoutEffect(() => {
    for (const script of firstScripts) if (element.current) script(element.current);
  }, [inner]);
  // The parts belong to this HTML and go with it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    const article = element.current;
    if (!article) return undefined;
    runWhenIdle(() =>
      runInBackground(import('./reading-aids.ts').then((aids) => aids.startReadingAids(article))),
    );
    return mountLiveParts(article);
  }, [inner]);
  return (
    <div
      ref={element}
      className={className}
      id={id}
      suppressHydrationWarning
      // The HTML is compiled from the documentation; the policy forbids scripts in it.
      // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
      dangerouslySetInnerHTML={{ __html: inner }}
    />
  );
}
