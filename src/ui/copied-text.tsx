import * as texts from 'virtual:site/texts';
import { type ReactNode, useState } from 'react';
import { runInBackground } from '../shared/in-background.ts';
import { Button } from './button.tsx';

interface Props {
  text: string;
  /** Label of the button. */
  label: string;
  look: 'one-time-link' | 'recovery-codes';
  isMain?: boolean;
  /** Further buttons beside the copy button, in a dialog. */
  children?: ReactNode;
}

/** A text to copy with a button or to select by hand. */
export function CopiedText({ text, label, look, isMain = false, children }: Props) {
  const [isCopied, setCopied] = useState(false);
  // The browser denied copying. The text can be selected by hand.
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  const button = 'clipboard' in navigator && (
    <Button look={isMain ? 'main' : undefined} onClick={() => runInBackground(copy())}>
      {isCopied ? texts.copied : label}
    </Button>
  );
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and is there to be copied */}
      <pre className={look} tabIndex={0}>
        {text}
      </pre>
      <p role="status" className="visually-hidden">
        {isCopied && texts.copied}
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
