import path from 'node:path';
import { hasProtocol, splitUrl } from '../../markdown/urls.ts';
import { decodeUrl } from '../../shared/decode.ts';
import { pathFrom } from '../../shared/file-paths.ts';
import { type Destination, destinations, replaceNamed, replacePieces } from './destinations.ts';
import { addressNow, fileNow, type Moves, relativeLink } from './moves.ts';

const moduleEndings = ['', '.mdx', '.md', '.tsx', '.ts', '.jsx', '.js', '.json'];

/** A document with its links, pictures and imports following what has moved; the rest of it stays byte by byte. */
export function followInDocument(
  source: string,
  file: { before: string; after: string },
  moves: Moves,
): string {
  const pieces = destinations(source).flatMap((destination) => {
    const by = follow(destination, file, moves);
    return by === undefined || by === destination.text ? [] : [{ ...destination, by }];
  });
  return followIds(replacePieces(source, pieces), () => moves.idsAt(file.before));
}

/** Ids in the front matter. */
function followIds(source: string, ids: () => ReadonlyMap<string, string>): string {
  const end = /^---\r?\n[\s\S]*?\r?\n---/.exec(source)?.[0].length ?? 0;
  const written = /^pagination_(?:next|prev):[ \t]*(["']?)(?<at>[^"'\n\r]+?)\1[ \t]*$/dgm;
  return replaceNamed(source.slice(0, end), written, (id) => ids().get(id)) + source.slice(end);
}

function follow(
  { text, isModule }: Destination,
  file: { before: string; after: string },
  moves: Moves,
): string | undefined {
  if (hasProtocol(text) || text.startsWith('#') || text.startsWith('//')) return undefined;
  // The bundler's own names, before what they are of.
  const loader = isModule ? (/^(?:[\w-]+!|!)+/.exec(text)?.[0] ?? '') : '';
  const { path: pathname, search, hash } = splitUrl(text.slice(loader.length));
  if (pathname === '') return undefined;
  const named = fileNamed(pathname, isModule, file, moves);
  if (named !== undefined) return named === pathname ? undefined : loader + named + search + hash;
  if (isModule) return undefined;
  // A blank ends what is not in angle brackets.
  const plain = (now: string | undefined) =>
    /\s/.test(text) ? now : now?.replace(/\s/g, encodeURIComponent);
  if (pathname.startsWith('/')) return plain(addressNow(moves, text));
  return relativeAddress(pathname, search + hash, file, moves);
}

/** What names a file, as it names it now; nothing for what is no file. */
function fileNamed(
  pathname: string,
  isModule: boolean,
  { before, after }: { before: string; after: string },
  moves: Moves,
): string | undefined {
  const plain = decodeUrl(pathname);
  const write = (now: string) => {
    if (decodeUrl(pathname) !== pathname) return encodeURI(now);
    return /\s/.test(now) && !/\s/.test(pathname) && !isModule ? encodeURI(now) : now;
  };
  for (const { folder, kind } of basesOf(plain, isModule, before, moves)) {
    for (const ending of isModule ? moduleEndings : ['']) {
      const was = path.join(folder, plain.replace(/^@site\//, '').replace(/^\/+/, '') + ending);
      const now = fileNow(moves, was);
      if (now === undefined || path.extname(was) === '') continue;
      const withoutEnding = ending === '' ? now : now.slice(0, -ending.length);
      if (kind === 'own') {
        if (was === now && path.dirname(before) === path.dirname(after)) return pathname;
        const link = relativeLink(after, withoutEnding);
        const isBare = !/^\.\.?\//.test(plain);
        return write(isBare ? link.replace(/^\.\//, '') : link);
      }
      if (was === now) return pathname;
      const inside = pathFrom(folder, withoutEnding);
      // Or it has left the folder that the link starts from.
      if (kind === 'site' || inside.startsWith('../'))
        return write(`@site/${pathFrom(moves.siteDir, withoutEnding)}`);
      return write(plain.startsWith('/') ? `/${inside}` : inside);
    }
  }
  return undefined;
}

interface Base {
  folder: string;
  kind: 'own' | 'site' | 'root';
}

/** Where a file is looked for, in the order of Docusaurus. */
function basesOf(plain: string, isModule: boolean, before: string, { siteDir, roots }: Moves): Base[] {
  const own: Base = { folder: path.dirname(before), kind: 'own' };
  const all: Base[] = [...roots, siteDir].map((folder) => ({ folder, kind: 'root' }));
  if (plain.startsWith('@site/')) return [{ folder: siteDir, kind: 'site' }];
  if (/^\.\.?\//.test(plain)) return [own];
  // Else it is a package.
  if (isModule) return [];
  return plain.startsWith('/') ? all : [own, ...all];
}

/** A link from page to page: it is resolved against the address of its own page, which may be another one now. */
function relativeAddress(
  pathname: string,
  rest: string,
  { before }: { before: string },
  moves: Moves,
): string | undefined {
  const page = moves.pages.get(before);
  if (page === undefined) return undefined;
  const target = (from: string) => decodeUrl(new URL(pathname, `http://site${encodeURI(from)}`).pathname);
  const was = target(page);
  if (!moves.routes.has(was)) return undefined;
  const now = moves.addresses.get(was) ?? was;
  return target(moves.addresses.get(page) ?? page) === now ? undefined : encodeURI(now) + rest;
}
