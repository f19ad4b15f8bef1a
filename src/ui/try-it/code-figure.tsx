import type { Ref } from 'react';
import { colorText } from './color-text.ts';

interface CodeFigureProps {
  label: string;
  text: string;
  codeRef?: Ref<HTMLElement>;
}

/** A sample with colors, which scrolls if it's too large. */
export function CodeFigure({ label, text, codeRef }: CodeFigureProps) {
  return (
    // A scrolling area must be reachable by keyboard, and needs a name.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    // biome-ignore lint/a11y/useSemanticElements: a section doesn't keep line breaks
    <pre dir="ltr" role="region" aria-label={label} tabIndex={0}>
      <code ref={codeRef}>
        {colorText(text).map((piece, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a piece has no other identity
          <span key={index} className={piece.className}>
            {piece.text}
          </span>
        ))}
      </code>
    </pre>
  );
}
