import type { Rolldown } from 'vite';
import { ASSETS_PREFIX, atBasePath } from '../../model/urls.ts';
import type { RenderContext } from '../../ui/page-data.ts';
import type { UiFile } from './bundle.ts';
import type { Output } from './run-vite.ts';
import type { SiteLogo } from './site-plugin.ts';

export interface BundledParts {
  site: {
    assets: RenderContext['assets'];
    /** Names in `client/`. */
    files: (Omit<UiFile, 'file' | 'url'> & { name: string })[];
    /** Name in `server/`. */
    rendererModule: string;
    /** Name in `client/` of what islands share with the shell. */
    islandsScript: string;
  };
  preview: {
    /** Names in `client/`. */
    files: string[];
    /** The one that loads the others. */
    script: string;
  };
}

/** Names of what the login page shows. */
export interface VisitorPictures {
  icon: string;
  logo: SiteLogo | undefined;
}

/** What pages and build need to know of the scripts and styles that were made. */
export function describeBundle(
  outputs: Output[],
  { icon, logo }: VisitorPictures,
  rootPath: string,
): Pick<BundledParts['site'], 'assets' | 'files' | 'islandsScript'> {
  const shell = loadedBy(outputs, 'shell', { later: true });
  const login = loadedBy(outputs, 'login');
  const passkey = loadedBy(outputs, 'passkey');
  const firebase = loadedBy(outputs, 'firebase');
  const parts = livePartsOf(outputs);
  const ofPages = loadedByPages(outputs);
  const pictures = [icon, logo?.light, logo?.dark].filter((name) => name !== undefined);
  const visitors = new Set([...login.scripts, ...passkey.scripts, ...firebase.scripts, ...pictures]);
  const inPages = new Set([...shell.styles, ...login.styles]);
  const styleOf = (names: string[]) => names.map((name) => styleText(outputs, name)).join('\n');
  const url = (name: string) => atBasePath(ASSETS_PREFIX + name, rootPath);
  const first = ([name]: string[]) => {
    if (name === undefined) throw new Error('The bundler made no script for an entry.');
    return url(name);
  };
  const [islandsScript = ''] = loadedBy(outputs, 'islands').scripts;
  return {
    islandsScript,
    assets: {
      script: first(shell.scripts),
      preload: shell.scripts.slice(1).map(url),
      style: styleOf(shell.styles),
      loginScript: first(login.scripts),
      passkeyScript: first(passkey.scripts),
      loginStyle: styleOf(login.styles) + ownAccent(styleOf(shell.styles)),
      ...(firebase.scripts.length > 0 ? { firebaseScript: first(firebase.scripts) } : {}),
      icon: url(icon),
      ...(logo && { logo: { src: url(logo.light), ...(logo.dark && { srcDark: url(logo.dark) }) } }),
    },
    files: [...new Set([...outputs.map((output) => output.fileName), ...pictures])]
      .filter((name) => !inPages.has(name))
      .map((name) => ({
        name,
        audience: visitors.has(name) ? 'visitor' : 'reader',
        livePart: parts.get(name),
        isOfPages: ofPages.has(name) || name === icon,
      })),
  };
}

/** The colour that the owner's style sheets give Docusaurus' `--ifm-color-primary`, for the pages without those sheets. */
function ownAccent(style: string): string {
  const last = { light: '', dark: '' };
  for (const [, selector = '', colour = ''] of style.matchAll(
    /([^{}]+)\{[^{}]*?--ifm-color-primary:([#\w][\w#(),.%/ -]*)[;}]/g,
  ))
    if (!colour.startsWith('light-dark')) last[selector.includes('dark') ? 'dark' : 'light'] = colour;
  const rule = (selector: string, colour: string) =>
    colour === '' ? '' : `\n${selector}{--accent:${colour};--on-accent:${onAccent}}`;
  return rule(':root', last.light) + rule('[data-theme=dark]', last.dark);
}

/** Light on what is dark, and dark on what is light. */
const onAccent = 'oklch(from var(--accent) clamp(.15,(.66 - l)*1000,.99) 0 h)';

/** Stands in the pages themselves, where it is there before the first paint without a request of its own. */
function styleText(outputs: Output[], name: string): string {
  const output = outputs.find(({ fileName }) => fileName === name);
  if (output?.type !== 'asset') throw new Error(`The bundler made no style ${name}.`);
  const text = Buffer.from(output.source).toString('utf8').trim();
  if (/<\/style/i.test(text)) throw new Error(`The style ${name} would end its element.`);
  return text;
}

/** Scripts by name. */
function chunksOf(outputs: readonly Output[]): Map<string, Rolldown.OutputChunk> {
  return new Map(outputs.filter((one) => one.type === 'chunk').map((chunk) => [chunk.fileName, chunk]));
}

/**
 * What an entry loads at once: its own file first, then what it imports statically, and their styles.
 * `later`: and what it asks for itself by `import()`; not what that asks for in turn.
 */
export function loadedBy(
  outputs: Output[],
  entry: string,
  { later = false } = {},
): { scripts: string[]; styles: string[] } {
  const chunks = chunksOf(outputs);
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const visit = (name: string) => {
    const chunk = chunks.get(name);
    if (!chunk || scripts.has(name)) return;
    scripts.add(name);
    for (const imported of chunk.imports) visit(imported);
    for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style);
  };
  const start = [...chunks.values()].find((chunk) => chunk.isEntry && chunk.name === entry);
  if (start) visit(start.fileName);
  if (start && later) for (const name of start.dynamicImports) visit(name);
  return { scripts: [...scripts], styles: [...styles] };
}

/** Everything that a page of the site may ask for, at once or later: not what administration and account do. */
function loadedByPages(outputs: Output[]): Set<string> {
  const chunks = chunksOf(outputs);
  const found = new Set<string>();
  const visit = (name: string) => {
    const chunk = chunks.get(name);
    if (found.has(name) || /\/ui\/(?:admin|account)\//.test(chunk?.facadeModuleId ?? '')) return;
    found.add(name);
    if (!chunk) return;
    const css = [...(chunk.viteMetadata?.importedCss ?? [])];
    for (const next of [...chunk.imports, ...chunk.dynamicImports, ...css, ...assetsOf(chunk, outputs)])
      visit(next);
  };
  for (const chunk of chunks.values())
    if (chunk.isEntry && ['shell', 'islands'].includes(chunk.name)) visit(chunk.fileName);
  return found;
}

/** What a script asks for besides other scripts; those of threads and documents of frames it knows by their names alone. */
function assetsOf(chunk: Rolldown.OutputChunk, outputs: readonly Output[]): string[] {
  const assets = outputs.flatMap((output) =>
    output.type === 'asset' && /\.(?:js|html)$/.test(output.fileName) ? output : [],
  );
  const namedIn = (text: string) => assets.filter(({ fileName }) => text.includes(fileName));
  const named = namedIn(chunk.code);
  // A document may name another, which it has in a frame.
  const framed = named.flatMap(({ source }) => (typeof source === 'string' ? namedIn(source) : []));
  return [
    ...(chunk.viteMetadata?.importedAssets ?? []),
    ...[...named, ...framed].map(({ fileName }) => fileName),
  ];
}

/** The files that one live part loads and nobody else, by name: its folder in `ui/live` or the site's `src/live`. */
function livePartsOf(outputs: Output[]): Map<string, string> {
  const chunks = chunksOf(outputs);
  const partOf = (name: string) =>
    /\/(?:ui|src)\/live\/([^/]+)\/\1\.tsx$/.exec(chunks.get(name)?.facadeModuleId ?? '')?.[1];
  const loaders = new Map<string, Set<string>>();
  const visit = (name: string, loader: string) => {
    const known = loaders.get(name) ?? new Set();
    if (known.has(loader)) return;
    loaders.set(name, known.add(loader));
    const chunk = chunks.get(name);
    if (!chunk) return;
    const loaded = [...chunk.imports, ...chunk.dynamicImports, ...assetsOf(chunk, outputs)];
    for (const next of loaded) visit(next, partOf(next) ?? loader);
  };
  const everyPage = '';
  for (const { isEntry, fileName } of chunks.values()) if (isEntry) visit(fileName, everyPage);
  return new Map(
    [...loaders].flatMap(([name, [loader = everyPage, ...others]]) =>
      loader === everyPage || others.length > 0 ? [] : [[name, loader] as const],
    ),
  );
}
