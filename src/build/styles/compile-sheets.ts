import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { importAliases } from '../../adopt/import-aliases.ts';
import { configurationFile } from '../../adopt/load-configuration.ts';
import type { SiteConfig } from '../../config/site-config.ts';
import { DAY_MS } from '../../shared/duration.ts';
import { pathFrom } from '../../shared/file-paths.ts';
import { textIfPresent } from '../../shared/if-present.ts';
import { readJson } from '../../shared/json.ts';
import type { Problem } from '../../shared/problem.ts';
import { listPages } from '../bundle/site-plugin.ts';
import { ImportGraph, type Looks, lookOfScan, looksTheSame } from '../cache/import-graph.ts';
import { lookAtFile } from '../cache/seen-files.ts';
import type { OwnersImport } from '../components/owners-imports.ts';
import type { Folders } from '../folders.ts';
import { nameHash, shortHash } from '../hashing.ts';
import { runTask } from '../work/run-task.ts';
import { postCssConfigFor, postCssConfigPlaces } from './postcss-settings.ts';
import type { SheetsAnswer, SheetsTask } from './sheets-compiler.ts';

/** The site's style sheets as PostCSS and Sass make them. */
export interface CompiledSheets {
  /** CSS by file of the sheet (absolute). A sheet that the bundler can read as it is isn't here. */
  css: Readonly<Record<string, string>>;
  problems: readonly Problem[];
  /** What the sheets were made from; while it is the same, so are they. */
  looks: Looks;
}

interface Options {
  folders: Pick<Folders, 'siteDir' | 'docsHome' | 'contentDirs' | 'pagesDir' | 'cacheDir' | 'distDir'>;
  config: SiteConfig;
  /** Code that documents and pages import. */
  imports: readonly OwnersImport[];
  /** A sheet that cannot be compiled is left out, with a warning. */
  lenient: boolean;
}

/** What was compiled once, with the state of the files it was made from. */
interface StoredSheets {
  css: Record<string, string>;
  looks: Looks;
}

const compiler = new URL('./sheets-compiler.ts', import.meta.url);
const isSheet = (file: string) => /\.(?:css|scss|sass|less|styl|stylus|pcss|postcss)$/.test(file);
const needsPreprocessor = (file: string) => !/\.css$/.test(file);

/**
 * Runs PostCSS as the site says (a `postcss.config.*`, `configurePostCss` of a plugin) over every style sheet of the
 * site, and the preprocessors of those in Sass, Less or Stylus. Where neither is used it does nothing. The result is
 * used again until a file changes that it was made from, which Tailwind's sources are among.
 */
export async function compileSheets({ folders, config, imports, lenient }: Options): Promise<CompiledSheets> {
  const { siteDir, docsHome, cacheDir } = folders;
  const aliases = importAliases(docsHome, config);
  const graph = new ImportGraph({ siteDir, aliases });
  const sheets = sheetsOf(graph, folders, config, imports);
  const sheetFolders = new Set(sheets.map((file) => path.dirname(file)));
  const places = postCssConfigPlaces(sheetFolders, siteDir);
  const absent = Object.fromEntries(places.map((file) => [file, lookAtFile(file).hash]));
  const configFiles = [...sheetFolders].map(postCssConfigFor).filter((file) => file !== undefined);
  const usesPostCss = config.configuresPostCss || configFiles.length > 0;
  const wanted = usesPostCss ? sheets : sheets.filter((file) => needsPreprocessor(file) || needsPreset(file));
  const leftovers = (css: CompiledSheets['css']) =>
    sheets.flatMap((file) => unprocessedRule(file, css[file], siteDir));
  if (wanted.length === 0) return { css: {}, problems: leftovers({}), looks: { ...absent, ...graph.looks } };

  const docusaurusConfig = config.configuresPostCss ? configurationFile(siteDir) : undefined;
  const settings = [...configFiles, docusaurusConfig, ...ownPluginFiles(config, siteDir)].filter(
    (file) => file !== undefined,
  );
  const code = shortHash(`${graph.key([fileURLToPath(compiler)])} ${graph.key(settings)}`);
  const { configuresPostCss, preprocessors } = config;
  const task: SheetsTask = { siteDir, sheets: wanted, aliases, configuresPostCss, preprocessors };
  const home = path.join(cacheDir, 'sheets');
  const record = path.join(home, `${nameHash(JSON.stringify(task))}-${nameHash(code)}.json`);
  // Written by this very code.
  const stored = readJson(textIfPresent(record)) as StoredSheets | undefined;
  if (stored && looksTheSame(stored.looks))
    return {
      css: stored.css,
      problems: leftovers(stored.css),
      looks: { ...absent, ...graph.looks, ...looksOf(stored, folders) },
    };

  const startedAt = Date.now();
  const { compiled, problems, files, scans } = await runTask<SheetsAnswer>(compiler, task);
  const own = [folders.distDir, cacheDir];
  const sources = files.filter((file) => !own.some((folder) => isBelow(folder, file)));
  const scanned = scans
    .filter(({ folder }) => !own.some((other) => isBelow(other, `${folder}${path.sep}`)))
    .map((scan) => lookOfScan({ ...scan, without: own }));
  const made: StoredSheets = {
    css: compiled,
    looks: Object.fromEntries([...sources.map((file) => [file, lookAtFile(file).hash]), ...scanned]),
  };
  // A file that changed meanwhile may have been read before that.
  if (problems.length === 0 && !sources.some((file) => isChangedSince(file, startedAt))) store(record, made);
  // What is wrong with a sheet has been reported: the bundler must not stop at it again.
  const failed = wanted.filter((file) => !(file in compiled) && existsSync(file));
  const reported = problems.map((problem): Problem => {
    const message = `${problem.message} It is left out.`;
    return lenient ? { ...problem, severity: 'warning', message } : problem;
  });
  const css = { ...compiled, ...Object.fromEntries(failed.map((file) => [file, ''])) };
  return {
    css,
    problems: [...reported, ...leftovers(css)],
    looks: { ...absent, ...graph.looks, ...looksOf(made, folders) },
  };
}

/** Rules that only a plugin of PostCSS understands: Tailwind's, and those of `postcss-preset-env`. */
const pluginRules =
  /@(?:tailwind|apply|screen|theme|utility|variant|custom-variant|config|plugin|source|reference|custom-media|custom-selector)\b/;

/** Browsers pass over such a rule without a word. */
function unprocessedRule(file: string, compiled: string | undefined, siteDir: string): Problem[] {
  const source = textIfPresent(file) ?? '';
  const [rule] = pluginRules.exec((compiled ?? source).replace(/\/\*[\s\S]*?\*\//g, '')) ?? [];
  if (rule === undefined) return [];
  const plugin = /^@custom-(?:media|selector)$/.test(rule) ? 'postcss-preset-env' : 'Tailwind';
  const at = source.split('\n').findIndex((line) => line.trimStart().startsWith(rule));
  const message = `\`${rule}\` has no effect here, since nothing processes it: install ${plugin} in the site folder and name it in \`postcss.config.js\`.`;
  return [
    {
      code: 'style-unprocessed',
      severity: 'warning',
      file: pathFrom(siteDir, file),
      line: at === -1 ? undefined : at + 1,
      message,
    },
  ];
}

/** Docusaurus always has `postcss-preset-env`; whatever else that does, the bundler does too. */
function needsPreset(file: string): boolean {
  return /@custom-(?:media|selector)\b/.test(textIfPresent(file) ?? '');
}

/** Without the files of the content folders, which a build hashes anyway. */
function looksOf({ looks }: StoredSheets, { contentDirs, pagesDir }: Options['folders']): Looks {
  const hashed = [...contentDirs, pagesDir];
  return Object.fromEntries(
    Object.entries(looks).filter(([at]) => !hashed.some((folder) => isBelow(folder, at))),
  );
}

const isBelow = (folder: string, file: string) => file.startsWith(folder + path.sep);

function isChangedSince(file: string, time: number): boolean {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats !== undefined && stats.ctimeMs >= time;
}

function store(record: string, made: StoredSheets): void {
  const home = path.dirname(record);
  mkdirSync(home, { recursive: true });
  const draft = `${record}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(made));
  renameSync(draft, record);
  for (const name of readdirSync(home)) {
    const other = path.join(home, name);
    if (isChangedSince(other, Date.now() - DAY_MS)) continue;
    rmSync(other, { force: true });
  }
}

/** Every style sheet that the site's configuration, components and pages name. */
function sheetsOf(
  graph: ImportGraph,
  { siteDir, pagesDir }: Options['folders'],
  { styles }: SiteConfig,
  imports: readonly OwnersImport[],
): string[] {
  const configured = styles.map((file) => path.resolve(siteDir, file));
  const code = imports.map(({ request, importer }) =>
    graph.find(request.replace(/\?document$/, ''), path.dirname(importer)),
  );
  const pages =
    pagesDir === path.join(siteDir, 'src/pages') ? listPages(siteDir).map(([, file]) => file) : [];
  const entries = [...configured, ...code, ...pages].filter((file) => file !== undefined);
  const named = new Set(entries);
  const reached = graph.reach(entries).filter((file) => path.isAbsolute(file) && isSheet(file));
  // A sheet that only other sheets import becomes part of those.
  const parts = new Set(reached.flatMap((file) => graph.reach([file]).filter((other) => other !== file)));
  return reached.filter((file) => existsSync(file) && (named.has(file) || !parts.has(file)));
}

/** Files of the plugins that the configuration names by a path. */
function ownPluginFiles({ original, configuresPostCss }: SiteConfig, siteDir: string): string[] {
  if (!configuresPostCss) return [];
  const entries = [original.plugins, original.themes, original.presets].flat();
  return entries.flatMap((entry: unknown) => {
    const [plugin]: unknown[] = Array.isArray(entry) ? entry : [entry];
    if (typeof plugin !== 'string' || !/^[./]/.test(plugin)) return [];
    const base = path.resolve(siteDir, plugin);
    return ['', '.js', '.cjs', '.mjs', '.ts', '/index.js', '/index.cjs', '/index.mjs', '/index.ts']
      .map((ending) => base + ending)
      .filter((file) => statSync(file, { throwIfNoEntry: false })?.isFile());
  });
}
