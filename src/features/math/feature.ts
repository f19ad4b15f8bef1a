import { defineFeature } from '../feature.ts';

/** Draws formulas while documents are compiled. Browsers get MathML, without scripts, styles or fonts. */
export const math = defineFeature({
  name: 'math',
  markdown: { compiler: new URL('./compile.ts', import.meta.url) },
});
