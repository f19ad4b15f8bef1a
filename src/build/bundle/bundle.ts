import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ASSETS_PREFIX, joinBasePath } from '../../model/urls.ts';
import type { Problem } from '../../shared/problem.ts';
import { resolveLiveFolder } from '../../ui/live/live-folder.ts';
import type { RenderContext } from '../../ui/page-data.ts';
import { isVariableFont } from '../brand/variable-font.ts';
import { readBundle, storeBundles } from '../cache/bundle-folder.ts';
import type { Fingerprints } from '../cache/import-graph.ts';
import { nameHash } from '../hashing.ts';
import { runTask, type TaskOptions } from '../work/run-task.ts';
import type { BundledFile, BundledParts, SiteLook } from './bundle-parts.ts';
import type { BundledKind, BundlerTask, BundlerTaskAnswer, PartAnswer } from './bundler.ts';
import { composeAssets, listLookFiles } from './page-assets.ts';
import { atRoot, type BundledSite, findBrandFile } from './site-plugin.ts';
import { createUiParts, islandsModule, UI_FOLDER, type UiPart, type UiParts } from './ui-parts.ts';

/** The bundled UI: what browsers load, and the module that renders pages in the build. */
export interface UiBundle {
  /** Changes when anything changes that the UI is made from. */
  hash: string;
  files: UiFile[];
  assets: RenderContext['assets'];
  /** Absolute path of an ES module that exports `renderer: UiRenderer`; workers import it. */
  rendererModule: string;
  /** URL of the script that islands share with the shell. */
  islandsScript: string;
}

export interface UiFile {
  /** Absolute path. */
  file: string;
  /** `/_assets/…`, with a hash in the name, without the base path, as in the manifest. */
  url: string;
  /** `visitor` for what the sign-in page loads. */
  audience: 'visitor' | 'reader';
  /** Folder of the live part, if only one loads this file. */
  livePart?: string | undefined;
  /** Whether pages of the site may load it, or only the program's own pages. */
  isOfPages?: boolean;
}

/** `fingerprints` describe what the bundle is made from: while they are unchanged, so is the bundle. */
type UiBundleResult = { fingerprints: Fingerprints } & (
  | { bundle: UiBundle; problems: Problem[]; of: BundleOptions }
  | { bundle?: never; problems: Problem[]; of?: never }
);

interface BundleOptions extends BundledSite, TaskOptions {
  /** Absolute: the build's cache folder. */
  cacheDir: string;
  /** Whether a style sheet or a scope of live code that can't be used is left out, with a warning. */
  lenient?: boolean;
  /** URL of the script that islands share with the shell. Only the preview needs it. */
  islandsScript?: string | undefined;
}

/**
 * Bundles the UI for browsers and for the build, or reuses what earlier runs made of the same inputs. A page of
 * `src/pages/` that can't be used is a problem; anything else that fails is a bug and throws. `of` has the options of
 * the bundle, without anything that had to be left out.
 */
export async function bundleUi(options: BundleOptions): Promise<UiBundleResult> {
  const { cacheDir } = options;
  const rootPath = getRootPath(options);
  const ui = createUiParts(options);
  const uiParts = [ui.shell, ui.styles, ui.visitors, ui.renderer];
  const { problems, getPart } = await bundleParts(ui, uiParts, options);
  const [shell, styles] = [getPart(ui.shell), getPart(ui.styles)];
  const [visitors, renderer] = [getPart(ui.visitors), getPart(ui.renderer)];
  const { fingerprints } = ui.graph;
  if (!shell || !styles || !visitors || !renderer) {
    if (!options.lenient || !problems.some(isAboutAppearance)) return { problems, fingerprints };
    const without = await bundleUi(await leaveOutBroken(options, problems));
    const leftOut = problems.filter(isAboutAppearance).map((problem) => ({
      ...problem,
      severity: 'warning' as const,
      message: `${problem.message} It is left out.`,
    }));
    return {
      ...without,
      fingerprints: { ...without.fingerprints, ...fingerprints },
      problems: [...leftOut, ...without.problems],
    };
  }
  const look = await copyLook(options, path.join(cacheDir, UI_FOLDER, `look-${ui.lookKey}`));
  const describeFiles = (folder: string, files: readonly BundledFile[]) =>
    files.map(({ name, audience, ...use }) => ({ ...describeClientFile(folder, name, audience), ...use }));
  const files = [
    ...describeFiles(ui.shell.folder, shell.files),
    ...describeFiles(ui.styles.folder, styles.files),
    ...describeFiles(ui.visitors.folder, visitors.files),
    ...describeFiles(look.folder, listLookFiles(look.result)),
  ];
  const parts = { shell, styles, visitors, look: look.result };
  const { visitorStyle } = options;
  const bundle: UiBundle = {
    hash: nameHash(JSON.stringify([...uiParts.map(({ hash }) => hash), ui.lookKey, visitorStyle])),
    assets: composeAssets(parts, rootPath, visitorStyle),
    files: joinFiles(files),
    rendererModule: path.join(ui.renderer.folder, 'server', renderer.rendererModule),
    islandsScript: joinBasePath(toAssetUrl(shell.islandsScript), rootPath),
  };
  return { bundle, problems, fingerprints, of: options };
}

/** Several parts may contain the same file. It is for visitors if it is for visitors in one of them. */
function joinFiles(files: readonly UiFile[]): UiFile[] {
  const filesByUrl = new Map<string, UiFile>();
  for (const file of files) {
    const { audience, isOfPages } = filesByUrl.get(file.url) ?? {};
    filesByUrl.set(file.url, {
      ...file,
      ...(audience === 'visitor' && { audience }),
      ...(isOfPages && { isOfPages }),
    });
  }
  return [...filesByUrl.values()];
}

/** Whether the error affects only the look of pages, or the names that live samples can use. */
function isAboutAppearance(problem: Problem): boolean {
  return isError(problem) && (problem.code.startsWith('style-') || problem.code === 'live-scope');
}

const isError = ({ severity }: Problem) => severity === 'error';

async function leaveOutBroken(options: BundleOptions, problems: readonly Problem[]): Promise<BundleOptions> {
  const { checkSiteStyles: siteStyleProblems } = await import('./site-styles.ts');
  const styles: string[] = [];
  for (const style of options.styles)
    if (!(await siteStyleProblems({ ...options, styles: [style] })).some(isError)) styles.push(style);
  const liveScope = !problems.some(({ code }) => code === 'live-scope');
  // Later problems only appear once the style sheets have no errors.
  return { ...options, styles, usesLiveScope: options.usesLiveScope !== false && liveScope, lenient: true };
}

/** Bundles the script of the preview (`gatehouse dev`), and what it loads. */
export async function bundlePreviewScript(
  options: BundleOptions,
): Promise<{ script: string; files: UiFile[]; fingerprints: Fingerprints } | undefined> {
  const ui = createUiParts(options);
  const { getPart } = await bundleParts(ui, [ui.preview], options);
  const preview = getPart(ui.preview);
  return (
    preview && {
      script: joinBasePath(toAssetUrl(preview.script), getRootPath(options)),
      files: preview.files.map(({ name, audience }) => describeClientFile(ui.preview.folder, name, audience)),
      fingerprints: ui.graph.fingerprints,
    }
  );
}

/** Selects the files that a site with these articles needs. Files of a live part are needed only where it is used. */
export function selectUsedFiles(
  { files }: UiBundle,
  articles: Iterable<{ summary: { live: readonly string[] } }>,
): UiFile[] {
  const usedFolders = new Set([...articles].flatMap(({ summary }) => summary.live.map(resolveLiveFolder)));
  return files.filter(({ livePart }) => livePart === undefined || usedFolders.has(livePart));
}

const getRootPath = ({ locale = atRoot }: BundledSite) => locale.rootPath;
const toAssetUrl = (name: string) => `${ASSETS_PREFIX}${name}`;

export function describeClientFile(folder: string, name: string, audience: UiFile['audience']): UiFile {
  return { file: path.join(folder, 'client', name), url: toAssetUrl(name), audience };
}

const bundler = new URL('./bundler.ts', import.meta.url);

/**
 * Bundles these parts and returns a function that gets the result of a part, or `undefined` if the part has problems.
 * Parts that aren't cached are bundled in one process.
 */
async function bundleParts(
  ui: UiParts,
  neededParts: readonly UiPart[],
  { cacheDir: _cacheDir, lenient: _lenient, keepsProcess, islandsScript, ...site }: BundleOptions,
) {
  const answers = new Map<UiPart, PartAnswer>();
  const readStored = async (parts: readonly UiPart[]) => {
    for (const part of parts) {
      const answer = await readBundle<PartAnswer>(part.folder);
      if (answer) answers.set(part, answer);
    }
    return parts.filter((part) => !answers.has(part));
  };
  const missingParts = await readStored(neededParts);
  const namesFrames = missingParts.some(({ kind }) => kind === 'shell' || kind === 'preview');
  const missingFrames = namesFrames ? await readStored(ui.frames) : [];
  const parts = [...missingFrames, ...missingParts];
  const problems: Problem[] = [...answers.values()].flatMap((answer) => answer.problems);
  if (parts.length > 0) {
    const frames = ui.frames.flatMap((part) => getResult(answers, part) ?? []);
    const islands =
      islandsScript === undefined ? undefined : { script: islandsScript, module: islandsModule };
    const done = await storeBundles(
      parts.map(({ folder }) => folder),
      async (drafts) => {
        const tasks = parts.map(({ kind, entries }, index) => ({
          kind,
          entries,
          outDir: drafts[index] ?? '',
        }));
        const task = { ...site, parts: tasks, frames, islands } satisfies BundlerTask;
        const result = await runTask<BundlerTaskAnswer>(bundler, task, { keepsProcess });
        return { result, answers: result.answers };
      },
    );
    problems.push(...done.problems);
    for (const [index, part] of parts.entries()) {
      const answer = done.answers[index];
      if (answer) answers.set(part, answer);
    }
  }
  return { problems, getPart: <Kind extends BundledKind>(part: UiPart<Kind>) => getResult(answers, part) };
}

function getResult<Kind extends BundledKind>(
  answers: ReadonlyMap<UiPart, PartAnswer>,
  part: UiPart<Kind>,
): BundledParts[Kind] | undefined {
  // The type of each answer follows from the kind of its part.
  return answers.get(part)?.result as BundledParts[Kind] | undefined;
}

/** Copies the site's icon, logo and font under content-hashed names, so that the sign-in page may use them. */
async function copyLook(
  { siteDir, icon, logo, font }: BundledSite,
  folder: string,
): Promise<{ folder: string; result: SiteLook }> {
  const storedAnswer = await readBundle<{ problems: []; result: SiteLook }>(folder);
  if (storedAnswer) return { folder, result: storedAnswer.result };
  return storeBundles([folder], async ([draft = '']) => {
    const client = path.join(draft, 'client');
    await mkdir(client);
    const copy = async (kind: string, file: string) => {
      const bytes = await readFile(file);
      const name = `${kind}.${nameHash(bytes).slice(0, 8)}${path.extname(file)}`;
      await writeFile(path.join(client, name), bytes);
      return name;
    };
    const result: SiteLook = {
      icon: await copy('icon', icon ?? findBrandFile(siteDir, 'icon.svg')),
      logo: logo && {
        light: await copy('logo', logo.light),
        dark: logo.dark === undefined ? undefined : await copy('logo', logo.dark),
      },
      font:
        font === undefined
          ? undefined
          : { name: await copy('font', font), isVariable: isVariableFont(await readFile(font)) },
    };
    return { result: { folder, result }, answers: [{ problems: [], result }] };
  });
}
