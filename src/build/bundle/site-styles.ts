import { existsSync, realpathSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type CSSOptions, preprocessCSS, resolveConfig } from 'vite';
import { describeMissingPackage, getPackageName } from '../../shared/missing-packages.ts';
import type { Problem } from '../../shared/problem.ts';
import { explainRefusal, findRefusalOfSheet, type SiteBoundary } from '../../shared/site-boundary.ts';
import { toCssId } from '../styles/compiled-sheets-plugin.ts';
import { type BundledSite, importFromOtherHost } from './site-plugin.ts';

/** Reports style sheets that can't be bundled, or that name files which browsers must not load. */
export async function checkSiteStyles({
  siteDir,
  boundary,
  styles,
  compiledSheets = {},
  usesInfima = false,
}: BundledSite): Promise<Problem[]> {
  if (styles.length === 0) return [];
  const compile = await createSheetCompiler(siteDir, usesInfima);
  const problems = await Promise.all(
    styles.map(
      (style) =>
        checkPlace(style, siteDir, boundary) ??
        checkStyleSheet(style, siteDir, compile, usesInfima, compiledSheets[style]),
    ),
  );
  return problems.flat();
}

/** Compiles the text of a sheet. `mistake` is the first part that can't be read, if the sheet works without it. */
type CompileSheet = (text: string, file: string) => Promise<{ code: string; mistake?: Error }>;

async function createSheetCompiler(siteDir: string, usesInfima: boolean): Promise<CompileSheet> {
  const resolveWith = (css: CSSOptions) =>
    resolveConfig({ root: siteDir, configFile: false, envDir: false, logLevel: 'silent', css }, 'build');
  const strictConfig = await resolveWith({ transformer: 'lightningcss' });
  return async (text, file) => {
    try {
      return { code: (await preprocessCSS(text, file, strictConfig)).code };
    } catch (error) {
      if (!usesInfima || !(error instanceof Error) || explainMissingPreprocessor(error) !== undefined)
        throw error;
      // Docusaurus reads sheets with PostCSS, which accepts values and selectors that browsers ignore.
      const postCssConfig = await resolveWith({ postcss: { plugins: [{ postcssPlugin: 'parse' }] } });
      const tolerantConfig = await resolveWith({
        transformer: 'lightningcss',
        lightningcss: { errorRecovery: true },
      });
      try {
        await preprocessCSS(text, file, postCssConfig);
        return { code: (await preprocessCSS(text, file, tolerantConfig)).code, mistake: error };
      } catch {
        throw error;
      }
    }
  };
}

/** Reports a style sheet that is a symbolic link out of the site, or that is in a folder with one. */
function checkPlace(style: string, siteDir: string, boundary: SiteBoundary): Problem[] | undefined {
  const reference = path.relative(siteDir, style);
  // The folders of the boundary are real paths.
  const refusal = findRefusalOfSheet(boundary, path.resolve(realpathSync.native(siteDir), reference));
  if (refusal === undefined) return undefined;
  const message = explainRefusal(refusal, reference, style);
  return [{ code: 'file-outside-site', severity: 'error', file: reference, message }];
}

async function checkStyleSheet(
  style: string,
  siteDir: string,
  compile: CompileSheet,
  usesInfima: boolean,
  compiled: string | undefined,
): Promise<Problem[]> {
  const createProblem = (code: string, message: string, position: Partial<StylePosition> = {}): Problem => {
    const { file = style, line, column } = position;
    return { code, severity: 'error', file: path.relative(siteDir, file), line, column, message };
  };
  if (!existsSync(style)) {
    const key = usesInfima ? '`customCss` in docusaurus.config' : '`styles` in site.config.ts';
    return [createProblem('style-missing', `This file doesn't exist. Correct ${key}.`)];
  }
  const text = await readFile(style, 'utf8');
  /** Lines of the compiled CSS aren't lines of the sheet. */
  const findPlace = (error: Error) =>
    compiled === undefined ? readPosition(error) : findSourcePosition(error, compiled, text);
  try {
    const file = compiled === undefined ? style : toCssId(style);
    const source = compiled ?? text;
    // A site that moved in is bundled without these imports, wherever they stand.
    const ownSource = usesInfima ? source.replace(importFromOtherHost, '') : source;
    const { code, mistake } = await compile(ownSource, file);
    const problems: Problem[] = [];
    if (mistake !== undefined) {
      const message = `${summarizeError(mistake)}. Browsers ignore this part of the sheet. Correct or remove it.`;
      problems.push({ ...createProblem('style-syntax', message, findPlace(mistake)), severity: 'warning' });
    }
    const sheets = [source, code].flatMap((css) =>
      [...css.matchAll(importFromOtherHost)].map(([, address = '']) => address),
    );
    const [first, ...rest] = new Set([...sheets, ...findForeignFonts(code)]);
    if (first === undefined) return problems;
    const more = rest.length === 0 ? '' : `, and ${rest.length} more files of other servers`;
    const advice = 'Put the file into the site folder and use it from there.';
    const message = `Browsers aren't allowed to load ${first}${more}. ${advice}`;
    const index = text.split('\n').findIndex((line) => line.includes(first));
    const elsewhere = createProblem('style-elsewhere', message, index === -1 ? {} : { line: index + 1 });
    // A site that moved in is readable without its fonts and icons.
    return [
      ...problems,
      usesInfima || sheets.length === 0 ? { ...elsewhere, severity: 'warning' } : elsewhere,
    ];
  } catch (error) {
    const missing = explainMissingPreprocessor(error);
    if (missing !== undefined) return [createProblem('style-preprocessor', missing)];
    if (!(error instanceof Error)) throw error;
    return [createProblem('style-syntax', `${summarizeError(error)}.`, findPlace(error))];
  }
}

function summarizeError(error: Error): string {
  const [firstLine = ''] = error.message.replace(/^\[\w+\] /, '').split('\n');
  return firstLine.replace(/[.:]$/, '');
}

/** The line of a sheet that has the same text as the line of its compiled CSS in which an error is. */
function findSourcePosition(error: Error, compiled: string, text: string): Partial<StylePosition> {
  const { line } = readPosition(error);
  const compiledLine = line === undefined ? '' : (compiled.split('\n')[line - 1] ?? '').trim();
  const index =
    compiledLine === '' ? -1 : text.split('\n').findIndex((source) => source.trim() === compiledLine);
  return index === -1 ? {} : { line: index + 1 };
}

/** Fonts on other hosts. Icons are often letters of such a font. */
function findForeignFonts(css: string): string[] {
  return [...css.matchAll(/@font-face\s*\{[^}]*\}/gi)].flatMap(([rule]) => {
    const [, address] = /url\(\s*["']?((?:https?:)?\/\/[^"')\s]+)/i.exec(rule) ?? [];
    return address === undefined ? [] : [address];
  });
}

interface StylePosition {
  file: string;
  line: number;
  column: number;
}

function isStyleError(error: Error): error is Error & { loc: StylePosition } {
  return 'loc' in error;
}

/** The place of an error: the bundler and the preprocessors report it in different ways. */
function readPosition(error: Error): Partial<StylePosition> {
  if (isStyleError(error)) return error.loc;
  const line = 'line' in error && typeof error.line === 'number' ? { line: error.line } : {};
  const file = 'file' in error && typeof error.file === 'string' ? { file: error.file } : {};
  return { ...line, ...file };
}

/** The next step if a style sheet is in a language whose package is missing. */
export function explainMissingPreprocessor(error: unknown): string | undefined {
  const reason = error instanceof Error ? error.message : '';
  if (reason.includes('initAsyncCompiler is not a function'))
    return 'The package `sass` is too old. Install its latest version in the site folder.';
  const [, preprocessor] = /Preprocessor dependency "([^"]+)" not found/.exec(reason) ?? [];
  const [, imported = ''] = /ENOENT: no such file or directory, open '(@?\w[^':]*)'/.exec(reason) ?? [];
  // In a sheet, `a.css` can be a file as well as a package.
  const importedPackage = /^[^@/]*\.\w+$/.test(imported) ? '' : getPackageName(imported);
  const requestedPackage = preprocessor ?? importedPackage;
  if (requestedPackage === '') return undefined;
  // The bundler accepts either package, and asks for the one that fewer sites have.
  const name = requestedPackage === 'sass-embedded' ? 'sass' : requestedPackage;
  return `${describeMissingPackage(name)} Install it in the site folder.`;
}
