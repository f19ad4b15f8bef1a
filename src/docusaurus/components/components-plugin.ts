import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { load as parseYaml } from 'js-yaml';
import { type Plugin, parseAst, type Rolldown } from 'vite';
import { computeShortHash } from '../../build/hashing.ts';
import type { OwnersImport } from '../../markdown/mdx/code-imports.ts';
import {
  type Aliases,
  findGeneratedFile,
  findRawFile,
  isWrapperId,
  resolveImportPath,
  toEngineName,
} from '../../markdown/mdx/code-imports.ts';
import { extractDocumentCode } from '../../markdown/mdx/document-code.ts';
import { resolveEngineModule } from '../../shared/engine-dir.ts';
import { formatPathFrom } from '../../shared/file-paths.ts';
import { findLineOfText } from '../../shared/line-of-key.ts';
import { hasOneForm } from '../../shared/path-on-disk.ts';
import { listPatternFiles } from '../../shared/path-pattern.ts';
import type { Problem } from '../../shared/problem.ts';
import { describeReason } from '../../shared/reason.ts';
import type { SiteBoundary } from '../../shared/site-boundary.ts';
import { findThemeFile } from '../site-wrappers.ts';
import { findAsks } from '../theme/asks.ts';
import { findThemeSourceId, readThemeSource } from '../theme/theme-sources.ts';
import {
  describeMissingModule,
  describeNodeModule,
  describeSyntaxError,
  explainMissingModule,
  type Findings,
} from './findings.ts';
import { findForeignIcons, findForeignScripts } from './foreign-scripts.ts';
import { compileImportedMarkdown, type MarkdownTargets } from './imported-markdown.ts';
import { contextPattern, liveCodePattern } from './lives-by.ts';
import {
  transpileDocumentCode,
  transpileScript,
  writeAnswerModule,
  writeGeneratedModule,
  writeSvgModule,
  writeThrowingModule,
} from './module-sources.ts';
import { adaptOldJsxRuntime } from './old-jsx-runtime.ts';
import { passesComponents } from './passed-components.ts';
import {
  PATTERN_MODULE,
  type PatternCall,
  replacePatternCalls,
  writePatternModule,
} from './path-patterns.ts';
import { extractWords, WORDS } from './take-words.ts';
import {
  addContextRecording,
  WRAPPERS_MODULE,
  WRAPPERS_MODULE_ID,
  writeWrappersModule,
} from './wrapper-modules.ts';

interface PluginOptions {
  siteDir: string;
  /** Where the files of the site's code may be. */
  boundary: SiteBoundary;
  aliases: Aliases;
  imports: readonly OwnersImport[];
  /** Where links of imported Markdown lead. */
  markdown: Omit<MarkdownTargets, 'siteDir'>;
  /** Origins of other servers that pages may call. */
  connect: readonly string[];
  /** Exports of the modules that the engine provides, by name of the module. */
  answers: Readonly<Record<string, readonly string[]>>;
  /** For browsers: an expression that reads the words of a document by their key, and the code that must precede it. */
  words?: ((key: string) => { head: string; expression: string }) | undefined;
  /** An expression that gives a module of the engine, such as `getModule('react')`, and the code that must precede it. */
  answer(name: string): { head: string; module: string };
}
/** Matches an element that gets a function. Such a page can only be hydrated as a whole. */
const passesFunctions = /\w=\{\s*(?:async\s*)?(?:function\b|(?:\([^()]*\)|\w+)\s*=>)/;
/** The bundler's replacement for a module of Node: it is empty, and throws in a browser when something of it is used. */
const MISSING_IN_BROWSERS = '__vite-browser-external';
const DRAWING_STYLE = 'drawing-style:';
const scriptFile = /\.[cm]?[jt]sx?$/;
const engineEntry = resolveEngineModule('ui/client');
const packagesFolder = `${path.sep}node_modules${path.sep}`;

/**
 * Resolves an import. The bundler throws if a package doesn't export a path (`exports` in its `package.json`), which
 * would end the whole build. To the importing file, that is like any other import that leads nowhere.
 */
async function resolveIfExported(
  context: Pick<Rolldown.PluginContext, 'resolve'>,
  id: string,
  importer: string | undefined,
): Promise<Rolldown.ResolvedId | undefined> {
  try {
    return (await context.resolve(id, importer, { skipSelf: true })) ?? undefined;
  } catch (error) {
    if (path.isAbsolute(id) || /^[.\0]/.test(id)) throw error;
    return undefined;
  }
}

/**
 * Resolves what the site's components import, and turns each file into a module: scripts, Markdown, SVG, YAML, JSON and
 * raw text. Collects in `findings` what the build needs to know about the modules.
 */
export function createComponentsPlugin(options: PluginOptions, findings: Findings): Plugin {
  const { siteDir, aliases, imports, answers } = options;
  const toSitePath = (file: string) => formatPathFrom(siteDir, file);
  const isOwn = (file: string) => path.isAbsolute(file) && !file.includes(packagesFolder);
  const isPackage = (id: string) => !/^[./\0]/.test(id) && !path.isAbsolute(id);
  const siteRoot = path.join(siteDir, 'index.js');
  const hasWrappers = imports.some((candidate) => isWrapperId(candidate.id));
  const inBrowser = options.words !== undefined;
  const reportedKeys = new Set<string>();
  const report = (problem: Problem) => {
    const key = `${problem.file} ${problem.line} ${problem.message}`;
    if (!reportedKeys.has(key)) findings.problems.push(problem);
    reportedKeys.add(key);
  };
  const findAnswer = (id: string) => {
    const name = toEngineName(id);
    return Object.hasOwn(answers, name) ? name : undefined;
  };
  // Parts of React that the engine doesn't provide come from the engine's own copy of React: another version would
  // refuse to work with it, whatever the site has installed.
  const isReactPackage = (id: string) => /^(?:react|react-dom|scheduler|react-is)(?:\/.+)?$/.test(id);
  const findThemeOverride = (id: string) =>
    id.startsWith('@theme/') ? findThemeFile(siteDir, id.slice(7)) : undefined;
  /** The site's kinds of admonitions, which its `src/theme/Admonition` chooses from, besides the engine's. */
  const findOwnTypes = (id: string) =>
    /^@theme\/Admonition\/Types(?:\/index)?$/.test(id)
      ? findThemeFile(siteDir, 'Admonition/Types')
      : undefined;
  // For a style sheet that can't be read, the bundler would run its preprocessor on the replacement, too.
  const isUnreadableStyle = (id: string) => {
    const [file = ''] = id.split('?');
    return findings.unreadable.has(file) && /\.(?:css|scss|sass|less|styl)$/.test(file);
  };
  const reportMissing = (id: string, importer: string | undefined, specifier = id) => {
    const [file = ''] = (importer ?? '').split('?');
    if (isOwn(file)) {
      const line = existsSync(file) ? findLineOfText(readFileSync(file, 'utf8'), specifier) : undefined;
      report({ ...describeMissingModule(id, toSitePath(file), Object.keys(answers), options), line });
    }
    // Without the extension of the file, because other plugins would claim it.
    return `\0missing:${id}:`;
  };

  const reportNodeModule = (id: string, importer = '') => {
    const [file = ''] = importer.split('?');
    if (!isOwn(file) || !existsSync(file)) return;
    report({
      ...describeNodeModule(id, toSitePath(file)),
      line: findLineOfText(readFileSync(file, 'utf8'), id),
    });
  };

  const findGeneratedId = (id: string, importer = siteRoot) => {
    const name = findGeneratedFile(id, importer, aliases);
    return name === undefined ? undefined : `\0generated:${name}`;
  };
  // One id per importing module. If all importers shared one, it would contain every name that any of them imports: a
  // component with one more hook would change the scripts of all components, and so all pages.
  const createAnswerId = (name: string, importer = '') =>
    `\0answer:${name}#${computeShortHash(path.relative(siteDir, importer))}`;

  /** Style sheets of drawings, by name. */
  const drawingStyles = new Map<string, string>();
  const patternCalls = new Map<string, PatternCall>();
  /** Lets code load files whose paths it knows only in part. `source` is the text of the file on disk. */
  const answerPatternCalls = (code: string, file: string, source: string) =>
    replacePatternCalls(code, file, source, {
      siteDir,
      aliases,
      boundary: options.boundary,
      report,
      nameModule: (call) => {
        const name = PATTERN_MODULE + computeShortHash(JSON.stringify(call).replaceAll(siteDir, ''));
        patternCalls.set(name, call);
        return name;
      },
    });

  return {
    name: 'components',
    enforce: 'pre',
    async resolveId(id, importer) {
      if (/^component:\d+$/.test(id)) return `\0${id}`;
      if (id === WRAPPERS_MODULE) return WRAPPERS_MODULE_ID;
      if (drawingStyles.has(id)) return id;
      if (patternCalls.has(id)) return `\0${id}`;
      const [, at] = /^imported:(\d+)$/.exec(id) ?? [];
      if (at !== undefined) {
        const { request = '', importer: from } = imports[Number(at)] ?? {};
        if (request.endsWith('?document')) return request;
        const resolvedId =
          findGeneratedId(request, from) ??
          findThemeOverride(request) ??
          findThemeSourceId(request) ??
          (isReactPackage(request)
            ? await this.resolve(request, engineEntry, { skipSelf: true })
            : undefined) ??
          (await resolveIfExported(this, request, from)) ??
          // Documents may be outside the site folder, and may use its packages, too.
          (await resolveIfExported(this, request, siteRoot));
        // The document that imports it reports the problem, with its line.
        if (!resolvedId) findings.absent.add(Number(at));
        return resolvedId ?? '\0nothing';
      }
      if (id.startsWith('\0')) return findThemeSourceId(id);
      if (id.startsWith('data:')) return undefined;
      const generatedId = findGeneratedId(id, importer);
      if (generatedId !== undefined) return generatedId;
      const raw = findRawFile(id);
      if (raw !== undefined) {
        const file = resolveImportPath(raw, importer ?? siteDir, aliases);
        const resolvedId = file && (await this.resolve(file, importer, { skipSelf: true }));
        return resolvedId ? `${resolvedId.id}?raw` : reportMissing(id, importer);
      }
      // The extension says what kind of data it is, whichever loader is named in front.
      const [, data] = /^-?!{0,2}(?:(?:js-)?yaml|json)-loader(?:\?[^!]*)?!([^!]+)$/.exec(id) ?? [];
      if (data !== undefined)
        return (await this.resolve(data, importer)) ?? reportMissing(data, importer, id);
      const ownTypes = findOwnTypes(id);
      if (ownTypes !== undefined && ownTypes !== importer) return ownTypes;
      // Few sites use it, so it's bundled with the components that import it.
      if (id === '@mdx-js/react') return findThemeSourceId(id);
      const name = findAnswer(id);
      const themeOverride = name === undefined ? (findThemeOverride(id) ?? findThemeSourceId(id)) : undefined;
      if (themeOverride !== undefined) return themeOverride;
      if (name !== undefined && name !== 'clsx') return createAnswerId(name, importer);
      if (isReactPackage(id)) {
        const part = await this.resolve(id, engineEntry, { skipSelf: true });
        if (part) return part;
      }
      // The bundler finds relative paths by itself, but only if their names have the same Unicode form on disk.
      const aliasedPath =
        id.startsWith('.') && hasOneForm(id)
          ? undefined
          : resolveImportPath(id, importer ?? siteDir, aliases);
      const resolvedId =
        (await resolveIfExported(this, aliasedPath ?? id, importer)) ??
        (isPackage(aliasedPath ?? id) && !importer?.includes(packagesFolder)
          ? await resolveIfExported(this, id, siteRoot)
          : undefined);
      if (resolvedId && isUnreadableStyle(resolvedId.id)) return '\0unstyled';
      if (inBrowser && isBuiltin(id) && resolvedId?.id.startsWith(MISSING_IN_BROWSERS))
        reportNodeModule(id, importer);
      if (resolvedId) return resolvedId;
      return name === undefined ? reportMissing(id, importer) : createAnswerId(name, importer);
    },
    async load(id) {
      const why = findings.unreadable.get(id.replace(/\?.*$/, ''));
      if (why !== undefined) return { code: writeThrowingModule(why), moduleType: 'js' };
      const [, entry] = /^\0component:(\d+)$/.exec(id) ?? [];
      if (entry !== undefined) {
        const wrapper = inBrowser && hasWrappers ? `export { SiteContexts } from '${WRAPPERS_MODULE}';` : '';
        return `export * as module from 'imported:${entry}';${wrapper}`;
      }
      if (id === WRAPPERS_MODULE_ID) return writeWrappersModule(imports);
      const patternCall = patternCalls.get(id.slice(1));
      if (patternCall) return { code: loadPatternModule(patternCall), moduleType: 'js' };
      if (id.endsWith('?document')) return replaceWords(await loadDocumentCode(id), id);
      const themeSource = readThemeSource(id);
      if (themeSource !== undefined) {
        findings.asks.set(id, findAsks(themeSource.code));
        const { code } = await transpileScript(themeSource.code, themeSource.file, 'react');
        return { code, moduleType: 'js' };
      }
      if (id === '\0nothing') return 'export default undefined;';
      if (id === '\0unstyled') return 'export default {};';
      if (id.startsWith('\0missing:')) {
        const message = explainMissingModule(id.slice('\0missing:'.length, -1), siteDir);
        return { code: writeThrowingModule(message), moduleSideEffects: true };
      }
      const [, generatedFile] = /^\0generated:(.+)$/.exec(id) ?? [];
      if (generatedFile !== undefined) return { code: writeGeneratedModule(generatedFile), moduleType: 'js' };
      const [, answer] = /^\0answer:(.+)#/.exec(id) ?? [];
      if (answer !== undefined) {
        const reference = options.answer(answer);
        const recorded =
          inBrowser && hasWrappers && answer === 'react' ? addContextRecording(reference) : reference;
        return writeAnswerModule(recorded, answers[answer] ?? []);
      }
      if (/\.svg$/.test(id)) {
        return writeSvgModule(await readFile(id, 'utf8'), (css) => {
          const name = `${DRAWING_STYLE}${computeShortHash(css)}.css`;
          drawingStyles.set(name, css);
          return name;
        });
      }
      const drawingStyle = drawingStyles.get(id);
      if (drawingStyle !== undefined) return drawingStyle;
      if (/\.ya?ml$/.test(id)) return `export default ${JSON.stringify(await readData(id, parseYaml))};`;
      if (/\.mdx?$/.test(id)) {
        const code = await compileMarkdownFile(id);
        return { code: replaceWords(code, id), moduleType: 'js' };
      }
      if (/\.json$/.test(id)) return JSON.stringify(await readData(id, JSON.parse));
      return undefined;
    },
    async transform(code, id) {
      const [file = '', query] = id.split('?');
      if (query !== undefined || id.startsWith('\0') || !scriptFile.test(file)) return undefined;
      // Tabs of a page work as in an article, without hydration.
      const scannedCode = isPage(id) ? code.replaceAll('@theme/Tabs', '') : code;
      if (
        liveCodePattern.test(scannedCode) ||
        (hasWrappers && contextPattern.test(scannedCode)) ||
        (isPage(id) && passesFunctions.test(scannedCode))
      )
        findings.live.add(id);
      if (!isOwn(file)) {
        const adaptedCode = adaptOldJsxRuntime(code);
        return adaptedCode === undefined ? undefined : { code: adaptedCode, map: null };
      }
      findings.asks.set(id, findAsks(code));
      reportForeignScripts(code, file);
      try {
        let transpiledScript = await transpileScript(code, file, isStaticPage(id) ? 'documents' : 'react');
        if (isStaticPage(id) && passesComponents(transpiledScript.code)) {
          findings.live.add(id);
          transpiledScript = await transpileScript(code, file, 'react');
        }
        const answeredCode = answerPatternCalls(transpiledScript.code, file, code);
        if (isPage(id) && options.words) return { code: replaceWords(answeredCode, id), map: null };
        return { code: answeredCode, map: transpiledScript.map ?? null };
      } catch (error) {
        report(describeSyntaxError(error, code, toSitePath(file)));
        return { code: writeThrowingModule(`${toSitePath(file)} can't be read.`), map: null };
      }
    },
  };

  function loadPatternModule(call: PatternCall): string {
    const { code, leftOut } = writePatternModule(call, { boundary: options.boundary, inBrowser });
    if (leftOut.length > 0) {
      const [file = '', line] = call.place.split(/:(?=\d+$)/);
      const count = leftOut.length === 1 ? `\`${leftOut[0]}\`` : `${leftOut.length} documents`;
      const message = `\`${call.callAsWritten}\` may load ${count} in readers' browsers, and some readers may not be allowed to see them. Import the documents that this component shows by name, or move the call into a component that needs no browser.`;
      const isMeant = /\.mdx?`\)$/.test(call.callAsWritten) || isOnlyMarkdown(call, leftOut);
      report({
        code: 'pattern-markdown',
        severity: isMeant ? 'error' : 'warning',
        file,
        line: Number(line),
        message,
      });
    }
    return code;
  }

  function isOnlyMarkdown({ filter }: PatternCall, leftOut: readonly string[]): boolean {
    const names = filter ? new Set(listPatternFiles(filter, options.boundary).values()) : new Set();
    return names.size === leftOut.length;
  }

  /** The content security policy blocks such a script in every reader's browser, and only the console would show it. */
  function reportForeignScripts(code: string, file: string): void {
    for (const { address, line } of findForeignScripts(code)) {
      const message = `This component loads a script from ${address}, but pages may only run scripts of this site. Put the file into \`static\` and load it from there, install its package, or remove it.`;
      report({ code: 'foreign-script', severity: 'warning', file: toSitePath(file), line, message });
    }
    const icons = findForeignIcons(code);
    if (icons === undefined || options.connect.includes(icons.server)) return;
    const { packageName, server } = icons;
    const message = `This component loads icons from ${server}, but pages may only call this site, so it shows none. Import the icons from a package of their set, or add "${server}" to \`connect\` in site.config.ts.`;
    report({
      code: 'foreign-icons',
      severity: 'warning',
      file: toSitePath(file),
      line: findLineOfText(code, packageName),
      message,
    });
  }

  function reportUnreadable(file: string, reason: string | undefined): void {
    const message = `This file can't be read: ${reason}.`;
    report({ code: 'component-file', severity: 'error', file: toSitePath(file), message });
  }

  async function compileMarkdownFile(file: string): Promise<string> {
    try {
      const source = await readFile(file, 'utf8');
      const code = await compileImportedMarkdown(file, source, { ...options.markdown, siteDir });
      return answerPatternCalls(code, file, source);
    } catch (error) {
      reportUnreadable(file, describeReason(error));
      return 'export default () => null;';
    }
  }

  /** Reads a data file; `null` if it can't be read, which is reported. */
  async function readData(file: string, parse: (text: string) => unknown): Promise<unknown> {
    try {
      return parse(await readFile(file, 'utf8')) ?? null;
    } catch (error) {
      reportUnreadable(file, describeReason(error).split('\n')[0]);
      return null;
    }
  }

  /** The code of a document. It is compiled here as it is loaded, because no other module contains it. */
  async function loadDocumentCode(id: string): Promise<string> {
    const file = id.replace(/\?document$/, '');
    const source = await readFile(file, 'utf8');
    const { code, hasElements } = extractDocumentCode(source);
    const lives = liveCodePattern.test(code) || (hasWrappers && contextPattern.test(code));
    if (!lives && !hasElements) return '';
    if (lives) findings.live.add(id);
    findings.asks.set(id, findAsks(code));
    try {
      return answerPatternCalls(await transpileDocumentCode(code, file), file, source);
    } catch {
      // The compiler of the document reports why it can't be read.
      return '';
    }
  }

  /** Replaces the texts of a document by references, so that no script contains them. */
  function replaceWords(code: string, id: string): string {
    if (!options.words || code === '') return code;
    // The key is made of the path in the site, so that scripts are the same wherever the site is.
    const key = computeShortHash(toSitePath(id));
    const extractedWords = extractWords(code, parseAst(code));
    findings.words.set(id, { key, words: extractedWords.words });
    const { head, expression } = options.words(key);
    return `${head}\nconst ${WORDS} = ${expression};\n${extractedWords.code}`;
  }

  /** Whether a page has no interactive code of its own. Its interactive parts are islands, as in a document. */
  function isStaticPage(id: string): boolean {
    return isPage(id) && !findings.live.has(id);
  }

  function isPage(id: string): boolean {
    return imports.some((candidate) => candidate.id === `page:${id}`);
  }
}
