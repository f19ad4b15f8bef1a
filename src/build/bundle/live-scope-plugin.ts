import path from 'node:path';
import { type Plugin, transformWithOxc } from 'vite';
import { type Aliases, resolveImportPath, toEngineName } from '../../markdown/mdx/code-imports.ts';
import { listDocumentModules } from '../../markdown/mdx/theme.ts';
import { sourceDir } from '../../shared/engine-dir.ts';
import { liveParts } from '../../ui/live/parts.ts';

const ISLANDS = '\0of-islands:';
const islandModules = path.join(sourceDir, 'ui/islands/island-modules.ts');

/** Lets the scope of live code be written as components are: aliases, `@docusaurus/…`, elements in `.js`. */
export function liveScopePlugin(siteDir: string, aliases: Aliases = {}): Plugin {
  const isOwn = (file = '') =>
    file.startsWith(siteDir + path.sep) && !file.includes(`${path.sep}node_modules${path.sep}`);
  return {
    name: 'live-scope',
    enforce: 'pre',
    async resolveId(id, importer) {
      if (!isOwn(importer)) return undefined;
      // The frame has styles of its own.
      if (/\.(?:css|scss|sass|less)$/.test(id)) return `${ISLANDS}styles`;
      const name = toEngineName(id);
      if (/^@(?:docusaurus|theme)\//.test(name) && name in listDocumentModules(liveParts))
        return ISLANDS + name;
      const aliased = /^[./]/.test(id) ? undefined : resolveImportPath(id, importer ?? '', aliases);
      return aliased && this.resolve(aliased, importer, { skipSelf: true });
    },
    load(id) {
      if (!id.startsWith(ISLANDS)) return undefined;
      const name = id.slice(ISLANDS.length);
      const names = Object.keys(listDocumentModules(liveParts)[name] ?? {});
      const named = names
        .filter((one) => one !== 'default')
        .map((one) => `export const ${one} = own.${one};\n`);
      return `import { islandModules } from ${JSON.stringify(islandModules)};
const own = islandModules[${JSON.stringify(name)}] ?? {};
export default own.default;
${named.join('')}`;
    },
    async transform(code, id) {
      if (!isOwn(id) || !/\.[cm]?[jt]sx?$/.test(id)) return undefined;
      const jsx = { runtime: 'automatic', importSource: 'react', development: false } as const;
      const lang = /\.[cm]?ts$/.test(id) ? 'ts' : 'tsx';
      const made = await transformWithOxc(code, id, { tsconfig: false, lang, jsx, sourcemap: true });
      return { code: made.code, map: made.map ?? null };
    },
  };
}
