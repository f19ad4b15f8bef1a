import type { ComponentProps } from 'react';

export interface CompiledProps {
  /** HTML of the documentation, on the server; in the browser it is in the page already. */
  slots?: readonly string[] | undefined;
}

/** HTML of the document as the build compiled it. It works without scripts, too. */
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
