import { useSyncExternalStore } from 'react';
import { createExternalStore } from '../store.ts';

const announcedText = createExternalStore('');

/** Announces a text to screen readers. */
export const announce = announcedText.set;

export function Announcer() {
  const text = useSyncExternalStore(announcedText.subscribe, announcedText.get, announcedText.get);
  return (
    <div className="visually-hidden" aria-live="polite" aria-atomic="true">
      {text}
    </div>
  );
}
