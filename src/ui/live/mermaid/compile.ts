import { createElement } from 'react';
import type { LivePart } from '../../../markdown/live-parts.ts';
import { CodeBlock } from '../../../markdown/mdx/article-components.ts';

/** In a document a diagram is a fence, also where a component writes it; as Markdown it stays one. */
export const mermaid: LivePart = {
  name: 'Mermaid',
  language: 'mermaid',
  modules: {
    '@theme/Mermaid': {
      default: ({ value }: { value?: unknown }) =>
        createElement(CodeBlock, { language: 'mermaid' }, String(value ?? '')),
    },
  },
};
