/** What the threads that compile run; by itself, since they are started before anything else of it is needed. */
export const compilerScript = new URL('./compile-worker.ts', import.meta.url);
