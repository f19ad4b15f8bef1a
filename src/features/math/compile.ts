import type { CompilerExtension } from '../../markdown/extensions.ts';

/** Formulas of documents whose configuration turns them on. */
export const extension: CompilerExtension = {
  async transform(tree, { settings: { math }, has, report }) {
    if (!math || !has('math', 'inlineMath', 'code')) return false;
    // KaTeX is loaded only when needed, because it takes 50 ms.
    const { drawFormulas } = await import('./draw-formulas.ts');
    return drawFormulas(tree, math, report);
  },
};
