import type { ComponentProps } from 'react';

export interface CompiledProps {
  /** The HTML, on the server. In the browser, the page already contains it. */
  slots?: readonly string[] | undefined;
}

/** HTML of the document as the build compiled it. It works without scripts, too. */
export function CompiledHtml({ slots, ...rest }: CompiledProps & ComponentProps<'div'>) {
  return (
    <div
      {...rest}
      suppressHydrationWarning
      // The HTML is compiled from the documentation.
      // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
      dangerouslySetInnerHTML={{ __html: slots?.[0] ?? '' }}
    />
  );
}
