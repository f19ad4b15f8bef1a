import type { MouseEventHandler, ReactNode } from 'react';

interface Props {
  className: string;
  onClick?: MouseEventHandler;
  /** Guarded by `import.meta.env.SSR`, so that the bundler leaves them out of scripts for browsers. */
  children: ReactNode;
}

/**
 * Content that only the server renders: in the browser React keeps the HTML that is there. For pages that the shell never
 * opens without loading their document.
 */
export function ServerHtml({ children, ...rest }: Props) {
  if (import.meta.env.SSR) return <div {...rest}>{children}</div>;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing replaces the server's HTML.
  return <div {...rest} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />;
}
