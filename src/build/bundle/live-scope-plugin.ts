import path from 'node:path';
import { type Plugin, transformWithOxc } from 'vite';
import { type Aliases, resolveImportPath, toEngineName } from '../../markdown/mdx/code-imports.ts';
import { listDocumentModules } from '../../markdown/mdx/theme.ts';
import { resolveEngineModule } from '../../shared/engine-dir.ts';
import { liveParts } from '../../ui/live/parts.ts';

const ISLANDS = '\0of-islands:';
const islandModules = resolveEngineModule('docusaurus/browser/island-modules');

/** Lets the scope of live code use what components may use: aliases, `@docusaurus/…`, JSX in `.js` files. */
export function createLiveScopePlugin(siteDir: string, aliases: Aliases = {}): Plugin {
  const isSiteFile = (file = '') =>
    file.startsWith(siteDir + path.sep) && !file.includes(`${path.sep}node_modules${path.sep}`);
  return {
    name: 'live-scope',
    enforce: 'pre',
    async resolveId(id, importer) {
      if (!isSiteFile(importer)) return undefined;
      const name = toEngineName(id);
      if (/^@(?:docusaurus|theme)\//.test(name) && name in listDocumentModules(liveParts))
        return ISLANDS + name;
      const aliasedPath = id.startsWith('.') ? undefined : resolveImportPath(id, importer ?? '', aliases);
      return aliasedPath && this.resolve(aliasedPath, importer, { skipSelf: true });
    },
    load(id) {
      if (!id.startsWith(ISLANDS)) return undefined;
      const name = id.slice(ISLANDS.length);
      const names = Object.keys(listDocumentModules(liveParts)[name] ?? {});
      const namedExports = names
        .filter((candidate) => candidate !== 'default')
        .map((item) => `export const ${item} = own.${item};\n`);
      return `import { islandModules } from ${JSON.stringify(islandModules)};
const own = islandModules[${JSON.stringify(name)}] ?? {};
export default own.default;
${namedExports.join('')}`;
    },
    async transform(code, id) {
      if (!isSiteFile(id) || !/\.[cm]?[jt]sx?$/.test(id)) return undefined;
      const jsx = { runtime: 'automatic', importSource: 'react', development: false } as const;
      const lang = /\.[cm]?ts$/.test(id) ? 'ts' : 'tsx';
      const transpiledScript = await transformWithOxc(code, id, {
        tsconfig: false,
        lang,
        jsx,
        sourcemap: true,
      });
      return { code: transpiledScript.code, map: transpiledScript.map ?? null };
    },
  };
}
