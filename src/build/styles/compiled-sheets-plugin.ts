import type { Plugin } from 'vite';
import type { CompiledSheets } from './compile-sheets.ts';

/**
 * Gives the bundler the sheets as PostCSS and Sass made them. One in another language than CSS gets a name that says
 * CSS, so that it isn't compiled twice.
 */
export function compiledSheets(css: CompiledSheets['css']): Plugin {
  const fileOf = new Map(Object.keys(css).map((file) => [idOf(file), file]));
  return {
    name: 'compiled-sheets',
    enforce: 'pre',
    async resolveId(id, importer) {
      if (fileOf.has(id)) return id;
      if (!/\.(?:css|scss|sass|less|styl|stylus|pcss|postcss)(?:\?|$)/.test(id)) return undefined;
      const resolved = await this.resolve(id, importer, { skipSelf: true });
      return resolved && resolved.id in css ? { ...resolved, id: idOf(resolved.id) } : resolved;
    },
    load(id) {
      const file = fileOf.get(id);
      if (file === undefined) return undefined;
      this.addWatchFile(file);
      return css[file];
    },
  };
}

/** `a.module.scss` → `a.module.scss.module.css`; a sheet in CSS keeps its name. */
export function idOf(file: string): string {
  if (file.endsWith('.css')) return file;
  return file + (/\.module\.\w+$/.test(file) ? '.module.css' : '.css');
}
