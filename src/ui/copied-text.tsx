import * as texts from 'virtual:site/texts';
import { type ReactNode, useState } from 'react';
import { inBackground } from '../shared/in-background.ts';
import { Button } from './button.tsx';

interface Props {
  text: string;
  /** Of the button. */
  label: string;
  look: 'one-time-link' | 'recovery-codes';
  isMain?: boolean;
  /** In a dialog: what is in the row of buttons besides that which copies. */
  children?: ReactNode;
}

/** A text that is there to be taken along: to be copied by a button, or selected by hand. */
export function CopiedText({ text, label, look, isMain = false, children }: Props) {
  const [copied, setCopied] = useState(false);
  // Denied: it can be selected by hand.
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  const button = 'clipboard' in navigator && (
    <Button look={isMain ? 'main' : undefined} onClick={() => inBackground(copy())}>
      {copied ? texts.copied : label}
    </Button>
  );
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and is there to be copied */}
      <pre className={look} tabIndex={0}>
        {text}
      </pre>
      <p role="status" className="visually-hidden">
        {copied && texts.copied}
      </p>
      {children === undefined ? (
        button
      ) : (
        <div className="modal__buttons">
          {button}
          {children}
        </div>
      )}
    </>
  );
}
