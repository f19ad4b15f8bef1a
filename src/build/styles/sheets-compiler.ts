import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { type InlineConfig, preprocessCSS, resolveConfig } from 'vite';
import { runInSiteFolder } from '../../docusaurus/configuration/in-site-folder.ts';
import { takeLateFailures } from '../../docusaurus/configuration/late-failures.ts';
import { formatPathFrom } from '../../shared/file-paths.ts';
import { isRecord } from '../../shared/json.ts';
import { findLineOfText } from '../../shared/line-of-key.ts';
import type { Problem } from '../../shared/problem.ts';
import { describeReason } from '../../shared/reason.ts';
import { isFile } from '../../shared/regular-file.ts';
import { explainMissingPreprocessor } from '../bundle/site-styles.ts';
import { answerTask } from '../work/answer-task.ts';
import { createCssAliases } from './css-aliases.ts';
import { createNameAliases, listOtherForms, writeNamesOnDisk } from './names-on-disk.ts';
import {
  type PostCssPlugins,
  PostCssReader,
  type PostCssSettings,
  PostCssSettingsError,
} from './postcss-settings.ts';
import { resolveRootAddresses } from './root-addresses.ts';
import { listScannedFiles, type Scan } from './scans.ts';

export interface SheetsTask {
  siteDir: string;
  /** Absolute paths of style sheets. */
  sheets: readonly string[];
  /** Absolute paths of these and of the sheets that they import. */
  sources: readonly string[];
  aliases: Readonly<Record<string, string>>;
  /** See `SiteConfig`. */
  configuresPostCss: boolean;
  /** Options for Sass, Less and Stylus: see `SiteConfig`. */
  preprocessors: Readonly<Record<string, unknown>>;
  /** Whether the site moved in from Docusaurus, so that its sheets mean what they mean in a build of Docusaurus. */
  likeDocusaurus: boolean;
}

export interface SheetsAnswer {
  /** CSS by file of the sheet. Sheets with problems are missing. */
  compiled: Record<string, string>;
  problems: Problem[];
  /** Files (absolute paths) that the CSS was made from. */
  files: string[];
  /** Folders whose files were searched for class names. */
  scans: Scan[];
}

/** At-rules of Tailwind 4 that name a file relative to their sheet. */
const rulesWithPaths = ['config', 'plugin', 'source', 'reference'];

function compile(task: SheetsTask): Promise<SheetsAnswer> {
  return runInSiteFolder(task.siteDir, async () => {
    const answer = await compileAll(task);
    // Node reports unhandled rejections before this continues.
    await setImmediate();
    // A plugin fails alike for every sheet.
    const failures = new Map(
      takeLateFailures(task.siteDir, 'a style sheet').map((failure) => [failure.message, failure]),
    );
    for (const { message, place } of failures.values())
      answer.problems.push({ code: 'style-postcss', severity: 'warning', ...place, message });
    return answer;
  });
}

async function compileAll(task: SheetsTask): Promise<SheetsAnswer> {
  const { siteDir, sheets, configuresPostCss } = task;
  const answer: SheetsAnswer = { compiled: {}, problems: [], files: [...sheets], scans: [] };
  const reader = await PostCssReader.open(siteDir, configuresPostCss);
  for (const sheet of sheets) {
    if (!existsSync(sheet)) continue;
    try {
      const settings = await reader.findSettings(sheet);
      const { code, files, scans, problems } = await compileSheet(sheet, settings, task);
      answer.compiled[sheet] = code;
      answer.problems.push(...problems);
      answer.files.push(...settings.files, ...files);
      answer.scans.push(...scans);
    } catch (error) {
      const problem = toProblem(error, sheet, siteDir);
      const isReported = answer.problems.some(
        ({ file, line, message }) =>
          file === problem.file && line === problem.line && message === problem.message,
      );
      if (!isReported) answer.problems.push(problem);
    }
  }
  answer.files = [...new Set(answer.files)];
  const scansByKey = new Map(answer.scans.map((scan) => [JSON.stringify(scan), scan]));
  answer.scans = [...scansByKey.values()];
  answer.files.push(...[...scansByKey.values()].flatMap(listScannedFiles));
  return answer;
}

/** Runs the preprocessor, resolves imports and runs PostCSS, in the same order as Docusaurus' bundlers. */
async function compileSheet(
  sheet: string,
  { plugins, parser, syntax, stringifier }: PostCssSettings,
  task: SheetsTask,
) {
  const { siteDir, sources, aliases, preprocessors, likeDocusaurus } = task;
  const scans: Scan[] = [];
  const problems: Problem[] = [];
  const rootFiles: string[] = [];
  const docusaurusSteps = [
    resolveRootAddresses({ sheet, siteDir, aliases }, { files: rootFiles, problems }),
    liftMediaQueries,
  ];
  const options = Object.fromEntries(
    Object.entries({ parser, syntax, stringifier }).filter(([, value]) => value !== undefined),
  );
  const config: InlineConfig = {
    root: siteDir,
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'silent',
    resolve: {
      alias: [
        ...createNameAliases(sources.filter(isFile).flatMap(listOtherForms)),
        ...createCssAliases(aliases),
      ],
    },
    css: {
      // The bundler hashes class names of modules later.
      modules: false,
      preprocessorOptions: preprocessors,
      postcss: {
        ...options,
        plugins: [
          absolutePaths,
          ...plugins,
          ...(likeDocusaurus ? docusaurusSteps : []),
          writeNamesOnDisk(sheet),
          collectScans(scans),
        ],
      },
    },
  };
  const text = readFileSync(sheet, 'utf8');
  const { code, deps } = await preprocessCSS(text, sheet, await resolveConfig(config, 'build', 'production'));
  return { code, files: [...(deps ?? []), ...rootFiles].map((file) => path.resolve(file)), scans, problems };
}

/**
 * The bundler inlines imported sheets, and Tailwind would then resolve their paths from the importing sheet. So paths
 * are made absolute first.
 */
const absolutePaths: PostCssPlugins[number] = {
  postcssPlugin: 'absolute-paths',
  Once(root) {
    root.walkAtRules(new RegExp(`^(?:${rulesWithPaths.join('|')})$`), (rule) => {
      const { file } = rule.source?.input ?? {};
      if (file === undefined) return;
      rule.params = rule.params.replace(
        /(["'])(\.{1,2}\/[^"']*)\1/,
        (_all, quote: string, name: string) => quote + path.resolve(path.dirname(file), name) + quote,
      );
    });
  },
};

/**
 * Moves media queries out of cascade layers, to the end of the sheet. Docusaurus' minifier sorts media queries, and
 * takes them out of their layer by this. So on sites with Tailwind 4, `sm:text-5xl` wins over the size of headings,
 * while `text-5xl` doesn't.
 */
const liftMediaQueries: PostCssPlugins[number] = {
  postcssPlugin: 'lift-media-queries',
  OnceExit(root) {
    root.walkAtRules('layer', (layer) => {
      if (layer.parent !== root) return;
      layer.walkAtRules('media', (media) => {
        if (isInLayersOnly(media.parent)) root.append(media.remove());
      });
    });
  },
};

/** Whether this node of a sheet and all above it are layers. */
function isInLayersOnly(parent: unknown): boolean {
  if (!isRecord(parent) || parent.type === 'root') return true;
  return parent.type === 'atrule' && parent.name === 'layer' && isInLayersOnly(parent.parent);
}

/** Tailwind sends messages with the folders that it searches for class names. */
function collectScans(scans: Scan[]): PostCssPlugins[number] {
  return {
    postcssPlugin: 'collect-scans',
    OnceExit(_root, { result }) {
      for (const { type, dir, glob } of result.messages)
        if (type === 'dir-dependency' && typeof dir === 'string')
          scans.push({ folder: path.resolve(dir), pattern: typeof glob === 'string' ? glob : '**/*' });
    },
  };
}

function toProblem(error: unknown, sheet: string, siteDir: string): Problem {
  const toSitePath = (file: string) => formatPathFrom(siteDir, file);
  const missing = explainMissingPreprocessor(error);
  if (missing !== undefined)
    return { code: 'style-preprocessor', severity: 'error', file: toSitePath(sheet), message: missing };
  if (error instanceof PostCssSettingsError) {
    const { file, key, message } = error;
    const line =
      key === undefined || !isFile(file) ? undefined : findLineOfText(readFileSync(file, 'utf8'), key);
    return { code: 'style-postcss', severity: 'error', file: toSitePath(file), line, message };
  }
  const details = isRecord(error) ? error : {};
  // The bundler counts columns from 0, PostCSS from 1.
  const loc = typeof details.line !== 'number' && isRecord(details.loc) ? details.loc : details;
  const file = typeof loc.file === 'string' && isFile(loc.file) ? loc.file : sheet;
  const reason = typeof details.reason === 'string' ? details.reason : describeReason(error);
  const [first = ''] = reason
    .replace(/^\[[\w:-]+\] /, '')
    .replace(`${file}:`, '')
    .split('\n');
  const words = /[`'"]([^`'"]+)[`'"]/.exec(first)?.[1];
  const line = typeof loc.line === 'number' ? loc.line : findLine(file, words);
  const column = typeof loc.column === 'number' && typeof loc.line === 'number' ? loc.column : undefined;
  const message = `${first.trim().replace(/[.:]$/, '')}.`;
  return { code: 'style-syntax', severity: 'error', file: toSitePath(file), line, column, message };
}

/** Tailwind names the class that it doesn't know, but not its place. */
function findLine(file: string, words: string | undefined): number | undefined {
  if (words === undefined) return undefined;
  const index = readFileSync(file, 'utf8')
    .split('\n')
    .findIndex((line) => line.includes(words));
  return index === -1 ? undefined : index + 1;
}

answerTask(compile);
