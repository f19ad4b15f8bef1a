import { useSyncExternalStore } from 'react';
import { createStore } from '../store.ts';

const announced = createStore('');

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
