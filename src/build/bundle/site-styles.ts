import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { preprocessCSS, type ResolvedConfig, resolveConfig } from 'vite';
import type { Problem } from '../../shared/problem.ts';
import { reasonOf } from '../../shared/reason.ts';
import { idOf } from '../styles/compiled-sheets-plugin.ts';
import { type BundledSite, importFromElsewhere } from './site-plugin.ts';

/** What keeps the site's style sheets from being bundled, or browsers from loading what they name. */
export async function siteStyleProblems({
  siteDir,
  styles,
  compiledSheets = {},
  infima = false,
}: BundledSite): Promise<Problem[]> {
  if (styles.length === 0) return [];
  const config = await resolveConfig(
    {
      root: siteDir,
      configFile: false,
      envDir: false,
      logLevel: 'silent',
      css: { transformer: 'lightningcss' },
    },
    'build',
  );
  const problems = await Promise.all(
    styles.map((style) => problemOf(style, siteDir, config, infima, compiledSheets[style])),
  );
  return problems.filter((problem) => problem !== undefined);
}

async function problemOf(
  style: string,
  siteDir: string,
  config: ResolvedConfig,
  infima: boolean,
  compiled: string | undefined,
): Promise<Problem | undefined> {
  const problem = (code: string, message: string, position: Partial<StylePosition> = {}): Problem => {
    const { file = style, line, column } = position;
    return { code, severity: 'error', file: path.relative(siteDir, file), line, column, message };
  };
  if (!existsSync(style)) {
    const key = infima ? '`customCss` in docusaurus.config' : '`styles` in site.config.ts';
    return problem('style-missing', `There is no such file: correct ${key}.`);
  }
  try {
    const file = compiled === undefined ? style : idOf(style);
    const { code } = await preprocessCSS(compiled ?? (await readFile(style, 'utf8')), file, config);
    const [[, elsewhere] = []] = code.matchAll(importFromElsewhere);
    if (elsewhere === undefined || infima) return undefined;
    const advice = 'put the file into the site folder and import it from there.';
    return problem('style-elsewhere', `Browsers are not allowed to load ${elsewhere}: ${advice}`);
  } catch (error) {
    const missing = missingPreprocessor(error);
    if (missing !== undefined) return problem('style-preprocessor', missing);
    if (!(error instanceof Error)) throw error;
    const [said = ''] = error.message.replace(/^\[\w+\] /, '').split('\n');
    // Lines of what was made of the sheet are not lines of the sheet.
    const position = compiled === undefined ? positionOf(error) : {};
    return problem('style-syntax', `${said.replace(/[.:]$/, '')}.`, position);
  }
}

interface StylePosition {
  file: string;
  line: number;
  column: number;
}

function isStyleError(error: Error): error is Error & { loc: StylePosition } {
  return 'loc' in error;
}

/** The bundler says where it cannot read a sheet; a language's own package says it in other words. */
function positionOf(error: Error): Partial<StylePosition> {
  if (isStyleError(error)) return error.loc;
  const line = 'line' in error && typeof error.line === 'number' ? { line: error.line } : {};
  const file = 'file' in error && typeof error.file === 'string' ? { file: error.file } : {};
  return { ...line, ...file };
}

/** What to do where a style sheet is written in a language whose package is not there. */
export function missingPreprocessor(error: unknown): string | undefined {
  const said = reasonOf(error);
  if (said.includes('initAsyncCompiler is not a function'))
    return 'The package `sass` is too old: `npm install sass@latest` in the site folder.';
  const [, wanted] = /Preprocessor dependency "([^"]+)" not found/.exec(said) ?? [];
  if (wanted === undefined) return undefined;
  // The bundler takes either, and asks for the one that owners rarely have.
  const name = wanted === 'sass-embedded' ? 'sass' : wanted;
  return `The package \`${name}\` is not installed: \`npm install ${name}\` in the site folder.`;
}
