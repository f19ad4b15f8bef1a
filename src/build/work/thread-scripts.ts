/** What the threads that compile run; by itself, since they are started before anything else of it is needed. */
export const compilerScript = new URL('../compile/compile-worker.ts', import.meta.url);

/** The same of those that render. */
export const rendererScript = new URL('../pages/render-worker.ts', import.meta.url);
