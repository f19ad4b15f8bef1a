import type { CompilerExtension } from '../../markdown/extensions.ts';

/** Fences named `mermaid`, unless the site turns diagrams off. */
export const extension: CompilerExtension = {
  fences: {
    Mermaid: ({ language }, { mermaid = true }) => (mermaid && language === 'mermaid' ? {} : undefined),
  },
};
