import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ASSETS_PREFIX, atBasePath } from '../../model/urls.ts';
import type { Problem } from '../../shared/problem.ts';
import { liveFolder } from '../../ui/live/live-folder.ts';
import type { RenderContext } from '../../ui/page-data.ts';
import { bundleInto } from '../cache/bundle-folder.ts';
import { type Fingerprints, ImportGraph } from '../cache/import-graph.ts';
import { nameHash } from '../hashing.ts';
import type { TaskOptions } from '../work/run-task.ts';
import type { BundlerAnswer, BundlerTask } from './bundler.ts';
import {
  atRoot,
  type BundledSite,
  hasSiteCode,
  listBrandFiles,
  listFramedParts,
  writeSiteModules,
} from './site-plugin.ts';

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
  /** For the script of the preview: see `BundlerTask`. */
  islandsScript?: string | undefined;
}

/**
 * Bundles the UI for browsers and for the build, or reuses the result of an earlier run with the same inputs. A page of
 * `src/pages/` that can't be used is a problem; anything else that fails is a bug and throws. `of` is what was bundled,
 * which is less than was asked for if something was left out.
 */
export async function bundleUi(options: BundleOptions): Promise<UiBundleResult> {
  const { folder, hash, fingerprints, problems, result } = await loadBundle('site', options);
  if (!result) {
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
  const { assets, files, rendererModule, islandsScript } = result;
  const bundle: UiBundle = {
    hash,
    assets,
    files: files.map(({ name, audience, ...use }) => ({
      ...describeClientFile(folder, name, audience),
      ...use,
    })),
    rendererModule: path.join(folder, 'server', rendererModule),
    islandsScript: atBasePath(toAssetUrl(islandsScript), (options.locale ?? atRoot).rootPath),
  };
  return { bundle, problems, fingerprints, of: options };
}

/** Whether only the appearance of pages, or what their samples can use, depends on it. */
function isAboutAppearance({ code }: Problem): boolean {
  return code.startsWith('style-') || code === 'live-scope';
}

const isError = ({ severity }: Problem) => severity === 'error';

async function leaveOutBroken(options: BundleOptions, problems: readonly Problem[]): Promise<BundleOptions> {
  const { checkSiteStyles: siteStyleProblems } = await import('./site-styles.ts');
  const styles: string[] = [];
  for (const style of options.styles)
    if (!(await siteStyleProblems({ ...options, styles: [style] })).some(isError)) styles.push(style);
  const liveScope = !problems.some(({ code }) => code === 'live-scope');
  // Problems after the style sheets show only when the sheets are right.
  return { ...options, styles, usesLiveScope: options.usesLiveScope !== false && liveScope, lenient: true };
}

/** Bundles the script of the preview (`gatehouse dev`), and what it loads. */
export async function bundlePreviewScript(
  options: BundleOptions,
): Promise<{ script: string; files: UiFile[] } | undefined> {
  const { folder, result } = await loadBundle('preview', options);
  return (
    result && {
      script: atBasePath(toAssetUrl(result.script), (options.locale ?? atRoot).rootPath),
      files: result.files.map((name) => describeClientFile(folder, name, 'reader')),
    }
  );
}

/** Selects the files that a site with these articles needs. Files of a live part are needed only where it is used. */
export function selectUsedFiles(
  { files }: UiBundle,
  articles: Iterable<{ summary: { live: readonly string[] } }>,
): UiFile[] {
  const used = new Set([...articles].flatMap(({ summary }) => summary.live.map(liveFolder)));
  return files.filter(({ livePart }) => livePart === undefined || used.has(livePart));
}

const toAssetUrl = (name: string) => `${ASSETS_PREFIX}${name}`;

export function describeClientFile(folder: string, name: string, audience: UiFile['audience']): UiFile {
  return { file: path.join(folder, 'client', name), url: toAssetUrl(name), audience };
}

const bundler = new URL('./bundler.ts', import.meta.url);

async function loadBundle<Part extends BundlerTask['part']>(
  part: Part,
  { cacheDir, lenient: _, keepsProcess, ...site }: BundleOptions,
): Promise<{ folder: string; hash: string; fingerprints: Fingerprints } & BundlerAnswer<Part>> {
  const { siteDir, aliases = {} } = site;
  const graph = new ImportGraph({ siteDir, aliases, virtual: writeSiteModules(site) });
  const hash = nameHash(
    JSON.stringify([
      graph.key([
        fileURLToPath(bundler),
        ...listBrandFiles(site),
        ...listFramedParts(site).map(({ frame }) => frame.script),
      ]),
      site.locale ?? atRoot,
      site.compiledSheets,
      site.islandsScript,
      site.brandStyle,
    ]),
  );
  // Sites without code share a bundle. With code, the boundary decides what may be bundled, so it's part of the key.
  const name = hasSiteCode(site) ? nameHash(JSON.stringify([hash, site.boundary])) : hash;
  const folder = path.join(cacheDir, part === 'site' ? 'ui' : 'ui-preview', name);
  const answer = await bundleInto<BundlerAnswer<Part>>(folder, bundler, { ...site, part }, { keepsProcess });
  return { folder, hash, fingerprints: graph.fingerprints, ...answer };
}
