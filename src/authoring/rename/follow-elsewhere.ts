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
  const withIds = source.replace(
    /(["'])([^"'\n]+)\1(\s*:)?/g,
    (whole, quote: string, text: string, colon: string | undefined, at: number) => {
      const now = colon === undefined ? ids.get(text) : undefined;
      return now === undefined || namesNoDocument.test(source.slice(0, at)) ? whole : quote + now + quote;
    },
  );
  return withIds.replace(
    /(\bdirName["']?\s*:\s*)(["'])([^"'\n]+)\2/g,
    (whole, key: string, quote: string, text: string) => {
      const now = folderNow(text, folders);
      return now === undefined ? whole : key + quote + now + quote;
    },
  );
}

/** The document that a `_category_` file links to. `idNow`: for what stays as it is, nothing. */
export function followInCategory(source: string, idNow: (id: string) => string | undefined): string {
  return source.replace(
    /((?:["']id["']|\bid)\s*:\s*)(["']?)([^"'\s,}\n]+)\2/g,
    (whole, key: string, quote: string, id: string) => {
      const now = idNow(id);
      return now === undefined ? whole : key + quote + now + quote;
    },
  );
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
  const addresses = source.replace(/(["'`])(\/[^"'`\n]*)\1/g, (whole, quote: string, text: string) => {
    const now = addressNow(moves, text);
    return now === undefined ? whole : quote + now + quote;
  });
  return addresses.replace(
    /(\bdocId["']?\s*:\s*)(["'])([^"'\n]+)\2/g,
    (whole, key: string, quote: string, id: string) => {
      const now = moves.idsAt().get(id);
      return now === undefined ? whole : key + quote + now + quote;
    },
  );
}

/** The addresses of a file of questions, which stand before their colon. */
export function followInQuestions(source: string, moves: Moves): string {
  return source.replace(
    /^(["']?)(\/.*?)\1(\s*:\s*)$/gm,
    (line, quote: string, text: string, colon: string) => {
      const now = addressNow(moves, text);
      return now === undefined ? line : quote + now + quote + colon;
    },
  );
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
