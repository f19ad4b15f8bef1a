import type { ComponentProps } from 'react';

export interface CompiledProps {
  /** HTML of the documentation, on the server; in the browser it is in the page already. */
  slots?: readonly string[] | undefined;
}

/** What the build has made of the document: it is there without scripts, too. */
export function CompiledHtml({ slots, ...rest }: CompiledProps & ComponentProps<'div'>) {
  return (
    <div
      {...rest}
      suppressHydrationWarning
      // Compiled from the documentation.
      // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
      dangerouslySetInnerHTML={{ __html: slots?.[0] ?? '' }}
    />
  );
}
