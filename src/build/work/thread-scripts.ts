/** The script of compiler threads. In a file of its own, because the threads start before other code is loaded. */
export const compilerScript = new URL('../compile/compile-worker.ts', import.meta.url);

/** The script of renderer threads. */
export const rendererScript = new URL('../pages/render-worker.ts', import.meta.url);
