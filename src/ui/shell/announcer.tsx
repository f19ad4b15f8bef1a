import { useSyncExternalStore } from 'react';
import { createExternalStore } from '../store.ts';

const announced = createExternalStore('');

/** Announces a text to screen readers. */
export const announce = announced.set;

export function Announcer() {
  const text = useSyncExternalStore(announced.subscribe, announced.get, announced.get);
  return (
    <div className="visually-hidden" aria-live="polite" aria-atomic="true">
      {text}
    </div>
  );
}
