import { replaceNamed } from './destinations.ts';
import { addressNow, type Moves } from './moves.ts';

/** Strings of a sidebars file that name no document. */
const namesNoDocument =
  /\b(?:label|title|description|className|key|type|dirName|href|slug|value)["']?\s*:\s*$/;

/** A sidebars file, of code or JSON: ids of documents, and folders of generated sidebars. */
export function followInSidebars(
  source: string,
  ids: ReadonlyMap<string, string>,
  folders: ReadonlyMap<string, string>,
): string {
  const withIds = replaceNamed(source, /(["'])(?<at>[^"'\n]+)\1/dg, (text, start) => {
    const now = ids.get(text);
    const isKey = now !== undefined && /^\s*:/.test(source.slice(start + text.length + 1));
    return isKey || namesNoDocument.test(source.slice(0, start - 1)) ? undefined : now;
  });
  const folder = /\bdirName["']?\s*:\s*(["'])(?<at>[^"'\n]+)\1/dg;
  return replaceNamed(withIds, folder, (text) => folderNow(text, folders));
}

/** The document that a `_category_` file links to. `idNow`: for what stays as it is, nothing. */
export function followInCategory(source: string, idNow: (id: string) => string | undefined): string {
  return replaceNamed(source, /(?:["']id["']|\bid)\s*:\s*(["']?)(?<at>[^"'\s,}\n]+)\1/dg, idNow);
}

/** Files and folders that the configuration names from the site folder, patterns of audiences among them. */
export function followInPatterns(source: string, paths: ReadonlyMap<string, string>): string {
  let text = source;
  for (const [before, after] of paths) {
    const written = before.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    const named = new RegExp(`(?<=["'\`](?:\\./)?)${written}(?=["'\`/])`, 'g');
    text = text.replace(named, () => after);
  }
  return text;
}

function folderNow(folder: string, folders: ReadonlyMap<string, string>): string | undefined {
  for (const [before, after] of folders) {
    if (folder === before) return after;
    if (folder.startsWith(`${before}/`)) return after + folder.slice(before.length);
  }
  return undefined;
}

/** Addresses as strings: of the configuration, of pages and components, of a redirect's target. */
export function followInCode(source: string, moves: Moves): string {
  const addresses = replaceNamed(source, /(["'`])(?<at>\/[^"'`\n]*)\1/dg, (text) => addressNow(moves, text));
  const docIds = /\bdocId["']?\s*:\s*(["'])(?<at>[^"'\n]+)\1/dg;
  return replaceNamed(addresses, docIds, (id) => moves.idsAt().get(id));
}

/** The addresses of a file of questions, which stand before their colon. */
export function followInQuestions(source: string, moves: Moves): string {
  return replaceNamed(source, /^(["']?)(?<at>\/.*?)\1\s*:\s*$/dgm, (text) => addressNow(moves, text));
}

/**
 * `redirects.json` with what led to the old addresses leading on, and the old addresses leading to the new ones. What
 * is a page again redirects no longer.
 */
export function withRedirects(source: string | undefined, moves: Moves): string {
  const text = source ?? '{}\n';
  const known: Record<string, string> = JSON.parse(text.replace(/^\uFEFF/, ''));
  const pages = new Set(moves.addresses.values());
  const kept = Object.entries(known).flatMap(([from, to]) =>
    pages.has(from) ? [] : [[from, addressNow(moves, to) ?? to] as const],
  );
  const all = new Map([...kept, ...moves.addresses]);
  const indent = /^\{\r?\n([ \t]+)/.exec(text)?.[1] ?? '  ';
  return `${JSON.stringify(Object.fromEntries(all), null, indent)}\n`;
}
