import * as texts from 'virtual:site/texts';
import type { ReactNode } from 'react';
import { adminPath } from '../../../model/urls.ts';
import { LoadError, Spinner } from '../../shell/drawing/loading.tsx';
import type { Loaded } from '../../use-loaded.ts';

export interface PanelProps<Answer> {
  title: string;
  /** Administration page with the details, and its query. */
  of: string;
  loaded: Loaded<Answer>;
  stateOf?: (answer: Answer) => PanelState;
  children: (answer: Answer) => ReactNode;
}

export type PanelState = 'ok' | 'warn' | 'fail';
/** A card of the overview: a title, what was loaded for it, and a link to the page with the details. */
export function Panel<Answer>({ title, of, loaded, stateOf, children }: PanelProps<Answer>) {
  const { answer, state, reload } = loaded;
  return (
    <section className="panel" data-state={answer && stateOf?.(answer)} aria-label={title}>
      <h2>{title}</h2>
      <div aria-busy={state === 'loading'}>
        {state === 'failed' ? (
          <LoadError message={texts.notLoaded} onRetry={reload} />
        ) : answer === undefined ? (
          <Spinner />
        ) : (
          children(answer)
        )}
      </div>
      <a href={adminPath(of)} aria-label={`${texts.moreDetails}: ${title}`}>
        {texts.moreDetails}
      </a>
    </section>
  );
}
