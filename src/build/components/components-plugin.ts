import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { load as parseYaml } from 'js-yaml';
import { type Plugin, parseAst } from 'vite';
import {
  type Aliases,
  findRawFile,
  resolveImportPath,
  toEngineName,
} from '../../markdown/mdx/code-imports.ts';
import { extractDocumentCode } from '../../markdown/mdx/document-code.ts';
import { findAsks } from '../../markdown/modules/asks.ts';
import { engineModule } from '../../shared/engine-dir.ts';
import { pathFrom } from '../../shared/file-paths.ts';
import { lineOfText } from '../../shared/line-of-key.ts';
import type { Problem } from '../../shared/problem.ts';
import { reasonOf } from '../../shared/reason.ts';
import { shortHash } from '../hashing.ts';
import { type Findings, missingModule, syntaxProblem } from './findings.ts';
import { foreignScripts } from './foreign-scripts.ts';
import { livesBy } from './lives-by.ts';
import {
  answerSource,
  asJavaScript,
  documentJavaScript,
  markdownSource,
  svgSource,
  throwingSource,
} from './module-sources.ts';
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
/** A page that hands a function to a component can only be handed over as a whole. */
const givesFunctions = /\w=\{\s*(?:async\s*)?(?:function\b|(?:\([^()]*\)|\w+)\s*=>)/;
const script = /\.[cm]?[jt]sx?$/;
const engineEntry = engineModule('ui/client');
const ofPackages = `${path.sep}node_modules${path.sep}`;

/** Resolves what components of the owner's import, and makes modules of it. */
export function componentsPlugin(options: PluginOptions, findings: Findings): Plugin {
  const { siteDir, aliases, imports, answers } = options;
  const shown = (file: string) => pathFrom(siteDir, file);
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
    const name = toEngineName(id);
    return Object.hasOwn(answers, name) ? name : undefined;
  };
  // Parts of React that the engine does not answer for come from where its React does: another version would refuse
  // to work with it, whatever the site has installed.
  const ofReact = (id: string) => /^(?:react|react-dom|scheduler|react-is)(?:\/.+)?$/.test(id);
  const themed = (id: string) => (id.startsWith('@theme/') ? themeFile(siteDir, id.slice(7)) : undefined);
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
        const found =
          themed(request) ??
          (ofReact(request) ? await this.resolve(request, engineEntry, { skipSelf: true }) : undefined) ??
          (await this.resolve(request, from, { skipSelf: true })) ??
          // Documents may lie outside of the site, whose packages are theirs too.
          (await this.resolve(request, siteRoot, { skipSelf: true }));
        // The document that names it says so, by its line.
        if (!found) findings.absent.add(Number(at));
        return found ?? '\0nothing';
      }
      if (id.startsWith('\0') || id.startsWith('data:')) return undefined;
      const raw = findRawFile(id);
      if (raw !== undefined) {
        const file = resolveImportPath(raw, importer ?? siteDir, aliases);
        const found = file && (await this.resolve(file, importer, { skipSelf: true }));
        return found ? `${found.id}?raw` : missing(id, importer);
      }
      // Data is what its ending says, whoever is to load it.
      const [, data] = /^-?!{0,2}(?:(?:js-)?yaml|json)-loader(?:\?[^!]*)?!([^!]+)$/.exec(id) ?? [];
      if (data !== undefined) return (await this.resolve(data, importer)) ?? missing(data, importer, id);
      const name = answered(id);
      const own = name === undefined ? themed(id) : undefined;
      if (own !== undefined) return own;
      if (name !== undefined && name !== 'clsx') return answerTo(name, importer);
      if (ofReact(id)) {
        const part = await this.resolve(id, engineEntry, { skipSelf: true });
        if (part) return part;
      }
      const aliased = /^\.|^\//.test(id) ? undefined : resolveImportPath(id, importer ?? siteDir, aliases);
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
      if (why !== undefined) return { code: throwingSource(why), moduleType: 'js' };
      const [, entry] = /^\0component:(\d+)$/.exec(id) ?? [];
      if (entry !== undefined) return `export * as module from 'imported:${entry}';`;
      if (id.endsWith('?document')) return withoutWords(await ownCode(id), id);
      if (id === '\0nothing') return 'export default undefined;';
      if (id === '\0unstyled') return 'export default {};';
      if (id.startsWith('\0missing:')) {
        const message = `\`${id.slice('\0missing:'.length, -1)}\` is not there.`;
        return { code: throwingSource(message), moduleSideEffects: true };
      }
      const [, answer] = /^\0answer:(.+)#/.exec(id) ?? [];
      if (answer !== undefined) return answerSource(options.answer(answer), answers[answer] ?? []);
      if (/\.svg$/.test(id)) return svgSource(await readFile(id, 'utf8'));
      if (/\.ya?ml$/.test(id)) return `export default ${JSON.stringify(await dataOf(id, parseYaml))};`;
      if (/\.mdx?$/.test(id)) {
        const code = await markdownCode(id);
        return { code: withoutWords(code, id), moduleType: 'js' };
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
      if (!isOwn(file)) return undefined;
      findings.asks.set(id, findAsks(code));
      reportForeignScripts(code, file);
      try {
        const importSource = isStaticPage(id) ? 'documents' : 'react';
        const made = await asJavaScript(code, file, importSource);
        if (isPage(id) && options.words) return { code: withoutWords(made.code, id), map: null };
        return { code: made.code, map: made.map ?? null };
      } catch (error) {
        report(syntaxProblem(error, code, shown(file)));
        return { code: throwingSource(`${shown(file)} cannot be read.`), map: null };
      }
    },
  };

  /** The policy stops such a script in every reader's browser, and only the console would say so. */
  function reportForeignScripts(code: string, file: string): void {
    for (const { address, line } of foreignScripts(code)) {
      const message = `This component loads a script from ${address}, and pages run only scripts of this site: put the file into \`static\` and load it from there, install its package, or leave it out.`;
      report({ code: 'foreign-script', severity: 'warning', file: shown(file), line, message });
    }
  }

  function reportUnreadable(file: string, said: string | undefined): void {
    const message = `This file cannot be read: ${said}.`;
    report({ code: 'component-file', severity: 'error', file: shown(file), message });
  }

  async function markdownCode(file: string): Promise<string> {
    try {
      return await markdownSource(file);
    } catch (error) {
      reportUnreadable(file, reasonOf(error));
      return 'export default () => null;';
    }
  }

  /** `null` where it cannot be read. */
  async function dataOf(file: string, parse: (text: string) => unknown): Promise<unknown> {
    try {
      return parse(await readFile(file, 'utf8')) ?? null;
    } catch (error) {
      reportUnreadable(file, reasonOf(error).split('\n')[0]);
      return null;
    }
  }

  /** Of a document: it is compiled as it is loaded, as no other module of that file is. */
  async function ownCode(id: string): Promise<string> {
    const file = id.replace(/\?document$/, '');
    const { code, hasElements } = extractDocumentCode(await readFile(file, 'utf8'));
    const lives = livesBy.test(code);
    if (!lives && !hasElements) return '';
    if (lives) findings.live.add(id);
    findings.asks.set(id, findAsks(code));
    try {
      return await documentJavaScript(code, file);
    } catch {
      // Whoever compiles the document says where it cannot be read.
      return '';
    }
  }

  /** No word of a document is in a script. */
  function withoutWords(code: string, id: string): string {
    if (!options.words || code === '') return code;
    const key = shortHash(id);
    const taken = takeWords(code, parseAst(code));
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
