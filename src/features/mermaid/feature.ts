import type { TextsOf } from '../../config/feature-messages.ts';
import { defineFeature } from '../feature.ts';
import type en from './messages/en.json';

declare module '../../config/feature-messages.ts' {
  interface FeatureTexts extends TextsOf<typeof en> {}
}

/** Draws diagrams of fences named `mermaid` in the reader's browser. */
export const mermaid = defineFeature({
  name: 'mermaid',
  messages: new URL('./messages/', import.meta.url),
  markdown: {
    compiler: new URL('./compile.ts', import.meta.url),
    liveParts: {
      Mermaid: {
        module: new URL('./mermaid.tsx', import.meta.url),
        isForPaper: true,
      },
    },
  },
});
