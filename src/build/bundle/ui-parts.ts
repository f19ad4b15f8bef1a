import { findPackageJSON } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ImportGraph } from '../cache/import-graph.ts';
import { nameHash } from '../hashing.ts';
import type { BundledKind } from './bundler.ts';
import {
  atRoot,
  type BundledSite,
  findScopeFile,
  hasOwnShellCode,
  isEngineFile,
  listBrandFiles,
  listFramedParts,
  listShellPages,
  listSiteStyles,
  SITE_STYLES,
  writeSiteModules,
} from './site-plugin.ts';

/** A part of the UI that is bundled and stored by itself. */
export interface UiPart<Kind extends BundledKind = BundledKind> {
  kind: Kind;
  /** Modules to bundle, by name: absolute paths, or virtual modules. */
  entries: Readonly<Record<string, string>>;
  /** Hash of everything that the part is made from, wherever engine and site are. */
  hash: string;
  /** Absolute path. Its name depends on the hash, and on the folders that the part may be bundled from. */
  folder: string;
}

export interface UiParts {
  /** Scripts and styles of readers. */
  shell: UiPart<'shell'>;
  /** The style sheets that the site's configuration chooses, and its own. */
  styles: UiPart<'styles'>;
  /** Scripts and styles of visitors. */
  visitors: UiPart<'visitors'>;
  /** The module that renders pages in the build. */
  renderer: UiPart<'renderer'>;
  /** The script that the preview uses instead of the shell's. */
  preview: UiPart<'preview'>;
  /** Frames of live parts. Shell and preview contain their names. */
  frames: readonly UiPart<'frame'>[];
  /** Changes with icon, logo and font. */
  lookKey: string;
  /** Knows all files that the keys cover. */
  graph: ImportGraph;
}

/** Folder of bundles in the cache folder. */
export const UI_FOLDER = 'ui';
const PREVIEW_FOLDER = 'ui-preview';

const toFile = (url: URL) => fileURLToPath(url);
const bundler = toFile(new URL('./bundler.ts', import.meta.url));
/** The module that the shell and the scripts of the site's components load. */
export const islandsModule = toFile(new URL('../../docusaurus/browser/islands.tsx', import.meta.url));
/**
 * These are URLs so that the import graph sees them: a build is out of date when any of these modules changes. The
 * bundler isn't told where they are until it runs, so a part changes only with its own modules.
 */
const modules = {
  shell: { shell: toFile(new URL('../../ui/client.ts', import.meta.url)), islands: islandsModule },
  visitors: {
    login: toFile(new URL('../../ui/login/login-client.ts', import.meta.url)),
    passkey: toFile(new URL('../../ui/login/passkey-client.ts', import.meta.url)),
  },
  firebase: { firebase: toFile(new URL('../../ui/login/firebase-client.ts', import.meta.url)) },
  preview: { preview: toFile(new URL('../../ui/dev/dev-client.tsx', import.meta.url)) },
  renderer: { renderer: toFile(new URL('../../ui/server.tsx', import.meta.url)) },
} as const;

/** Values besides the modules from which a part is made. */
interface PartInputs {
  inputs?: readonly unknown[];
  /** Whether the part contains scripts or style sheets of the site. */
  usesSiteCode?: boolean;
}

/** Lists the parts of the UI of a site. A part is the same for all sites that give it the same modules. */
export function createUiParts(
  site: BundledSite & { cacheDir: string; islandsScript?: string | undefined },
): UiParts {
  const { siteDir, cacheDir, aliases = {}, boundary, compiledSheets } = site;
  const graph = new ImportGraph({ siteDir, aliases, virtual: writeSiteModules(site) });
  const describePart = <Kind extends BundledKind>(
    kind: Kind,
    entries: UiPart['entries'],
    { inputs = [], usesSiteCode = false }: PartInputs = {},
  ): UiPart<Kind> => {
    const code = graph.computeKey([bundler, ...Object.values(entries)]);
    const siteInputs = usesSiteCode ? [compiledSheets] : [];
    const allInputs = [code, Object.keys(entries), site.locale ?? atRoot, ...siteInputs, ...inputs];
    const hash = nameHash(JSON.stringify(allInputs));
    // The boundary decides which code of the site may be bundled. Parts without such code are shared by all sites.
    const name = usesSiteCode ? nameHash(JSON.stringify([hash, boundary, aliases])) : hash;
    const home = path.join(cacheDir, kind === 'preview' ? PREVIEW_FOLDER : UI_FOLDER);
    return { kind, entries, hash, folder: path.join(home, `${kind}-${name}`) };
  };
  const framedParts = listFramedParts(site).map(({ name, frame: { script } }) => ({
    name,
    script,
    usesSiteCode: findScopeFile(site) !== undefined || !isEngineFile(script),
  }));
  const frames = framedParts.map(({ name, script, usesSiteCode }) =>
    describePart('frame', { [name]: script }, { usesSiteCode }),
  );
  const hasShellCode = hasOwnShellCode(site);
  const frameHashes = frames.map(({ hash }) => hash);
  const shellUsesSiteCode = hasShellCode || framedParts.some(({ usesSiteCode }) => usesSiteCode);
  return {
    frames,
    shell: describePart('shell', modules.shell, { inputs: frameHashes, usesSiteCode: shellUsesSiteCode }),
    styles: describePart(
      'styles',
      { styles: SITE_STYLES },
      {
        inputs: [site.usesInfima, site.brandStyle],
        usesSiteCode: listSiteStyles(site).some((file) => !isEngineFile(file)),
      },
    ),
    // The key changes when the client of Firebase is installed, too.
    visitors: describePart(
      'visitors',
      { ...modules.visitors, ...(isFirebaseInstalled() && modules.firebase) },
      { inputs: [graph.computeKey([modules.firebase.firebase])] },
    ),
    renderer: describePart('renderer', modules.renderer, {
      usesSiteCode: hasShellCode || listShellPages(siteDir).length > 0,
    }),
    preview: describePart('preview', modules.preview, {
      inputs: [...frameHashes, site.islandsScript],
      usesSiteCode: shellUsesSiteCode,
    }),
    lookKey: graph.computeKey(listBrandFiles(site)),
    graph,
  };
}

/** 23 MB that most sites don't need, so they are optional. Without them a release has no Firebase sign-in page. */
function isFirebaseInstalled(): boolean {
  return ['@firebase/app', '@firebase/auth'].every((name) => {
    try {
      return findPackageJSON(name, import.meta.url) !== undefined;
    } catch {
      return false;
    }
  });
}
