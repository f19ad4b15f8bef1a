import type { OwnersImport } from '../../markdown/mdx/code-imports.ts';
import { isWrapperId } from '../../markdown/mdx/code-imports.ts';
import { resolveEngineModule } from '../../shared/engine-dir.ts';

/** The engine's module that gives components the contexts of the site's wrappers, in browsers. */
export const SITE_CONTEXTS = resolveEngineModule('docusaurus/browser/site-contexts');
const RECORD_CONTEXTS = resolveEngineModule('docusaurus/theme/record-contexts');

/** The import that scripts of islands use for `SiteContexts`, and its id for the bundler. */
export const WRAPPERS_MODULE = 'site:wrappers';
export const WRAPPERS_MODULE_ID = `\0${WRAPPERS_MODULE}`;

/** Creates the component around all islands of a site with wrappers. */
export function writeWrappersModule(imports: readonly OwnersImport[]): string {
  const numbers = [...imports.keys()].filter((at) => isWrapperId(imports[at]?.id ?? ''));
  const wrappers = numbers.map((at) => `import wrapper${at} from 'imported:${at}';`);
  return `import { setWrappers } from ${JSON.stringify(SITE_CONTEXTS)};
${wrappers.join('\n')}
setWrappers([${numbers.map((at) => `wrapper${at}`).join(', ')}]);
export { SiteContexts } from ${JSON.stringify(SITE_CONTEXTS)};
`;
}

/** An answer for `react` that records the contexts that the site creates. */
export function addContextRecording({ head, module }: { head: string; module: string }) {
  return {
    head: `${head}\nimport { recordContexts } from ${JSON.stringify(RECORD_CONTEXTS)};`,
    module: `recordContexts(${module})`,
  };
}
