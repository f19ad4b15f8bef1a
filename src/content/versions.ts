import { existsSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { DocsOptions } from '../config/docs-options.ts';
import type { DocSet, Version } from '../model/site.ts';
import { displayPath } from '../shared/file-paths.ts';
import { textIfPresent } from '../shared/if-present.ts';
import { readJson } from '../shared/json.ts';
import { didYouMean } from '../shared/near-name.ts';
import { errorsIn, type Problem } from '../shared/problem.ts';
import { joinPath } from './permalinks.ts';
import { readTranslations } from './translations.ts';

/** A version of a documentation, before its documents are read. */
export interface VersionFolder
  extends Pick<DocSet, 'instance' | 'badge' | 'banner' | 'className'>,
    Pick<Version, 'name' | 'label' | 'isLast'> {
  /** Address below which its documents are. */
  docsPath: string;
  /** Absolute. */
  dir: string;
  /** The same translated, where there is such a folder. */
  localizedDir: string | undefined;
  /** Texts of its sidebars and label in the language that is read; absent where nothing is translated. */
  translations: Readonly<Record<string, string>>;
  /** Absolute, `none` (made from the folders) or `disabled`; absent: it is looked for. */
  sidebarsFile: string | undefined;
}

interface VersionsToRead {
  options: DocsOptions;
  siteDir: string;
  /** Where the site lies, in the language that is read; `/` at both ends. */
  basePath: string;
  /** `i18n/<locale>`, absolute; absent where nothing is translated. */
  localeDir: string | undefined;
  /** Of the current version, where it is not what the options name. */
  docsDir?: string | undefined;
  sidebars?: string | undefined;
}

const CURRENT = 'current';
const namesSchema = z.array(z.string().min(1));

/**
 * Every version of every documentation, the main one's first: of that, the one that its address leads to. `docsDir`,
 * `sidebars`: of its current version.
 */
export async function readVersions({
  documentations,
  docsDir,
  sidebars,
  ...where
}: Omit<VersionsToRead, 'options'> & { documentations: readonly DocsOptions[] }): Promise<{
  versions: { version: VersionFolder; documentation: DocsOptions }[];
  problems: Problem[];
}> {
  const read = await Promise.all(
    documentations.map(async (options, at) => ({
      options,
      ...(await versionsOf({ ...where, options, ...(at === 0 ? { docsDir, sidebars } : {}) })),
    })),
  );
  const [first = [], ...others] = read.map(({ options, versions }) =>
    versions.map((version) => ({ version, documentation: options })),
  );
  const main = first.filter(({ version }) => version.isLast);
  return {
    versions: [...main, ...first.filter(({ version }) => !version.isLast), ...others.flat()],
    problems: read.flatMap(({ problems }) => problems),
  };
}

/** The versions of one documentation by the rules of Docusaurus, in the order of `versions.json`, the current one first. */
async function versionsOf(
  given: VersionsToRead,
): Promise<{ versions: VersionFolder[]; problems: Problem[] }> {
  const { options, siteDir, basePath, localeDir } = given;
  const prefix = options.id === 'default' ? '' : `${options.id}_`;
  const file = path.join(siteDir, `${prefix}versions.json`);
  const problems: Problem[] = [];
  const error = errorsIn('versions', displayPath(file));
  const report = (message: string) => problems.push(error(message));
  const earlier = options.disableVersioning ? [] : readNames(file, report);
  const known = [...(options.includeCurrentVersion || earlier.length === 0 ? [CURRENT] : []), ...earlier];
  const chosen = options.onlyIncludeVersions;
  for (const name of [...(chosen ?? []), ...Object.keys(options.versions), options.lastVersion ?? CURRENT])
    if (!known.includes(name) && (name !== CURRENT || chosen?.includes(name)))
      report(`There is no version "${name}".${didYouMean(name, known)}`);
  const names = known.filter((name) => chosen?.includes(name) ?? true);
  const dirOf = (name: string) =>
    name === CURRENT
      ? (given.docsDir ?? path.resolve(siteDir, options.path))
      : path.join(siteDir, `${prefix}versioned_docs`, `version-${name}`);
  for (const name of names)
    if (name !== CURRENT && !existsSync(dirOf(name)))
      report(
        `The version "${name}" has no folder ${displayPath(dirOf(name), siteDir)}: make it, or take the version out.`,
      );
  const last = options.lastVersion ?? names.find((name) => name !== CURRENT) ?? CURRENT;
  const plugin = `docusaurus-plugin-content-docs${options.id === 'default' ? '' : `-${options.id}`}`;

  const versions = names.map(async (name): Promise<VersionFolder> => {
    const own = options.versions[name] ?? {};
    const isLast = name === last;
    const below = own.path ?? (isLast ? '' : name === CURRENT ? 'next' : name);
    const translated = localeDir === undefined ? undefined : path.join(localeDir, plugin);
    const folderName = name === CURRENT ? CURRENT : `version-${name}`;
    const translations =
      translated === undefined ? {} : await readTranslations(`${translated}/${folderName}.json`);
    return {
      instance: options.id,
      name,
      label: translations['version.label'] ?? own.label ?? (name === CURRENT ? 'Next' : name),
      isLast,
      docsPath: joinPath(joinPath(basePath, options.routeBasePath), below).replace(/(.)\/$/, '$1'),
      dir: dirOf(name),
      localizedDir: translated === undefined ? undefined : existing(path.join(translated, folderName)),
      translations,
      sidebarsFile:
        name === CURRENT
          ? currentSidebars(given)
          : (existing(path.join(siteDir, `${prefix}versioned_sidebars`, `version-${name}-sidebars.json`)) ??
            'disabled'),
      badge: own.badge ?? (names.length > 1 || options.showSingleVersion),
      banner: bannerOf(own.banner, names, name, last),
      className: own.className ?? `docs-version-${name}`,
    };
  });
  return { versions: await Promise.all(versions), problems };
}

function currentSidebars({ options, siteDir, sidebars }: VersionsToRead): string | undefined {
  if (sidebars !== undefined) return sidebars;
  if (options.sidebarPath === false) return 'disabled';
  if (options.sidebarPath === null) return 'none';
  if (options.sidebarPath !== undefined) return path.resolve(siteDir, options.sidebarPath);
  // The file beside the folder is that of the one documentation that needs no name.
  return options.id === 'default' ? undefined : 'none';
}

/** What is older than the last version is no longer maintained, what is newer is not released. */
function bannerOf(
  own: 'none' | 'unreleased' | 'unmaintained' | undefined,
  names: readonly string[],
  name: string,
  last: string,
): DocSet['banner'] {
  if (own !== undefined) return own === 'none' ? undefined : own;
  if (names.length === 1 || name === last) return undefined;
  return names.indexOf(name) < names.indexOf(last) ? 'unreleased' : 'unmaintained';
}

function readNames(file: string, report: (message: string) => void): string[] {
  const source = textIfPresent(file);
  if (source === undefined) return [];
  const names = namesSchema.safeParse(readJson(source)).data;
  if (!names) report('It must be a list of names: ["2.0", "1.0"].');
  return names ?? [];
}

function existing(file: string): string | undefined {
  return existsSync(file) ? file : undefined;
}
