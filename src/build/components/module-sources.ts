import { readFile } from 'node:fs/promises';
import { compile } from '@mdx-js/mdx';
import remarkGfm from 'remark-gfm';
import { transformWithOxc } from 'vite';
import { readSvg } from '../../markdown/mdx/svg-component.ts';
import { prepareSource } from '../../markdown/syntax/source.ts';

/** The site's `tsconfig` is for editors, and extends one of a package that need not be there. */
const forEditors = { tsconfig: false };

/** Components may be written in `.js` too, and types in any of them. */
export async function asJavaScript(code: string, file: string, importSource: string) {
  const jsx = { runtime: 'automatic', importSource, development: false } as const;
  const lang = /\.[cm]?ts$/.test(file) ? 'ts' : file.endsWith('.tsx') ? 'tsx' : 'jsx';
  const options = { ...forEditors, jsx, sourcemap: true };
  try {
    return await transformWithOxc(code, file, { ...options, lang });
  } catch (error) {
    if (lang !== 'jsx') throw error;
    return transformWithOxc(code, file, { ...options, lang: 'tsx' }).catch(() => {
      throw error;
    });
  }
}

/** Of a document. */
export async function documentJavaScript(code: string, file: string): Promise<string> {
  const jsx = { runtime: 'automatic', importSource: 'react', development: false } as const;
  return (await transformWithOxc(code, `${file}.tsx`, { ...forEditors, lang: 'tsx', jsx })).code;
}

/** Markdown that a component imports, as a component: its own elements and tables, without what the compiler adds. */
export async function markdownSource(file: string): Promise<string> {
  const value = prepareSource(await readFile(file, 'utf8')).text;
  return String(await compile({ value, path: file }, { format: 'mdx', remarkPlugins: [remarkGfm] }));
}

/** For what is not there, or cannot be read: whoever needs it hears why. */
export function throwingSource(message: string): string {
  return `throw new Error(${JSON.stringify(message)}); export default undefined;`;
}

/**
 * Of a module that the engine answers for: `module` is an expression that gives it, `head` what stands above. Reading a property may do something, as far as the
 * bundler knows: what is not asked for stays only where it is a call.
 */
export function answerSource(
  { head, module }: { head: string; module: string },
  exported: readonly string[],
): string {
  const names = exported.filter((one) => one !== 'default' && /^[A-Za-z_$][\w$]*$/.test(one));
  const named = names.map((one) => `export const ${one} = /* @__PURE__ */ of('${one}');`).join('\n');
  return `${head}
const answer = /* @__PURE__ */ (() => ${module})();
const of = (name) => answer[name];
const whole = () => ('default' in answer ? answer.default : answer);
export default /* @__PURE__ */ whole();
${named}
`;
}

/** The drawing as a component, its own attributes first. */
export function svgSource(text: string): string {
  const { attributes, inner } = readSvg(text);
  return `import { createElement } from 'react';
const attributes = ${JSON.stringify(attributes)};
const inner = ${JSON.stringify(inner)};
export default function Drawing({ title, titleId, ...props }) {
  const named = title ? '<title>' + String(title).replace(/[<&]/g, '') + '</title>' : '';
  return createElement('svg', { ...attributes, ...props, dangerouslySetInnerHTML: { __html: named + inner } });
}
export { Drawing as ReactComponent };
`;
}
