import { existsSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import type { DocsOptions } from '../../config/docs-options.ts';
import type { DocSet, Version } from '../../model/site.ts';
import { toCanonicalData } from '../../shared/canonical-text.ts';
import { displayPath } from '../../shared/file-paths.ts';
import { readTextIfPresent } from '../../shared/if-present.ts';
import { readJson } from '../../shared/json.ts';
import { didYouMean } from '../../shared/near-name.ts';
import { findPathOnDisk } from '../../shared/path-on-disk.ts';
import { createErrorReporter, type Problem } from '../../shared/problem.ts';
import { readTranslations } from '../languages/translations.ts';
import { joinPath } from '../links/permalinks.ts';

/** A version of a documentation, before its documents are read. */
export interface VersionFolder
  extends Pick<DocSet, 'instance' | 'position' | 'badge' | 'banner' | 'className'>,
    Pick<Version, 'name' | 'label' | 'isLast'> {
  /** Base address of the version's documents. */
  docsPath: string;
  /** Absolute path of the version's folder. */
  dir: string;
  /** Absolute path of the folder with its translations, if there is one. */
  localizedDir: string | undefined;
  /** Translated label and sidebar texts. Empty if nothing is translated. */
  translations: Readonly<Record<string, string>>;
  /** Absolute path, `none` to generate one from the folders, or `disabled`. Undefined: look for it. */
  sidebarsFile: string | undefined;
}

interface VersionsToRead {
  options: DocsOptions;
  siteDir: string;
  /** Address of the site in the language that is read, with `/` at both ends. */
  basePath: string;
  /** Absolute path of `i18n/<locale>`. Undefined if nothing is translated. */
  localeDir: string | undefined;
  /** Docs folder of the current version, if it differs from the options. */
  docsDir?: string | undefined;
  sidebars?: string | undefined;
}

const CURRENT = 'current';
const namesSchema = z.array(z.string().min(1));

/**
 * Reads every version of every documentation, those of the main documentation first. Among these, the version at the
 * plain address comes first. `docsDir` and `sidebars` belong to the main documentation's current version.
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
  const readings = await Promise.all(
    documentations.map(async (options, index) => ({
      options,
      ...(await readDocumentation({ ...where, options, ...(index === 0 ? { docsDir, sidebars } : {}) })),
    })),
  );
  const [mainVersions = [], ...otherVersions] = readings.map(({ options, versions }) =>
    versions.map((version) => ({ version, documentation: options })),
  );
  const main = mainVersions.filter(({ version }) => version.isLast);
  return {
    versions: [...main, ...mainVersions.filter(({ version }) => !version.isLast), ...otherVersions.flat()],
    problems: readings.flatMap(({ problems }) => problems),
  };
}

/** The file with the names of a documentation's versions: `versions.json`, or `<id>_versions.json`. */
export function resolveVersionsFile({ id }: Pick<DocsOptions, 'id'>, siteDir: string): string {
  return path.join(siteDir, id === 'default' ? 'versions.json' : `${id}_versions.json`);
}

/**
 * Reads the versions of one documentation by the rules of Docusaurus: the current one, then those of `versions.json`.
 */
async function readDocumentation(
  request: VersionsToRead,
): Promise<{ versions: VersionFolder[]; problems: Problem[] }> {
  const { options, siteDir, basePath, localeDir } = request;
  const prefix = options.id === 'default' ? '' : `${options.id}_`;
  const file = resolveVersionsFile(options, siteDir);
  const problems: Problem[] = [];
  const error = createErrorReporter('versions', displayPath(file));
  const report = (message: string) => problems.push(error(message));
  const earlierVersions = options.disableVersioning ? [] : readNames(file, report);
  const allNames = [
    ...(options.includeCurrentVersion || earlierVersions.length === 0 ? [CURRENT] : []),
    ...earlierVersions,
  ];
  const {
    onlyIncludeVersions: includedVersions,
    lastVersion,
    versions: versionConfigs,
  } = toCanonicalData({
    onlyIncludeVersions: options.onlyIncludeVersions,
    lastVersion: options.lastVersion,
    versions: options.versions,
  });
  for (const name of [...(includedVersions ?? []), ...Object.keys(versionConfigs), lastVersion ?? CURRENT])
    if (!allNames.includes(name) && (name !== CURRENT || includedVersions?.includes(name)))
      report(`No version is called "${name}".${didYouMean(name, allNames)}`);
  const names = allNames.filter((name) => includedVersions?.includes(name) ?? true);
  const findDir = (name: string) =>
    name === CURRENT
      ? (request.docsDir ?? path.resolve(siteDir, options.path))
      : findPathOnDisk(path.join(siteDir, `${prefix}versioned_docs`, `version-${name}`));
  for (const name of names)
    if (name !== CURRENT && !existsSync(findDir(name)))
      report(
        `The version "${name}" has no folder ${displayPath(findDir(name), siteDir)}. Create it, or remove the version.`,
      );
  const last = lastVersion ?? names.find((name) => name !== CURRENT) ?? CURRENT;
  const plugin = `docusaurus-plugin-content-docs${options.id === 'default' ? '' : `-${options.id}`}`;

  const versions = names.map(async (name, position): Promise<VersionFolder> => {
    const versionConfig = versionConfigs[name] ?? {};
    const isLast = name === last;
    const versionPath = versionConfig.path ?? (isLast ? '' : name === CURRENT ? 'next' : name);
    const translationsDir = localeDir === undefined ? undefined : path.join(localeDir, plugin);
    const folderName = name === CURRENT ? CURRENT : `version-${name}`;
    const translations =
      translationsDir === undefined
        ? {}
        : await readTranslations(findPathOnDisk(path.join(translationsDir, `${folderName}.json`)));
    return {
      instance: options.id,
      position,
      name,
      label: translations['version.label'] ?? versionConfig.label ?? (name === CURRENT ? 'Next' : name),
      isLast,
      docsPath: joinPath(joinPath(basePath, options.routeBasePath), versionPath).replace(/(.)\/$/, '$1'),
      dir: findDir(name),
      localizedDir:
        translationsDir === undefined ? undefined : findFile(path.join(translationsDir, folderName)),
      translations,
      sidebarsFile:
        name === CURRENT
          ? findCurrentSidebars(request)
          : (findFile(path.join(siteDir, `${prefix}versioned_sidebars`, `version-${name}-sidebars.json`)) ??
            'disabled'),
      badge: versionConfig.badge ?? (names.length > 1 || options.showSingleVersion),
      banner: chooseBanner(versionConfig.banner, names, name, last),
      className: versionConfig.className ?? `docs-version-${name}`,
    };
  });
  return { versions: await Promise.all(versions), problems };
}

function findCurrentSidebars({ options, siteDir, sidebars }: VersionsToRead): string | undefined {
  if (sidebars !== undefined) return sidebars;
  if (options.sidebarPath === false) return 'disabled';
  if (options.sidebarPath === null) return 'none';
  if (options.sidebarPath !== undefined) return path.resolve(siteDir, options.sidebarPath);
  // The sidebars file beside the docs folder belongs to the default documentation.
  return options.id === 'default' ? undefined : 'none';
}

/** Versions older than the last one are unmaintained, newer ones unreleased. */
function chooseBanner(
  configuredBanner: 'none' | 'unreleased' | 'unmaintained' | undefined,
  names: readonly string[],
  name: string,
  last: string,
): DocSet['banner'] {
  if (configuredBanner !== undefined) return configuredBanner === 'none' ? undefined : configuredBanner;
  if (names.length === 1 || name === last) return undefined;
  return names.indexOf(name) < names.indexOf(last) ? 'unreleased' : 'unmaintained';
}

function readNames(file: string, report: (message: string) => void): string[] {
  const source = readTextIfPresent(file);
  if (source === undefined) return [];
  const names = namesSchema.safeParse(readJson(source)).data;
  if (!names) report('The file must be a list of version names: ["2.0", "1.0"].');
  return toCanonicalData(names ?? []);
}

function findFile(file: string): string | undefined {
  const fileOnDisk = findPathOnDisk(file);
  return existsSync(fileOnDisk) ? fileOnDisk : undefined;
}
