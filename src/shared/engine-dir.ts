import path from 'node:path';

/** Root of the engine's package. The site that it serves may lie anywhere. */
export const engineDir = path.resolve(import.meta.dirname, '../..');
