import * as texts from 'virtual:site/texts';
import { useSyncExternalStore } from 'react';
import { createExternalStore } from '../../store.ts';
import { RotateCw } from '../icons.tsx';

/** True once the next page has been loading for longer than the delay. */
export const pageIsLate = createExternalStore(false);

/** Opens the page or the search that couldn't be loaded without a network. Undefined if there is none. */
export const waitingPage = createExternalStore<(() => void) | undefined>(undefined);

/** Progress bar and spinner while the next page loads, or the reason why it or the search doesn't open. */
export function PageProgress() {
  const open = useSyncExternalStore(waitingPage.subscribe, waitingPage.get, () => undefined);
  const isLate = useSyncExternalStore(pageIsLate.subscribe, pageIsLate.get, () => false);
  if (open)
    return (
      <div className="offline">
        <LoadError message={texts.offline} onRetry={open} />
      </div>
    );
  if (!isLate) return null;
  return (
    <>
      <div className="progress-bar" role="progressbar" aria-label={texts.loadingPage} />
      <Spinner />
    </>
  );
}

/** Turns once in 1.5 s and breathes once in 3 s; the style holds it back for the delay. */
export function Spinner() {
  return (
    <svg
      className="spinner"
      width="32"
      height="32"
      viewBox="0 0 32 32"
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
    >
      <circle cx="16" cy="16" r="12" strokeWidth="3" strokeLinecap="round" pathLength="100" />
    </svg>
  );
}

/** Error with a retry button for anything loaded on demand. */
export function LoadError({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div className="load-error" role="alert">
      <p>{message}</p>
      <button type="button" className="button" onClick={onRetry}>
        <RotateCw size={16} />
        {texts.retry}
      </button>
    </div>
  );
}
