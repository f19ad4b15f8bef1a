import { useSyncExternalStore } from 'react';
import { createStore } from '../store.ts';

const said = createStore('');

/** Tells readers who listen to the page what others see. */
export function announce(text: string): void {
  said.set(text);
}

export function Announcer() {
  const text = useSyncExternalStore(said.subscribe, said.get, said.get);
  return (
    <div className="visually-hidden" aria-live="polite" aria-atomic="true">
      {text}
    </div>
  );
}
