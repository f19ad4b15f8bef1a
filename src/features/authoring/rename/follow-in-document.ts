import path from 'node:path';
import { splitUrl } from '../../../markdown/urls.ts';
import { hasProtocol } from '../../../model/written-links.ts';
import { toCanonicalText } from '../../../shared/canonical-text.ts';
import { decodeUrl } from '../../../shared/decode.ts';
import { formatPathFrom } from '../../../shared/file-paths.ts';
import { type Destination, findDestinations, replaceMatches, replacePieces } from './destinations.ts';
import { computeRelativeLink, findNewAddress, findNewFile, type Moves } from './moves.ts';

const moduleEndings = ['', '.mdx', '.md', '.tsx', '.ts', '.jsx', '.js', '.json'];

/** Updates the links, pictures and imports of a document. Everything else stays byte by byte. */
export function updateDocument(
  source: string,
  file: { before: string; after: string },
  moves: Moves,
): string {
  const pieces = findDestinations(source).flatMap((destination) => {
    const by = findNewDestination(destination, file, moves);
    return by === undefined || by === destination.text ? [] : [{ ...destination, by }];
  });
  return updateIds(replacePieces(source, pieces), () => moves.listIdsAt(file.before));
}

/** Updates ids in the front matter. */
function updateIds(source: string, ids: () => ReadonlyMap<string, string>): string {
  const end = /^---\r?\n[\s\S]*?\r?\n---/.exec(source)?.[0].length ?? 0;
  const paginationKey = /^pagination_(?:next|prev):[ \t]*(["']?)(?<at>[^"'\n\r]+?)\1[ \t]*$/dgm;
  return (
    replaceMatches(source.slice(0, end), paginationKey, (id) => ids().get(toCanonicalText(id))) +
    source.slice(end)
  );
}

function findNewDestination(
  { text, isModule }: Destination,
  file: { before: string; after: string },
  moves: Moves,
): string | undefined {
  if (hasProtocol(text) || text.startsWith('#') || text.startsWith('//')) return undefined;
  // A webpack loader in front of a path: `raw-loader!./file.md`.
  const loader = isModule ? (/^(?:[\w-]+!|!)+/.exec(text)?.[0] ?? '') : '';
  const { path: pathname, search, hash } = splitUrl(text.slice(loader.length));
  if (pathname === '') return undefined;
  const newPath = computeFileReference(pathname, isModule, file, moves);
  if (newPath !== undefined) return newPath === pathname ? undefined : loader + newPath + search + hash;
  if (isModule) return undefined;
  // A space would end a destination that isn't in angle brackets.
  const encodeSpaces = (now: string | undefined) =>
    /\s/.test(text) ? now : now?.replace(/\s/g, encodeURIComponent);
  if (pathname.startsWith('/')) return encodeSpaces(findNewAddress(moves, text));
  return computeRelativeAddress(pathname, search + hash, file, moves);
}

/** Rewrites a path that names a file. Undefined if there's no such file. */
function computeFileReference(
  pathname: string,
  isModule: boolean,
  { before, after }: { before: string; after: string },
  moves: Moves,
): string | undefined {
  const decodedPath = decodeUrl(pathname);
  const encodeLikeOriginal = (now: string) => {
    if (decodeUrl(pathname) !== pathname) return encodeURI(now);
    return /\s/.test(now) && !/\s/.test(pathname) && !isModule ? encodeURI(now) : now;
  };
  for (const { folder, kind } of listBases(decodedPath, isModule, before, moves)) {
    for (const ending of isModule ? moduleEndings : ['']) {
      const oldFile = path.join(folder, decodedPath.replace(/^@site\//, '').replace(/^\/+/, '') + ending);
      const newFile = findNewFile(moves, oldFile);
      if (newFile === undefined || path.extname(oldFile) === '') continue;
      const isSameFile = toCanonicalText(oldFile) === toCanonicalText(newFile);
      const withoutEnding = ending === '' ? newFile : newFile.slice(0, -ending.length);
      if (kind === 'own') {
        if (isSameFile && path.dirname(before) === path.dirname(after)) return pathname;
        const link = computeRelativeLink(after, withoutEnding);
        const isBare = !/^\.\.?\//.test(decodedPath);
        return encodeLikeOriginal(isBare ? link.replace(/^\.\//, '') : link);
      }
      if (isSameFile) return pathname;
      const fromBase = formatPathFrom(folder, withoutEnding);
      // Outside the folder that the link starts from, only `@site` reaches the file.
      if (kind === 'site' || fromBase.startsWith('../'))
        return encodeLikeOriginal(`@site/${formatPathFrom(moves.siteDir, withoutEnding)}`);
      return encodeLikeOriginal(decodedPath.startsWith('/') ? `/${fromBase}` : fromBase);
    }
  }
  return undefined;
}

interface Base {
  /** A folder that the path of a file can start from. */
  folder: string;
  kind: 'own' | 'site' | 'root';
}

/** Lists the folders in which a file is looked for, in the order of Docusaurus. */
function listBases(
  decodedPath: string,
  isModule: boolean,
  before: string,
  { siteDir, roots }: Moves,
): Base[] {
  const ownFolder: Base = { folder: path.dirname(before), kind: 'own' };
  const rootFolders: Base[] = [...roots, siteDir].map((folder) => ({ folder, kind: 'root' }));
  if (decodedPath.startsWith('@site/')) return [{ folder: siteDir, kind: 'site' }];
  if (/^\.\.?\//.test(decodedPath)) return [ownFolder];
  // Anything else is the name of a package.
  if (isModule) return [];
  return decodedPath.startsWith('/') ? rootFolders : [ownFolder, ...rootFolders];
}

/** Rewrites a link relative to the address of its page, when that page or the target has a new address. */
function computeRelativeAddress(
  pathname: string,
  rest: string,
  { before }: { before: string },
  moves: Moves,
): string | undefined {
  const page = moves.pages.get(before);
  if (page === undefined) return undefined;
  const resolveFrom = (from: string) =>
    toCanonicalText(decodeUrl(new URL(pathname, `http://site${encodeURI(from)}`).pathname));
  const oldTarget = resolveFrom(page);
  if (!moves.routes.has(oldTarget)) return undefined;
  const newTarget = moves.addresses.get(oldTarget) ?? oldTarget;
  return resolveFrom(moves.addresses.get(page) ?? page) === newTarget
    ? undefined
    : encodeURI(newTarget) + rest;
}
