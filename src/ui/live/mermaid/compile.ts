import { createElement } from 'react';
import type { LivePart } from '../../../markdown/live-parts.ts';
import { CodeBlock } from '../../../markdown/mdx/article-components.ts';

/** In documents and components a diagram is a code block, and its Markdown is the same. */
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
