import { realpathSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { isRecord } from '../../shared/json.ts';
import { findInstalledPackage } from '../../shared/missing-packages.ts';
import { isFile } from '../../shared/regular-file.ts';

const PRISM = '\0prism';
const GLOBAL_PRISM = '\0prism-global';
/** Docusaurus loads these first for languages that need them. */
const neededLanguages: Readonly<Record<string, readonly string[]>> = { php: ['markup-templating'] };

/** `themeConfig.prism.additionalLanguages` of a Docusaurus configuration. */
export function listPrismLanguages({ themeConfig }: Readonly<Record<string, unknown>>): string[] {
  const prism = isRecord(themeConfig) ? themeConfig.prism : undefined;
  const languages = isRecord(prism) ? prism.additionalLanguages : undefined;
  return Array.isArray(languages) ? languages.filter((name) => typeof name === 'string') : [];
}

/** The folder of Prism's languages. Some package managers install Prism only for Docusaurus' theme. */
function findPrism(siteRoot: string): string {
  const theme = findInstalledPackage('@docusaurus/theme-classic', siteRoot);
  const importers = [siteRoot, ...(theme === undefined ? [] : [path.join(realpathSync(theme), 'index.js')])];
  const packages = importers.map((importer) => findInstalledPackage('prismjs', importer));
  return path.join(packages.find((folder) => folder !== undefined) ?? '', 'components');
}

/**
 * Gives `prism-react-renderer` the languages of the configuration, as Docusaurus does when a page starts. The engine
 * highlights code blocks by itself, but components may use the package.
 */
export function createPrismLanguagesPlugin(siteRoot: string, languages: readonly string[]): Plugin {
  let renderer = '';
  return {
    name: 'prism-languages',
    enforce: 'pre',
    async resolveId(id, importer) {
      if (id === PRISM || id === GLOBAL_PRISM) return { id, moduleSideEffects: true };
      if (id !== 'prism-react-renderer' || languages.length === 0) return undefined;
      const resolvedRenderer = await this.resolve(id, importer, { skipSelf: true });
      if (!resolvedRenderer || resolvedRenderer.id.startsWith('\0')) return resolvedRenderer;
      renderer = resolvedRenderer.id;
      return PRISM;
    },
    load(id) {
      const from = JSON.stringify(renderer);
      // The files of the languages add themselves to a global variable.
      if (id === GLOBAL_PRISM) return `import { Prism } from ${from};\nglobalThis.Prism = Prism;\n`;
      if (id !== PRISM) return undefined;
      const neededFirst = languages.flatMap((name) => [...(neededLanguages[name] ?? []), name]);
      const folder = findPrism(siteRoot);
      const files = [...new Set(neededFirst)].map((name) => path.join(folder, `prism-${name}.js`));
      const imports = files.filter(isFile).map((file) => `import ${JSON.stringify(file)};\n`);
      return `import '${GLOBAL_PRISM}';\n${imports.join('')}delete globalThis.Prism;\nexport * from ${from};\n`;
    },
  };
}
