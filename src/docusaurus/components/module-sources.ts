import { transformWithOxc } from 'vite';
import { readSvg } from '../../markdown/mdx/svg-component.ts';
import { GENERATED_FILES } from '../theme/generated-files.ts';

/** A site's `tsconfig` is for editors, and may extend a package that isn't installed. */
const ignoreTsconfig = { tsconfig: false };

/** Translates a script of the site. Components may be in `.js` files, too, and types in any file. */
export async function transpileScript(code: string, file: string, importSource: string) {
  const jsx = { runtime: 'automatic', importSource, development: false } as const;
  const lang = /\.[cm]?ts$/.test(file) ? 'ts' : file.endsWith('.tsx') ? 'tsx' : 'jsx';
  const options = { ...ignoreTsconfig, jsx, sourcemap: true };
  try {
    return await transformWithOxc(code, file, { ...options, lang });
  } catch (error) {
    if (lang !== 'jsx') throw error;
    return transformWithOxc(code, file, { ...options, lang: 'tsx' }).catch(() => {
      throw error;
    });
  }
}

/** Translates the code of a document. */
export async function transpileDocumentCode(code: string, file: string): Promise<string> {
  const jsx = { runtime: 'automatic', importSource: 'react', development: false } as const;
  return (await transformWithOxc(code, `${file}.tsx`, { ...ignoreTsconfig, lang: 'tsx', jsx })).code;
}

/** The module in place of a file that is missing or can't be read: using it throws the reason. */
export function writeThrowingModule(message: string): string {
  return `throw new Error(${JSON.stringify(message)}); export default undefined;`;
}

/**
 * The module in place of one that the engine provides. `module` is an expression that gives it, `head` the code that
 * must precede it. The bundler assumes that reading a property has side effects, so each export is a call that is
 * marked as pure: only then are unused ones removed.
 */
export function writeAnswerModule(
  { head, module }: { head: string; module: string },
  exportedNames: readonly string[],
): string {
  const names = exportedNames.filter((name) => name !== 'default' && /^[A-Za-z_$][\w$]*$/.test(name));
  const namedExports = names
    .map((name) => `export const ${name} = /* @__PURE__ */ of('${name}');`)
    .join('\n');
  return `${head}
const answer = /* @__PURE__ */ (() => ${module})();
const of = (name) => answer[name];
const whole = () => ('default' in answer ? answer.default : answer);
export default /* @__PURE__ */ whole();
${namedExports}
`;
}

/** The module in place of a file that Docusaurus generates. As with JSON, each property of the file is an export. */
export function writeGeneratedModule(name: string): string {
  const [engineModule, file] = [GENERATED_FILES, name].map((text) => JSON.stringify(text));
  return `module.exports = require(${engineModule}).followGeneratedFile(${file});`;
}

/**
 * The drawing as a component, with the attributes of its file first. `nameSheet` stores a style sheet and returns the name
 * by which the module imports it.
 */
export function writeSvgModule(text: string, nameSheet: (css: string) => string): string {
  const { attributes, inner, css } = readSvg(text);
  const styleImport = css === '' ? '' : `import ${JSON.stringify(nameSheet(css))};\n`;
  // Joined from parts, so that tools don't mistake the text for an import of this file.
  return `${styleImport}${['import', '{ createElement }', "from 'react';"].join(' ')}
const attributes = ${JSON.stringify(attributes)};
const inner = ${JSON.stringify(inner)};
export default function Drawing({ title, titleId, ...props }) {
  const named = title ? '<title>' + String(title).replace(/[<&]/g, '') + '</title>' : '';
  return createElement('svg', { ...attributes, ...props, dangerouslySetInnerHTML: { __html: named + inner } });
}
export { Drawing as ReactComponent };
`;
}
