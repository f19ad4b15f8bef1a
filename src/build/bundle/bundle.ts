import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ASSETS_PREFIX, atBasePath } from '../../model/urls.ts';
import type { Problem } from '../../shared/problem.ts';
import { liveFolder } from '../../ui/live/live-folder.ts';
import type { RenderContext } from '../../ui/page-data.ts';
import { bundleInto } from '../cache/bundle-folder.ts';
import { ImportGraph, type Looks } from '../cache/import-graph.ts';
import { nameHash } from '../hashing.ts';
import type { BundlerAnswer, BundlerTask } from './bundler.ts';
import { atRoot, type BundledSite, brandFiles, hasOwnCode, siteModules } from './site-plugin.ts';

/** The UI, made ready: what browsers load, and the module that renders pages in the build. */
export interface UiBundle {
  /** Changes when anything that the UI is made from does. */
  hash: string;
  files: UiFile[];
  assets: RenderContext['assets'];
  /** Absolute path of an ES module that exports `renderer: UiRenderer`; workers import it. */
  rendererModule: string;
  /** Address of what islands share with the shell. */
  islandsScript: string;
}

export interface UiFile {
  /** Absolute path. */
  file: string;
  /** `/_assets/…`, with a hash in the name; without the base path, as the manifest has it. */
  url: string;
  /** `visitor` for what the login page loads. */
  audience: 'visitor' | 'reader';
  /** Folder of the live part that is alone in loading it. */
  livePart?: string | undefined;
  /** Pages of the site may load it; else only the program's own do. */
  isOfPages?: boolean;
}

/** `looks`: what the bundle is made from; while it is the same, so is the bundle. */
type UiBundleResult = { looks: Looks } & (
  | { bundle: UiBundle; problems: Problem[]; of: BundleOptions }
  | { bundle?: never; problems: Problem[]; of?: never }
);

interface BundleOptions extends BundledSite {
  /** Absolute: the build's cache folder. */
  cacheDir: string;
  /** A style sheet, or the scope of live code, that cannot be used is left out, with a warning. */
  lenient?: boolean;
}

/**
 * Bundles the UI for browsers and for the build, or takes the result of an earlier run with the same inputs.
 * A page of `src/pages/` that cannot be used is a problem; anything else that goes wrong is a bug and throws. `of`: what
 * was bundled, which is less where something was left out.
 */
export async function bundleUi(options: BundleOptions): Promise<UiBundleResult> {
  const { folder, hash, looks, problems, result } = await bundleOnce('site', options);
  if (!result) {
    if (!options.lenient || !problems.some(isOfLooks)) return { problems, looks };
    const without = await bundleUi(await withoutBroken(options, problems));
    const leftOut = problems.filter(isOfLooks).map((problem) => ({
      ...problem,
      severity: 'warning' as const,
      message: `${problem.message} It is left out.`,
    }));
    return { ...without, looks: { ...without.looks, ...looks }, problems: [...leftOut, ...without.problems] };
  }
  const { assets, files, rendererModule, islandsScript } = result;
  const bundle: UiBundle = {
    hash,
    assets,
    files: files.map(({ name, audience, ...use }) => ({ ...clientFile(folder, name, audience), ...use })),
    rendererModule: path.join(folder, 'server', rendererModule),
    islandsScript: atBasePath(urlOf(islandsScript), (options.locale ?? atRoot).rootPath),
  };
  return { bundle, problems: [], looks, of: options };
}

/** Only how pages look, or what their samples know, depends on it. */
function isOfLooks({ code }: Problem): boolean {
  return code.startsWith('style-') || code === 'live-scope';
}

async function withoutBroken(options: BundleOptions, problems: readonly Problem[]): Promise<BundleOptions> {
  const { siteStyleProblems } = await import('./site-styles.ts');
  const styles: string[] = [];
  for (const style of options.styles)
    if ((await siteStyleProblems({ ...options, styles: [style] })).length === 0) styles.push(style);
  const liveScope = !problems.some(({ code }) => code === 'live-scope');
  // What comes after the sheets is only known when they are right.
  return { ...options, styles, liveScope: options.liveScope !== false && liveScope, lenient: true };
}

/** The script of the writing preview, and what it loads. */
export async function bundlePreviewScript(
  options: BundleOptions,
): Promise<{ script: string; files: UiFile[] } | undefined> {
  const { folder, result } = await bundleOnce('preview', options);
  return (
    result && {
      script: atBasePath(urlOf(result.script), (options.locale ?? atRoot).rootPath),
      files: result.files.map((name) => clientFile(folder, name, 'reader')),
    }
  );
}

/** The files that a site of these articles needs: those of a live part only where there is one. */
export function usedFiles(
  { files }: UiBundle,
  articles: Iterable<{ summary: { live: readonly string[] } }>,
): UiFile[] {
  const used = new Set([...articles].flatMap(({ summary }) => summary.live.map(liveFolder)));
  return files.filter(({ livePart }) => livePart === undefined || used.has(livePart));
}

const urlOf = (name: string) => `${ASSETS_PREFIX}${name}`;

export function clientFile(folder: string, name: string, audience: UiFile['audience']): UiFile {
  return { file: path.join(folder, 'client', name), url: urlOf(name), audience };
}

const bundler = new URL('./bundler.ts', import.meta.url);

async function bundleOnce<Part extends BundlerTask['part']>(
  part: Part,
  { cacheDir, lenient: _, ...site }: BundleOptions,
): Promise<{ folder: string; hash: string; looks: Looks } & BundlerAnswer<Part>> {
  const { siteDir, aliases = {} } = site;
  const graph = new ImportGraph({ siteDir, aliases, virtual: siteModules(site) });
  const hash = nameHash(
    JSON.stringify([
      graph.key([fileURLToPath(bundler), ...brandFiles(site)]),
      site.locale ?? atRoot,
      site.compiledSheets,
    ]),
  );
  // Sites without code of their own share a bundle. Code is held to the boundary while it is bundled.
  const name = hasOwnCode(site) ? nameHash(JSON.stringify([hash, site.boundary])) : hash;
  const folder = path.join(cacheDir, part === 'site' ? 'ui' : 'ui-preview', name);
  const answer = await bundleInto<BundlerAnswer<Part>>(folder, bundler, { ...site, part });
  return { folder, hash, looks: graph.looks, ...answer };
}
