import { transform } from 'sucrase';

/**
 * The body of a function that shows what the code says: the code itself where it calls `render`, else its value, a
 * component or an element. Types are left out. Throws where it is no JavaScript, as far as that is seen without running it.
 */
export function compileJsx(code: string, noInline: boolean): string {
  const source = noInline ? code : `render((${code.trim().replace(/;+$/, '')}\n))`;
  return transform(source, {
    transforms: ['jsx', 'typescript'],
    jsxRuntime: 'classic',
    production: true,
    disableESTransforms: true,
    keepUnusedImports: true,
  }).code;
}
