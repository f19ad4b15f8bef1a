import * as texts from 'virtual:site/texts';
import { useEffect, useRef } from 'react';
import { CopiedText } from '../copied-text.tsx';
import { fillText } from '../fill-text.ts';

/** A token that nobody can ask for again. */
export function NewToken({ name, secret }: { name: string; secret: string }) {
  const box = useRef<HTMLElement>(null);
  // Whoever does not see it come is led to it.
  useEffect(() => box.current?.focus(), []);
  return (
    <section className="tokens__new" ref={box} tabIndex={-1} aria-labelledby="new-token">
      <p id="new-token">{fillText(texts.tokenMade, { name })}</p>
      <CopiedText text={secret} label={texts.copyToken} look="one-time-link" />
    </section>
  );
}
