import { toCanonicalText } from '../../../shared/canonical-text.ts';
import { replaceMatches } from './destinations.ts';
import { findNewAddress, type Moves } from './moves.ts';

/** Matches the text before strings of a sidebars file that aren't ids of documents. */
const namesNoDocument =
  /\b(?:label|title|description|className|key|type|dirName|href|slug|value)["']?\s*:\s*$/;

/** Updates the ids of documents and the folders of generated sidebars in a sidebars file, JSON or code. */
export function updateSidebars(
  source: string,
  ids: ReadonlyMap<string, string>,
  folders: ReadonlyMap<string, string>,
): string {
  const withIds = replaceMatches(source, /(["'])(?<at>[^"'\n]+)\1/dg, (text, start) => {
    const newId = ids.get(toCanonicalText(text));
    const isKey = newId !== undefined && /^\s*:/.test(source.slice(start + text.length + 1));
    return isKey || namesNoDocument.test(source.slice(0, start - 1)) ? undefined : newId;
  });
  const folder = /\bdirName["']?\s*:\s*(["'])(?<at>[^"'\n]+)\1/dg;
  return replaceMatches(withIds, folder, (text) => findNewFolder(text, folders));
}

/** Updates the document that a `_category_` file links to. `idNow` returns undefined for an id that stays. */
export function updateCategory(source: string, idNow: (id: string) => string | undefined): string {
  return replaceMatches(source, /(?:["']id["']|\bid)\s*:\s*(["']?)(?<at>[^"'\s,}\n]+)\1/dg, idNow);
}

/** Updates paths in the configuration that start from the site folder, including the patterns of audiences. */
export function updatePaths(source: string, paths: ReadonlyMap<string, string>): string {
  let text = source;
  for (const [before, after] of paths) {
    const forms = ['NFC', 'NFD']
      .map((form) => before.normalize(form).replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('|');
    const quotedPath = new RegExp(`(?<=["'\`](?:\\./)?)(?:${forms})(?=["'\`/])`, 'g');
    text = text.replace(quotedPath, () => after);
  }
  return text;
}

function findNewFolder(folder: string, folders: ReadonlyMap<string, string>): string | undefined {
  const name = toCanonicalText(folder);
  for (const [before, after] of folders) {
    const oldName = toCanonicalText(before);
    if (name === oldName) return after;
    if (name.startsWith(`${oldName}/`)) return after + name.slice(oldName.length);
  }
  return undefined;
}

/** Updates addresses and `docId`s in strings: in the configuration, in pages and in components. */
export function updateCode(source: string, moves: Moves): string {
  const addresses = replaceMatches(source, /(["'`])(?<at>\/[^"'`\n]*)\1/dg, (text) =>
    findNewAddress(moves, text),
  );
  const docIds = /\bdocId["']?\s*:\s*(["'])(?<at>[^"'\n]+)\1/dg;
  return replaceMatches(addresses, docIds, (id) => moves.listIdsAt().get(toCanonicalText(id)));
}

/** Updates the addresses in a file of questions. An address is a key, so it ends with a colon. */
export function updateQuestions(source: string, moves: Moves): string {
  return replaceMatches(source, /^(["']?)(?<at>\/.*?)\1\s*:\s*$/dgm, (text) => findNewAddress(moves, text));
}

/**
 * Adds redirects from old addresses to new ones to `redirects.json`. Redirects to an old address now lead to the new
 * one. A redirect from an address that is a page again is removed.
 */
export function addRedirects(source: string | undefined, moves: Moves): string {
  const text = source ?? '{}\n';
  const existingRedirects: Record<string, string> = JSON.parse(text.replace(/^\uFEFF/, ''));
  const pages = new Set(moves.addresses.values());
  const remainingRedirects = Object.entries(existingRedirects).flatMap(([from, to]) =>
    pages.has(from) ? [] : [[from, findNewAddress(moves, to) ?? to] as const],
  );
  const redirects = new Map([...remainingRedirects, ...moves.addresses]);
  const indent = /^\{\r?\n([ \t]+)/.exec(text)?.[1] ?? '  ';
  return `${JSON.stringify(Object.fromEntries(redirects), null, indent)}\n`;
}
