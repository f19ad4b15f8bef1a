import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { compile } from '@mdx-js/mdx';
import { load as parseYaml } from 'js-yaml';
import remarkGfm from 'remark-gfm';
import { type Plugin, transformWithOxc } from 'vite';
import {
  type Aliases,
  engineName,
  importedPath,
  notThere,
  rawImport,
} from '../../markdown/mdx/code-imports.ts';
import { documentCode } from '../../markdown/mdx/document-code.ts';
import { readSvg } from '../../markdown/mdx/svg-component.ts';
import { type Ask, asksOf } from '../../markdown/modules/asks.ts';
import { prepareSource } from '../../markdown/syntax/source.ts';
import { lineOfText } from '../../shared/line-of-key.ts';
import type { Problem } from '../../shared/problem.ts';
import { shortHash } from '../hashing.ts';
import { livesBy } from './lives-by.ts';
import { type OwnersImport, themeFile } from './owners-imports.ts';
import { takeWords, WORDS } from './take-words.ts';

interface PluginOptions {
  siteDir: string;
  aliases: Aliases;
  imports: readonly OwnersImport[];
  /** Exports of the modules that the engine answers for, by name. */
  answers: Readonly<Record<string, readonly string[]>>;
  /** For browsers: what words of documents are taken from, an expression by a key; and what stands above it. */
  words?: ((key: string) => { head: string; given: string }) | undefined;
  /** An expression that gives one of those modules: `modules('react')`; and what stands above it. */
  answer(name: string): { head: string; module: string };
}

export interface Findings {
  problems: Problem[];
  /** Modules whose own code holds state, handlers or asks the browser. */
  live: Set<string>;
  /** What modules ask of the page. */
  asks: Map<string, readonly Ask[]>;
  /** Which of the imports lead nowhere, by their place in the list. */
  absent: Set<number>;
  /** Files that the bundler could not read, and why: whoever is made from them throws it. */
  unreadable: ReadonlyMap<string, string>;
  /** Of modules that are documents or pages. */
  words: Map<string, DocumentWords>;
}

/** What is in the page for a script that has no words, and the key to it there. */
export interface DocumentWords {
  key: string;
  words: readonly string[];
}

/** The site's `tsconfig` is for editors, and extends one of a package that need not be there. */
const forEditors = { tsconfig: false };
/** A page that hands a function to a component can only be handed over as a whole. */
const givesFunctions = /\w=\{\s*(?:async\s*)?(?:function\b|(?:\([^()]*\)|\w+)\s*=>)/;
const script = /\.[cm]?[jt]sx?$/;
const ofPackages = `${path.sep}node_modules${path.sep}`;

/** Resolves what components of the owner's import, and makes modules of it. */
export function componentsPlugin(options: PluginOptions, findings: Findings): Plugin {
  const { siteDir, aliases, imports, answers } = options;
  const shown = (file: string) => path.relative(siteDir, file).split(path.sep).join('/');
  const isOwn = (file: string) => path.isAbsolute(file) && !file.includes(ofPackages);
  const isPackage = (id: string) => !/^[./\0]/.test(id) && !path.isAbsolute(id);
  const siteRoot = path.join(siteDir, 'index.js');
  const reported = new Set<string>();
  const report = (problem: Problem) => {
    const key = `${problem.file} ${problem.line} ${problem.message}`;
    if (!reported.has(key)) findings.problems.push(problem);
    reported.add(key);
  };
  const answered = (id: string) => {
    const name = engineName(id);
    return Object.hasOwn(answers, name) ? name : undefined;
  };
  // The bundler would hand on to its language what stands for it.
  const isUnreadableStyle = (id: string) => {
    const [file = ''] = id.split('?');
    return findings.unreadable.has(file) && /\.(?:css|scss|sass|less|styl)$/.test(file);
  };
  const missing = (id: string, importer: string | undefined, written = id) => {
    const [file = ''] = (importer ?? '').split('?');
    if (isOwn(file)) {
      const line = existsSync(file) ? lineOfText(readFileSync(file, 'utf8'), written) : undefined;
      report({ ...missingModule(id, shown(file), Object.keys(answers), siteDir), line });
    }
    // Not with the ending of the file, by which others would take it for their own.
    return `\0missing:${id}:`;
  };

  // One for each module that asks. What they shared would hold the names that any of them asks for: one component with a
  // further hook would be a change of all scripts, and of all pages.
  const answerTo = (name: string, importer = '') =>
    `\0answer:${name}#${shortHash(path.relative(siteDir, importer))}`;

  return {
    name: 'components',
    enforce: 'pre',
    async resolveId(id, importer) {
      if (/^component:\d+$/.test(id)) return `\0${id}`;
      const [, at] = /^imported:(\d+)$/.exec(id) ?? [];
      if (at !== undefined) {
        const { request = '', importer: from } = imports[Number(at)] ?? {};
        if (request.endsWith('?document')) return request;
        const themed = request.startsWith('@theme/') ? themeFile(siteDir, request.slice(7)) : undefined;
        const found =
          themed ??
          (await this.resolve(request, from, { skipSelf: true })) ??
          // Documents may lie outside of the site, whose packages are theirs too.
          (await this.resolve(request, siteRoot, { skipSelf: true }));
        // The document that names it says so, by its line.
        if (!found) findings.absent.add(Number(at));
        return found ?? '\0nothing';
      }
      if (id.startsWith('\0') || id.startsWith('data:')) return undefined;
      const raw = rawImport(id);
      if (raw !== undefined) {
        const file = importedPath(raw, importer ?? siteDir, aliases);
        const found = file && (await this.resolve(file, importer, { skipSelf: true }));
        return found ? `${found.id}?raw` : missing(id, importer);
      }
      // Data is what its ending says, whoever is to load it.
      const [, data] = /^-?!{0,2}(?:(?:js-)?yaml|json)-loader(?:\?[^!]*)?!([^!]+)$/.exec(id) ?? [];
      if (data !== undefined) return (await this.resolve(data, importer)) ?? missing(data, importer, id);
      const name = answered(id);
      const own =
        name === undefined && id.startsWith('@theme/') ? themeFile(siteDir, id.slice(7)) : undefined;
      if (own !== undefined) return own;
      if (name !== undefined && name !== 'clsx') return answerTo(name, importer);
      const aliased = /^\.|^\//.test(id) ? undefined : importedPath(id, importer ?? siteDir, aliases);
      const found =
        (await this.resolve(aliased ?? id, importer, { skipSelf: true })) ??
        (isPackage(aliased ?? id) && !importer?.includes(ofPackages)
          ? await this.resolve(id, siteRoot, { skipSelf: true })
          : undefined);
      if (found && isUnreadableStyle(found.id)) return '\0unstyled';
      if (found) return found;
      return name === undefined ? missing(id, importer) : answerTo(name, importer);
    },
    async load(id) {
      const why = findings.unreadable.get(id.replace(/\?.*$/, ''));
      if (why !== undefined) {
        return {
          code: `throw new Error(${JSON.stringify(why)}); export default undefined;`,
          moduleType: 'js',
        };
      }
      const [, entry] = /^\0component:(\d+)$/.exec(id) ?? [];
      if (entry !== undefined) return `export * as module from 'imported:${entry}';`;
      if (id.endsWith('?document')) {
        return withoutWords(await ownCode(id), id, (text) => this.parse(text));
      }
      if (id === '\0nothing') return 'export default undefined;';
      if (id === '\0unstyled') return 'export default {};';
      if (id.startsWith('\0missing:')) {
        const message = `\`${id.slice('\0missing:'.length, -1)}\` is not there.`;
        return {
          code: `throw new Error(${JSON.stringify(message)}); export default undefined;`,
          moduleSideEffects: true,
        };
      }
      const [, answer] = /^\0answer:(.+)#/.exec(id) ?? [];
      if (answer !== undefined) return answerSource(answer, options);
      if (/\.svg$/.test(id)) return svgSource(await readFile(id, 'utf8'));
      if (/\.ya?ml$/.test(id)) {
        const data = await dataOf(id, parseYaml);
        return `export default ${JSON.stringify(data ?? null)};`;
      }
      if (/\.mdx?$/.test(id)) {
        const code = await markdownCode(id);
        return { code: withoutWords(code, id, (text) => this.parse(text)), moduleType: 'js' };
      }
      if (/\.json$/.test(id)) return JSON.stringify(await dataOf(id, JSON.parse));
      return undefined;
    },
    async transform(code, id) {
      const [file = '', query] = id.split('?');
      if (query !== undefined || id.startsWith('\0') || !script.test(file)) return undefined;
      // Tabs of a page are those of an article.
      const read = isPage(id) ? code.replaceAll('@theme/Tabs', '') : code;
      if (livesBy.test(read) || (isPage(id) && givesFunctions.test(read))) findings.live.add(id);
      if (isOwn(file)) findings.asks.set(id, asksOf(code));
      if (!isOwn(file)) return undefined;
      try {
        const importSource = isStaticPage(id) ? 'documents' : 'react';
        const made = await asJavaScript(code, file, importSource);
        if (isPage(id) && options.words)
          return { code: withoutWords(made.code, id, (text) => this.parse(text)), map: null };
        return { code: made.code, map: made.map ?? null };
      } catch (error) {
        report(syntaxProblem(error, code, shown(file)));
        return { code: `throw new Error(${JSON.stringify(`${shown(file)} cannot be read.`)});`, map: null };
      }
    },
  };

  /** Markdown that a component imports, as a component: its own elements and tables, without what the compiler adds. */
  async function markdownCode(file: string): Promise<string> {
    try {
      const value = prepareSource(await readFile(file, 'utf8')).text;
      const made = await compile({ value, path: file }, { format: 'mdx', remarkPlugins: [remarkGfm] });
      return String(made);
    } catch (error) {
      const said = error instanceof Error ? error.message : String(error);
      report({
        code: 'component-file',
        severity: 'error',
        file: shown(file),
        message: `This file cannot be read: ${said}.`,
      });
      return 'export default () => null;';
    }
  }

  /** `null` where it cannot be read. */
  async function dataOf(file: string, parse: (text: string) => unknown): Promise<unknown> {
    try {
      return parse(await readFile(file, 'utf8')) ?? null;
    } catch (error) {
      const said = error instanceof Error ? error.message.split('\n')[0] : String(error);
      const message = `This file cannot be read: ${said}.`;
      report({ code: 'component-file', severity: 'error', file: shown(file), message });
      return null;
    }
  }

  /** Of a document: it is compiled as it is loaded, as no other module of that file is. */
  async function ownCode(id: string): Promise<string> {
    const file = id.replace(/\?document$/, '');
    const { code, hasElements } = documentCode(await readFile(file, 'utf8'));
    const lives = livesBy.test(code);
    if (!lives && !hasElements) return '';
    if (lives) findings.live.add(id);
    findings.asks.set(id, asksOf(code));
    try {
      const jsx = { runtime: 'automatic', importSource: 'react', development: false } as const;
      return (await transformWithOxc(code, `${file}.tsx`, { ...forEditors, lang: 'tsx', jsx })).code;
    } catch {
      // Whoever compiles the document says where it cannot be read.
      return '';
    }
  }

  /** No word of a document is in a script. */
  function withoutWords(code: string, id: string, parse: (code: string) => object): string {
    if (!options.words || code === '') return code;
    const key = shortHash(id);
    const taken = takeWords(code, parse(code));
    findings.words.set(id, { key, words: taken.words });
    const { head, given } = options.words(key);
    return `${head}\nconst ${WORDS} = ${given};\n${taken.code}`;
  }

  /** A page whose own code does not live: what lives in it are islands, as in a document. */
  function isStaticPage(id: string): boolean {
    return isPage(id) && !findings.live.has(id);
  }

  function isPage(id: string): boolean {
    return imports.some((one) => one.id === `page:${id}`);
  }
}

/** Components may be written in `.js` too, and types in any of them. */
async function asJavaScript(code: string, file: string, importSource: string) {
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

/** Reading a property may do something, as far as the bundler knows: what is not asked for stays only where it is a call. */
function answerSource(name: string, { answers, answer }: PluginOptions): string {
  const { head, module } = answer(name);
  const names = (answers[name] ?? []).filter((one) => one !== 'default' && /^[A-Za-z_$][\w$]*$/.test(one));
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
function svgSource(text: string): string {
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

function missingModule(id: string, file: string, answers: readonly string[], siteDir: string): Problem {
  const problem = (message: string): Problem => ({
    code: 'missing-import',
    severity: 'error',
    file,
    message,
  });
  if (/^@(?:theme|theme-original|theme-init|docusaurus)\//.test(id)) {
    const last = id.split('/').at(-1);
    const near = answers.find((name) => name.endsWith(`/${last}`));
    const hint =
      near === undefined ? 'write the component without it, or leave it out' : `there is \`${near}\``;
    return problem(`This site has no \`${id}\`: ${hint}.`);
  }
  if (/^(?:[./]|@site|@generated\/)/.test(id)) return problem(notThere(id));
  const name = id.split('/', id.startsWith('@') ? 2 : 1).join('/');
  return problem(
    `The package \`${name}\` is not installed: \`npm install ${name}\` in ${path.basename(siteDir)}, or remove the import.`,
  );
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: those of a terminal
const colours = /\u001b\[[\d;]*m/g;

function syntaxProblem(error: unknown, code: string, file: string): Problem {
  const message = (error instanceof Error ? error.message : String(error)).replace(colours, '');
  const lines = message.split('\n').filter((one) => one.trim() !== '');
  const first = lines.find((one) => one.startsWith('[')) ?? lines[0] ?? message;
  const [, line, column] = /:(\d+):(\d+)/.exec(message) ?? [];
  const offset = /"start":\s*(\d+)/.exec(JSON.stringify(error))?.[1];
  const before = offset === undefined ? undefined : code.slice(0, Number(offset)).split('\n');
  return {
    code: 'component-syntax',
    severity: 'error',
    file,
    line: line === undefined ? before?.length : Number(line),
    column: column === undefined ? undefined : Number(column),
    message: `This is no valid JavaScript: ${first.replace(/^\[\w+\]\s*/, '')}.`,
  };
}
