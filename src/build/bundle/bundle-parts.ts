import path from 'node:path';
import type { Rolldown } from 'vite';
import { adaptStylesToPaper } from '../../markdown/finish/paper-styles.ts';
import { resolveLiveFolder } from '../../ui/live/live-folder.ts';
import type { AddedLivePart } from '../build-features.ts';
import { nameHash } from '../hashing.ts';
import type { UiFile } from './bundle.ts';
import type { LiveFrame } from './live-frame.ts';
import { separatePrintRules } from './print-rules.ts';
import type { Output } from './run-vite.ts';
import type { LogoFiles } from './site-plugin.ts';

/**
 * The answer of the bundler for each part of the UI. Names are of files in `client/`, unless a comment says otherwise.
 */
export interface BundledParts {
  shell: {
    /** The script of every page. */
    script: string;
    /** The scripts that it loads first. */
    preload: string[];
    style: string;
    /** Rules for paper, in a style sheet of their own. */
    printStyle: string;
    /** The script that islands share with the shell. */
    islandsScript: string;
    files: BundledFile[];
  };
  styles: {
    style: string;
    /** Files that the style sheets name, such as pictures. */
    files: BundledFile[];
  };
  visitors: {
    loginScript: string;
    passkeyScript: string;
    firebaseScript?: string | undefined;
    style: string;
    files: BundledFile[];
  };
  renderer: {
    /** Name of a file in `server/`. */
    rendererModule: string;
  };
  preview: {
    /** The file that loads the others. */
    script: string;
    files: BundledFile[];
  };
  frame: LiveFrame;
  look: SiteLook;
}

export type BundledFile = Omit<UiFile, 'file' | 'url'> & { name: string };

/** The pictures and the font of the site, which visitors may load, too. */
export interface SiteLook {
  icon: string;
  logo: LogoFiles | undefined;
  font: { name: string; isVariable: boolean } | undefined;
}

/** Describes the scripts and styles of readers. `printRules` are to be stored as `printStyle`. */
export function describeShell(
  outputs: readonly Output[],
  addedParts: readonly AddedLivePart[] = [],
): BundledParts['shell'] & { printRules: string } {
  const { scripts, styles } = listLoadedFiles(outputs, 'shell', { later: true });
  const livePartByFile = mapFilesToLiveParts(outputs, addedParts);
  const usedByPages = listFilesOfPages(outputs);
  const { style, printRules } = separatePrintRules(joinStyles(outputs, styles));
  const printStyle = `print.${nameHash(printRules).slice(0, 8)}.css`;
  return {
    script: requireScript(scripts),
    preload: scripts.slice(1),
    style,
    printStyle,
    printRules,
    islandsScript: requireScript(listLoadedFiles(outputs, 'islands').scripts),
    files: [
      ...listNames(outputs)
        .filter((name) => !styles.includes(name))
        .map((name) => ({
          name,
          audience: 'reader' as const,
          livePart: livePartByFile.get(name),
          isOfPages: usedByPages.has(name),
        })),
      { name: printStyle, audience: 'reader', isOfPages: true },
    ],
  };
}

/** Describes the style sheets of the site. The bundler may write a script for them, which is empty. */
export function describeStyles(outputs: readonly Output[]): BundledParts['styles'] {
  const assets = listNames(outputs.filter(({ type }) => type === 'asset'));
  const isSheet = (name: string) => name.endsWith('.css');
  return {
    style: adaptStylesToPaper(joinStyles(outputs, assets.filter(isSheet))),
    files: assets
      .filter((name) => !isSheet(name))
      .map((name) => ({ name, audience: 'reader', isOfPages: true })),
  };
}

/** Describes what visitors load. Each entry is bundled separately. */
export function describeVisitors(outputs: readonly Output[]): BundledParts['visitors'] {
  const login = listLoadedFiles(outputs, 'login');
  const passkey = listLoadedFiles(outputs, 'passkey');
  const firebase = listLoadedFiles(outputs, 'firebase');
  const scripts = new Set([...login.scripts, ...passkey.scripts, ...firebase.scripts]);
  return {
    loginScript: requireScript(login.scripts),
    passkeyScript: requireScript(passkey.scripts),
    firebaseScript: firebase.scripts[0],
    style: joinStyles(outputs, login.styles),
    files: listNames(outputs)
      .filter((name) => !login.styles.includes(name))
      .map((name) => ({ name, audience: scripts.has(name) ? 'visitor' : 'reader', isOfPages: false })),
  };
}

function listNames(outputs: readonly Output[]): string[] {
  return [...new Set(outputs.map(({ fileName }) => fileName))];
}

function requireScript([name]: readonly string[]): string {
  if (name === undefined) throw new Error('The bundler wrote no script for an entry.');
  return name;
}

function joinStyles(outputs: readonly Output[], names: readonly string[]): string {
  return names.map((name) => readStyle(outputs, name)).join('\n');
}

/** CSS that is part of each page, so that it applies before the first paint without another request. */
function readStyle(outputs: readonly Output[], name: string): string {
  const output = outputs.find(({ fileName }) => fileName === name);
  if (output?.type !== 'asset') throw new Error(`The bundler wrote no style sheet ${name}.`);
  const text = Buffer.from(output.source).toString('utf8').trim();
  if (/<\/style/i.test(text)) throw new Error(`The style sheet ${name} would close its <style> element.`);
  return text;
}

/** Scripts by file name. */
function indexChunks(outputs: readonly Output[]): Map<string, Rolldown.OutputChunk> {
  return new Map(outputs.filter((output) => output.type === 'chunk').map((chunk) => [chunk.fileName, chunk]));
}

/**
 * Lists what the browser loads for an entry: its own file first, then all static imports, and the style sheets of both.
 * With `later`, also what the entry itself loads by `import()`, but not what those files load in turn.
 */
export function listLoadedFiles(
  outputs: readonly Output[],
  entry: string,
  { later = false } = {},
): { scripts: string[]; styles: string[] } {
  const chunks = indexChunks(outputs);
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const visit = (name: string) => {
    const chunk = chunks.get(name);
    if (!chunk || scripts.has(name)) return;
    scripts.add(name);
    for (const importedFile of chunk.imports) visit(importedFile);
    for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style);
  };
  const start = [...chunks.values()].find((chunk) => chunk.isEntry && chunk.name === entry);
  if (start) visit(start.fileName);
  if (start && later) for (const name of start.dynamicImports) visit(name);
  return { scripts: [...scripts], styles: [...styles] };
}

/** Lists all files that a page of the site may request, now or later, without those of administration and account. */
function listFilesOfPages(outputs: readonly Output[]): Set<string> {
  const chunks = indexChunks(outputs);
  const reachedFiles = new Set<string>();
  const visit = (name: string) => {
    const chunk = chunks.get(name);
    if (reachedFiles.has(name) || /\/ui\/(?:admin|account)\//.test(chunk?.facadeModuleId ?? '')) return;
    reachedFiles.add(name);
    if (!chunk) return;
    const css = [...(chunk.viteMetadata?.importedCss ?? [])];
    for (const next of [...chunk.imports, ...chunk.dynamicImports, ...css, ...listAssets(chunk, outputs)])
      visit(next);
  };
  for (const chunk of chunks.values())
    if (chunk.isEntry && ['shell', 'islands'].includes(chunk.name)) visit(chunk.fileName);
  return reachedFiles;
}

/** Files other than scripts that a script requests. Scripts of threads and documents of frames appear only as names. */
function listAssets(chunk: Rolldown.OutputChunk, outputs: readonly Output[]): string[] {
  const assets = outputs.flatMap((output) =>
    output.type === 'asset' && /\.(?:js|html)$/.test(output.fileName) ? output : [],
  );
  const listNamedAssets = (text: string) => assets.filter(({ fileName }) => text.includes(fileName));
  const namedAssets = listNamedAssets(chunk.code);
  // A document may show another one in a frame.
  const framedAssets = namedAssets.flatMap(({ source }) =>
    typeof source === 'string' ? listNamedAssets(source) : [],
  );
  return [
    ...(chunk.viteMetadata?.importedAssets ?? []),
    ...[...namedAssets, ...framedAssets].map(({ fileName }) => fileName),
  ];
}

/**
 * Maps each file that only one live part loads to that part: the name of its folder in `ui/live` or `src/live`, or what
 * that would be for the part of a feature.
 */
function mapFilesToLiveParts(
  outputs: readonly Output[],
  addedParts: readonly AddedLivePart[],
): Map<string, string> {
  const chunks = indexChunks(outputs);
  const addedFolders = new Map(addedParts.map(({ name, module }) => [module, resolveLiveFolder(name)]));
  const findLivePart = (name: string) => {
    const module = chunks.get(name)?.facadeModuleId ?? '';
    return (
      addedFolders.get(path.normalize(module)) ?? /\/(?:ui|src)\/live\/([^/]+)\/\1\.tsx$/.exec(module)?.[1]
    );
  };
  const loaders = new Map<string, Set<string>>();
  const visit = (name: string, loader: string) => {
    const knownLoaders = loaders.get(name) ?? new Set();
    if (knownLoaders.has(loader)) return;
    loaders.set(name, knownLoaders.add(loader));
    const chunk = chunks.get(name);
    if (!chunk) return;
    const loadedFiles = [...chunk.imports, ...chunk.dynamicImports, ...listAssets(chunk, outputs)];
    for (const next of loadedFiles) visit(next, findLivePart(next) ?? loader);
  };
  const everyPage = '';
  for (const { isEntry, fileName } of chunks.values()) if (isEntry) visit(fileName, everyPage);
  return new Map(
    [...loaders].flatMap(([name, [loader = everyPage, ...otherLoaders]]) =>
      loader === everyPage || otherLoaders.length > 0 ? [] : [[name, loader] as const],
    ),
  );
}
