import type { Plugin } from 'vite';
import type { CompiledSheets } from './compile-sheets.ts';

/**
 * Gives the bundler the compiled sheets. A sheet in another language than CSS gets a name that ends in `.css`, so that
 * it isn't compiled twice.
 */
export function createCompiledSheetsPlugin(css: CompiledSheets['css']): Plugin {
  const filesById = new Map(Object.keys(css).map((file) => [toCssId(file), file]));
  return {
    name: 'compiled-sheets',
    enforce: 'pre',
    async resolveId(id, importer) {
      if (filesById.has(id)) return id;
      if (!/\.(?:css|scss|sass|less|styl|stylus|pcss|postcss)(?:\?|$)/.test(id)) return undefined;
      const resolvedId = await this.resolve(id, importer, { skipSelf: true });
      return resolvedId && resolvedId.id in css ? { ...resolvedId, id: toCssId(resolvedId.id) } : resolvedId;
    },
    load(id) {
      const file = filesById.get(id);
      if (file === undefined) return undefined;
      this.addWatchFile(file);
      return css[file];
    },
  };
}

/** `a.module.scss` → `a.module.scss.module.css`. A sheet in CSS keeps its name. */
export function toCssId(file: string): string {
  if (file.endsWith('.css')) return file;
  return file + (/\.module\.\w+$/.test(file) ? '.module.css' : '.css');
}
