import path from 'node:path';
import { textIfPresent } from './if-present.ts';
import { isRecord, readJson } from './json.ts';

/**
 * Names a package that isn't installed. Problems say it with these words, and so do the errors that code throws if it
 * needs such a package. Errors cross threads and bundles as text, so `findMissingPackage` recognizes them by the words.
 */
export function describeMissingPackage(name: string): string {
  return `The package \`${name}\` isn't installed.`;
}

const ourWords =
  /The package ["`]([^"`]+)["`](?:, which [^,]+,)? (?:is not|isn't) installed(?: in the site folder)?(?:[.:]| \()/;
/** Node's words for an import that isn't a path or an alias of Docusaurus. */
const nodeWords =
  /Cannot find (?:module|package) '((?!node:|file:|\.|\/|[A-Za-z]:|@(?:site|generated|theme[\w-]*)\/)[^']+)'/;

/** The package that a message reports as not installed, in our words or in Node's; undefined for other messages. */
export function findMissingPackage(message: string): string | undefined {
  const [, name] = ourWords.exec(message) ?? [];
  const [, specifier] = nodeWords.exec(message) ?? [];
  return name ?? (specifier && getPackageName(specifier));
}

/** The package of an import: `@scope/name` of `@scope/name/file.js`. */
export function getPackageName(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

/** The npm command that installs these packages: `npm install` if the site's package.json lists all of them. */
export function installCommand(siteDir: string, names: readonly string[], options = ''): string {
  const declaredPackages = listedPackages(siteDir);
  const unlisted = names.filter((name) => !declaredPackages.has(name)).sort();
  return ['npm install', options, ...unlisted].filter((part) => part !== '').join(' ');
}

const packageLists = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];

function listedPackages(siteDir: string): ReadonlySet<string> {
  const content = readJson(textIfPresent(path.join(siteDir, 'package.json')));
  if (!isRecord(content)) return new Set();
  return new Set(
    packageLists.flatMap((key) => {
      const list = content[key];
      return isRecord(list) ? Object.keys(list) : [];
    }),
  );
}
