import * as texts from 'virtual:site/texts';
import { useEffect, useRef, useState } from 'react';
import { fillText } from '../fill-text.ts';

/** A token that nobody can ask for again. */
export function NewToken({ name, secret }: { name: string; secret: string }) {
  const [copied, setCopied] = useState(false);
  const box = useRef<HTMLElement>(null);
  // Whoever does not see it come is led to it.
  useEffect(() => box.current?.focus(), []);
  return (
    <section className="tokens__new" ref={box} tabIndex={-1} aria-labelledby="new-token">
      <p id="new-token">{fillText(texts.tokenMade, { name })}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and is there to be copied */}
      <code className="one-time-link" tabIndex={0}>
        {secret}
      </code>
      <p role="status" className="visually-hidden">
        {copied && texts.copied}
      </p>
      {'clipboard' in navigator && (
        <button
          type="button"
          className="button"
          onClick={() =>
            navigator.clipboard.writeText(secret).then(
              () => setCopied(true),
              // Denied: it can be selected by hand.
              () => setCopied(false),
            )
          }
        >
          {copied ? texts.copied : texts.copyToken}
        </button>
      )}
    </section>
  );
}
