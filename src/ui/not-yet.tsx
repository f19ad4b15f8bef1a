import * as texts from 'virtual:site/texts';
import { LoadError, Spinner } from './shell/drawing/loading.tsx';
import type { Loaded } from './use-loaded.ts';

interface Props extends Pick<Loaded<unknown>, 'state' | 'reload'> {
  className?: string;
}

/** Placeholder until data arrives: loading, or failed. */
export function NotYet({ state, reload, className = 'admin__wait' }: Props) {
  if (state === 'failed') return <LoadError message={texts.notLoaded} onRetry={reload} />;
  return (
    <div className={className}>
      <Spinner />
    </div>
  );
}
