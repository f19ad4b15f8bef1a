import type { CompilerExtension } from '../../markdown/extensions.ts';

/** Fences named `mermaid`. */
export const extension: CompilerExtension = {
  fences: { Mermaid: ({ language }) => (language === 'mermaid' ? {} : undefined) },
};
