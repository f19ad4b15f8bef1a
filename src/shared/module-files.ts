/** Endings that an import of a module may leave out, in the order in which the bundler tries them. */
const MODULE_ENDINGS = ['.mjs', '.js', '.mts', '.ts', '.jsx', '.tsx', '.json'];
const endings = ['', ...MODULE_ENDINGS, ...MODULE_ENDINGS.map((ending) => `/index${ending}`)];

/** The files that an import of this path can mean, the first that exists: `x`, `x.ts`, `x/index.ts` and so on. */
export function listModuleFiles(path: string): string[] {
  // In TypeScript, an import can name the file that is made from `x.ts`: `./x.js`.
  const sources = /\.[cm]?jsx?$/.test(path)
    ? ['.$1ts$2', '.$1tsx'].map((ending) => path.replace(/\.([cm]?)js(x?)$/, ending))
    : [];
  return [...endings.map((ending) => path + ending), ...sources];
}
