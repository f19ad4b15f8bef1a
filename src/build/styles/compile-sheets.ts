import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SiteConfig } from '../../config/site-config.ts';
import { importAliases } from '../../docusaurus/configuration/import-aliases.ts';
import { configurationFile } from '../../docusaurus/configuration/load-configuration.ts';
import type { OwnersImport } from '../../markdown/mdx/code-imports.ts';
import { DAY_MS } from '../../shared/duration.ts';
import { formatPathFrom } from '../../shared/file-paths.ts';
import { readTextIfPresent } from '../../shared/if-present.ts';
import { readJson } from '../../shared/json.ts';
import type { Problem } from '../../shared/problem.ts';
import { isFile } from '../../shared/regular-file.ts';
import { listFileReferences } from '../bundle/file-references.ts';
import { findLiveScope, listShellPages } from '../bundle/site-plugin.ts';
import { areUnchanged, type Fingerprints, fingerprintScan, ImportGraph } from '../cache/import-graph.ts';
import { fingerprintFile } from '../cache/seen-files.ts';
import type { Folders } from '../folders.ts';
import { computeShortHash, nameHash } from '../hashing.ts';
import { runTask } from '../work/run-task.ts';
import { listOtherForms } from './names-on-disk.ts';
import { findPostCssConfig, listPostCssConfigPlaces } from './postcss-settings.ts';
import { moduleAddress } from './root-addresses.ts';
import type { SheetsAnswer, SheetsTask } from './sheets-compiler.ts';

/** The site's style sheets, compiled by PostCSS and Sass. */
export interface CompiledSheets {
  /** CSS by file of the sheet (absolute path). Sheets that the bundler can read unchanged aren't included. */
  css: Readonly<Record<string, string>>;
  /** Absolute paths of all style sheets that the site uses, and of those that they import. */
  sources: readonly string[];
  problems: readonly Problem[];
  /** The state of the files that the sheets were made from. While it is unchanged, so are they. */
  fingerprints: Fingerprints;
}

interface Options {
  folders: Pick<Folders, 'siteDir' | 'docsHome' | 'contentDirs' | 'pagesDir' | 'cacheDir' | 'distDir'>;
  config: SiteConfig;
  /** Code that documents and pages import. */
  imports: readonly OwnersImport[];
  /** Whether a sheet that can't be compiled is left out, with a warning. */
  lenient: boolean;
}

/** Compiled sheets, with the state of the files that they were made from. */
interface StoredSheets {
  css: Record<string, string>;
  fingerprints: Fingerprints;
}

const compiler = new URL('./sheets-compiler.ts', import.meta.url);
const isSheet = (file: string) => /\.(?:css|scss|sass|less|styl|stylus|pcss|postcss)$/.test(file);
const needsPreprocessor = (file: string) => !/\.css$/.test(file);

/**
 * Compiles all style sheets of the site as it asks for: with PostCSS (a `postcss.config.*`, or `configurePostCss` of a
 * plugin), and with the preprocessors of Sass, Less or Stylus. Does nothing if neither is used. Results are reused
 * until a file changes that they were made from, including files that Tailwind searches.
 */
export async function compileSheets({ folders, config, imports, lenient }: Options): Promise<CompiledSheets> {
  const { siteDir, docsHome, cacheDir } = folders;
  const aliases = importAliases(docsHome, config);
  const graph = new ImportGraph({ siteDir, aliases });
  const { sheets, sources } = listSheets(graph, folders, config, imports);
  const sheetFolders = new Set(sheets.map((file) => path.dirname(file)));
  const places = listPostCssConfigPlaces(sheetFolders, siteDir);
  const absent = Object.fromEntries(places.map((file) => [file, fingerprintFile(file).hash]));
  const configFiles = [...sheetFolders].map(findPostCssConfig).filter((file) => file !== undefined);
  const usesPostCss = config.configuresPostCss || configFiles.length > 0;
  const sheetsToCompile = usesPostCss
    ? sheets
    : sheets.filter(
        (file) =>
          needsPreprocessor(file) ||
          needsPreset(file) ||
          graph
            .reach([file])
            .some((source) => isSheet(source) && isFile(source) && listOtherForms(source).length > 0) ||
          (config.infima && graph.reach([file]).some(hasDocusaurusAddress)),
      );
  const reportLeftovers = (css: CompiledSheets['css']) =>
    sheets.flatMap((file) => reportUnprocessedRule(file, css[file], siteDir));
  if (sheetsToCompile.length === 0)
    return {
      css: {},
      sources,
      problems: reportLeftovers({}),
      fingerprints: { ...absent, ...graph.fingerprints },
    };

  const docusaurusConfig = config.configuresPostCss ? configurationFile(siteDir) : undefined;
  const settings = [...configFiles, docusaurusConfig, ...listPluginFiles(config, siteDir)].filter(
    (file) => file !== undefined,
  );
  const code = computeShortHash(
    `${graph.computeKey([fileURLToPath(compiler)])} ${graph.computeKey(settings)}`,
  );
  const { configuresPostCss, preprocessors, infima } = config;
  const task: SheetsTask = {
    siteDir,
    sheets: sheetsToCompile,
    sources,
    aliases,
    configuresPostCss,
    preprocessors,
    likeDocusaurus: infima,
  };
  const home = path.join(cacheDir, 'sheets');
  const record = path.join(home, `${nameHash(JSON.stringify(task))}-${nameHash(code)}.json`);
  // The file was written by this module, so its content has this type.
  const cachedSheets = readJson(readTextIfPresent(record)) as StoredSheets | undefined;
  if (cachedSheets && areUnchanged(cachedSheets.fingerprints))
    return {
      css: cachedSheets.css,
      sources,
      problems: reportLeftovers(cachedSheets.css),
      fingerprints: { ...absent, ...graph.fingerprints, ...selectFingerprints(cachedSheets, folders) },
    };

  const startedAt = Date.now();
  const { compiled, problems, files, scans } = await runTask<SheetsAnswer>(compiler, task);
  const outputFolders = [folders.distDir, cacheDir];
  const readFiles = files.filter((file) => !outputFolders.some((folder) => isBelow(folder, file)));
  const scannedFiles = scans
    .filter(({ folder }) => !outputFolders.some((other) => isBelow(other, `${folder}${path.sep}`)))
    .map((scan) => fingerprintScan({ ...scan, without: outputFolders }));
  const sheetsToStore: StoredSheets = {
    css: compiled,
    fingerprints: Object.fromEntries([
      ...readFiles.map((file) => [file, fingerprintFile(file).hash]),
      ...scannedFiles,
    ]),
  };
  // If a file changed meanwhile, the old or the new content may have been read, so the result isn't stored.
  if (problems.length === 0 && !readFiles.some((file) => isChangedSince(file, startedAt)))
    store(record, sheetsToStore);
  // Sheets with problems, which are reported already, become empty, so that the bundler doesn't stop at them.
  const failedSheets = sheetsToCompile.filter((file) => !(file in compiled) && existsSync(file));
  const reportedProblems = problems.map((problem): Problem => {
    const message = `${problem.message} It is left out.`;
    return lenient && problem.severity === 'error' ? { ...problem, severity: 'warning', message } : problem;
  });
  const css = { ...compiled, ...Object.fromEntries(failedSheets.map((file) => [file, ''])) };
  return {
    css,
    sources,
    problems: [...reportedProblems, ...reportLeftovers(css)],
    fingerprints: { ...absent, ...graph.fingerprints, ...selectFingerprints(sheetsToStore, folders) },
  };
}

/** Rules that only a plugin of PostCSS understands: Tailwind's, and those of `postcss-preset-env`. */
const pluginRules =
  /@(?:tailwind|apply|screen|theme|utility|variant|custom-variant|config|plugin|source|reference|custom-media|custom-selector)\b/;

/** Reports a rule that nothing has processed. Browsers would silently ignore it. */
function reportUnprocessedRule(file: string, compiledStyle: string | undefined, siteDir: string): Problem[] {
  const source = readTextIfPresent(file) ?? '';
  const [rule] = pluginRules.exec((compiledStyle ?? source).replace(/\/\*[\s\S]*?\*\//g, '')) ?? [];
  if (rule === undefined) return [];
  const plugin = /^@custom-(?:media|selector)$/.test(rule) ? 'postcss-preset-env' : 'Tailwind';
  const index = source.split('\n').findIndex((line) => line.trimStart().startsWith(rule));
  const message = `\`${rule}\` has no effect, because nothing processes it. Install ${plugin} in the site folder and add it to \`postcss.config.js\`.`;
  return [
    {
      code: 'style-unprocessed',
      severity: 'warning',
      file: formatPathFrom(siteDir, file),
      line: index === -1 ? undefined : index + 1,
      message,
    },
  ];
}

/** Docusaurus always uses `postcss-preset-env`. The bundler does the same, except for these rules. */
function needsPreset(file: string): boolean {
  return /@custom-(?:media|selector)\b/.test(readTextIfPresent(file) ?? '');
}

/**
 * Whether a style sheet names a file in a way that only Docusaurus' bundlers understand: by a path that starts with `/`,
 * which a browser would look for on the server, or by a package or alias after `~`.
 */
function hasDocusaurusAddress(file: string): boolean {
  const text = isSheet(file) ? (readTextIfPresent(file) ?? '') : '';
  return (
    moduleAddress.test(text) ||
    listFileReferences(text).some(({ reference, isImport }) => !isImport && reference.startsWith('/'))
  );
}

/** Selects the fingerprints of files outside of the content folders, whose files a build hashes anyway. */
function selectFingerprints(
  { fingerprints }: StoredSheets,
  { contentDirs, pagesDir }: Options['folders'],
): Fingerprints {
  const hashedFolders = [...contentDirs, pagesDir];
  return Object.fromEntries(
    Object.entries(fingerprints).filter(([at]) => !hashedFolders.some((folder) => isBelow(folder, at))),
  );
}

const isBelow = (folder: string, file: string) => file.startsWith(folder + path.sep);

function isChangedSince(file: string, time: number): boolean {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats !== undefined && stats.ctimeMs >= time;
}

function store(record: string, sheets: StoredSheets): void {
  const home = path.dirname(record);
  mkdirSync(home, { recursive: true });
  const draft = `${record}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(sheets));
  renameSync(draft, record);
  for (const name of readdirSync(home)) {
    const other = path.join(home, name);
    if (isChangedSince(other, Date.now() - DAY_MS)) continue;
    rmSync(other, { force: true });
  }
}

/**
 * Lists the style sheets that the site's configuration, components and pages use, and their sources, which include the
 * sheets that these import.
 */
function listSheets(
  graph: ImportGraph,
  { siteDir, pagesDir }: Options['folders'],
  { styles, code: { live } }: SiteConfig,
  imports: readonly OwnersImport[],
): { sheets: string[]; sources: string[] } {
  const configuredSheets = styles.map((file) => path.resolve(siteDir, file));
  const importedFiles = imports.map(({ request, importer }) =>
    graph.resolveImport(request.replace(/\?document$/, ''), path.dirname(importer)),
  );
  const pages =
    pagesDir === path.join(siteDir, 'src/pages') ? listShellPages(siteDir).map(([, file]) => file) : [];
  const liveScope = live ? findLiveScope(siteDir) : undefined;
  const entries = [...configuredSheets, ...importedFiles, ...pages, liveScope].filter(
    (file) => file !== undefined,
  );
  const entryFiles = new Set(entries);
  const sources = graph
    .reach(entries)
    .filter((file) => path.isAbsolute(file) && isSheet(file) && existsSync(file));
  // A sheet that only other sheets import becomes part of those.
  const parts = new Set(sources.flatMap((file) => graph.reach([file]).filter((other) => other !== file)));
  return { sheets: sources.filter((file) => entryFiles.has(file) || !parts.has(file)), sources };
}

/** Files of the plugins that the configuration names by a path. */
function listPluginFiles({ original, configuresPostCss }: SiteConfig, siteDir: string): string[] {
  if (!configuresPostCss) return [];
  const entries = [original.plugins, original.themes, original.presets].flat();
  return entries.flatMap((entry: unknown) => {
    const [plugin]: unknown[] = Array.isArray(entry) ? entry : [entry];
    if (typeof plugin !== 'string' || !/^[./]/.test(plugin)) return [];
    const base = path.resolve(siteDir, plugin);
    return ['', '.js', '.cjs', '.mjs', '.ts', '/index.js', '/index.cjs', '/index.mjs', '/index.ts']
      .map((ending) => base + ending)
      .filter(isFile);
  });
}
