import { existsSync } from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { MANIFEST_FILE } from '../../config/constants.ts';
import type { FeatureMessages } from '../../config/feature-messages.ts';
import { composeSiteTexts } from '../../config/texts.ts';
import type { Manifest, ManifestEntry } from '../../model/manifest.ts';
import { type TemplateName, templateNames } from '../../model/templates.ts';
import { hasNamedContent } from '../../releases/named-content.ts';
import { formatCommand } from '../../shared/call-of.ts';
import type { Problem } from '../../shared/problem.ts';
import { describeReason } from '../../shared/reason.ts';
import { readRegularFile } from '../../shared/regular-file.ts';
import { parseRequestTarget } from '../gate/request-target.ts';
import { encodeLocation } from '../http/location.ts';
import { createSecurityHeaders } from '../http/security-headers.ts';
import { measureFiles } from './measure-files.ts';
import { ENTRIES_PER_BATCH, readManifest } from './read-manifest.ts';
import { createRelease, type Entry, type Release, type Variant } from './release.ts';
import { compileTemplates, type Templates } from './slots.ts';
import { createNoViews, type OpenViews } from './views.ts';

export interface ReleaseOptions {
  /** Folder with the files of the release. */
  folder: string;
  /** Path of the manifest in the folder. By default that of the published release. */
  manifest?: string;
  /** Whether browsers reach the site only over HTTPS. */
  https: boolean;
  /** Public origin of the site, if it is configured. */
  origin?: string | undefined;
  /** Opens the data and renderers for pages that differ between audiences. */
  openViews?: OpenViews | undefined;
  /** Texts of features that the release lacks, because it's older. By default none. */
  messages?: readonly FeatureMessages[] | undefined;
  /** Template of the sign-in page, which the release must contain. */
  loginPage?: TemplateName;
}

type LoadedRelease = { release: Release; problems?: never } | { release?: never; problems: Problem[] };

/**
 * Reads and checks the manifest in `folder` and opens everything that pages are served from. Returns all problems
 * instead of a release if there are any. Never rejects because of the folder's content. The search index isn't checked,
 * because the site works without it (see `check-release.ts`).
 */
export async function loadRelease(options: ReleaseOptions): Promise<LoadedRelease> {
  try {
    return await load(options);
  } catch (error) {
    const file = path.join(options.folder, options.manifest ?? MANIFEST_FILE);
    const message = `The release can't be loaded: ${describeReason(error)}. Run "${formatCommand('build')}".`;
    return { problems: [{ code: 'release-unusable', severity: 'error', file, message }] };
  }
}

async function load({
  folder,
  manifest: manifestName = MANIFEST_FILE,
  https,
  origin,
  openViews = createNoViews,
  loginPage,
  messages = [],
}: ReleaseOptions): Promise<LoadedRelease> {
  const manifestResult = await readManifest(path.join(folder, manifestName));
  if ('problems' in manifestResult) return manifestResult;
  const { manifest } = manifestResult;
  const releaseFolder = new ReleaseFolder(path.resolve(folder), path.join(folder, manifestName));
  const { sizes, missing } = await measureFiles(releaseFolder.resolveAll(listNamedFiles(manifest)));
  for (const file of missing)
    releaseFolder.report(
      'manifest-file-missing',
      `lists ${path.relative(releaseFolder.folder, file)}, which ${existsSync(file) ? "isn't a file" : "doesn't exist"}`,
    );

  const entries = new Map<string, Entry>();
  for (const [index, entry] of manifest.entries.entries()) {
    if (index % ENTRIES_PER_BATCH === ENTRIES_PER_BATCH - 1) await setImmediate();
    if (parseRequestTarget(encodeLocation(entry.url))?.path !== entry.url)
      releaseFolder.report(
        'manifest-url',
        `has the path ${JSON.stringify(entry.url)}, which no request can contain`,
      );
    if (entries.has(entry.url)) releaseFolder.report('manifest-url', `has the path ${entry.url} twice`);
    const preparedEntry = prepareEntry(entry, releaseFolder.folder, sizes);
    const bytes = preparedEntry.variants.identity.bytes;
    if (bytes !== entry.bytes && bytes !== -1) {
      releaseFolder.report(
        'manifest-file-size',
        `says that ${entry.file} has ${entry.bytes} bytes; it has ${bytes}`,
      );
    }
    entries.set(entry.url, preparedEntry);
  }
  const languages = await Promise.all(
    manifest.languages.map(async ({ templates, texts, ...language }) => ({
      ...language,
      templates: await readTemplates(templates, releaseFolder, loginPage),
      texts: composeSiteTexts(texts, messages),
    })),
  );
  const { views } = manifest;
  if (views) await checkNamedContent([views.site, ...views.renderers], releaseFolder);
  if (!views && manifest.entries.some(({ audience }) => Array.isArray(audience) || audience === 'public'))
    releaseFolder.report('manifest-views', 'has pages for groups or visitors, but no data for their views');
  if (releaseFolder.problems.length > 0) return { problems: releaseFolder.problems };
  const openedViews =
    views &&
    (await openViews({
      folder: releaseFolder.folder,
      origin,
      site: path.resolve(folder, views.site),
      renderers: views.renderers.map((file) => path.resolve(folder, file)),
      entries,
    }).catch((error: unknown) => {
      releaseFolder.report(
        'manifest-views',
        `lists files for views that can't be used: ${describeReason(error)}`,
      );
      return undefined;
    }));
  if (releaseFolder.problems.length > 0) return { problems: releaseFolder.problems };
  const inline = { scripts: manifest.scriptHashes, styles: manifest.styleHashes };
  const release = createRelease(languages, {
    build: manifest.build,
    siteName: manifest.name,
    brand: manifest.brand,
    basePath: manifest.basePath,
    entries,
    redirects: new Map(manifest.redirects.map(({ from, to }) => [from, to])),
    groups: manifest.groups ?? [],
    publicPages: manifest.publicPages,
    inline,
    requestServers: [...(manifest.connect ?? []), ...(manifest.requestServers ?? [])],
    securityHeaders: createSecurityHeaders({ inline, https, connect: manifest.connect }),
    views: openedViews,
    search: manifest.search && path.resolve(folder, manifest.search),
  });
  return { release };
}

/** The folder of a release, and the problems found in it. */
class ReleaseFolder {
  readonly problems: Problem[] = [];
  readonly folder: string;
  readonly #manifest: string;

  constructor(folder: string, manifest: string) {
    this.folder = folder;
    this.#manifest = manifest;
  }

  report(code: string, message: string): void {
    this.problems.push({
      code,
      severity: 'error',
      file: this.#manifest,
      message: `The manifest ${message}. Run "${formatCommand('build')}".`,
    });
  }

  /**
   * Reads a file whose name contains its hash. Reports a different hash and returns undefined then. Also returns
   * undefined for a missing file, which `load` has already reported.
   */
  async read(name: string): Promise<Buffer | undefined> {
    const content = await readRegularFile(path.resolve(this.folder, name)).catch(() => undefined);
    if (content === undefined || hasNamedContent(name, content)) return content;
    this.report('manifest-file-altered', `lists ${name}, which was truncated or changed`);
    return undefined;
  }

  resolveAll(files: readonly string[]): string[] {
    return files.flatMap((file) => {
      const absolutePath = path.resolve(this.folder, file);
      if (absolutePath.startsWith(this.folder + path.sep)) return [absolutePath];
      this.report('manifest-file-outside', `lists ${file}, which is outside its folder`);
      return [];
    });
  }
}

/** Checks files whose hash isn't in the manifest but in their names. */
async function checkNamedContent(names: readonly string[], files: ReleaseFolder): Promise<void> {
  for (const name of names) await files.read(name);
}

function listNamedFiles(manifest: Manifest): string[] {
  return [
    ...manifest.entries.flatMap((entry) => [entry.file, ...Object.values(entry.encodings)]),
    ...manifest.languages.flatMap(({ templates }) => Object.values(templates)),
    ...(manifest.views === undefined
      ? []
      : [manifest.views.site, ...manifest.views.renderers, ...manifest.views.articles]),
  ];
}

function prepareEntry(entry: ManifestEntry, folder: string, sizes: ReadonlyMap<string, number>): Entry {
  const readVariant = (name: string): Variant => {
    const file = path.resolve(folder, name);
    return { file, bytes: sizes.get(file) ?? -1 };
  };
  const { url, type, hash, audience, cache, status, encodings } = entry;
  return {
    url,
    type,
    hash,
    audience,
    cache,
    status,
    variants: {
      identity: readVariant(entry.file),
      ...(encodings.br === undefined ? {} : { br: readVariant(encodings.br) }),
      ...(encodings.gzip === undefined ? {} : { gzip: readVariant(encodings.gzip) }),
    },
  };
}

/** Only built if the Firebase client is installed. */
const optionalTemplate = 'login-firebase';
export const firebaseInstallCommand =
  'npm install --no-save --save-prod --omit=dev @firebase/app @firebase/auth';

async function readTemplates(
  fileByTemplate: Readonly<Record<string, string>>,
  files: ReleaseFolder,
  loginPage: TemplateName | undefined,
): Promise<Templates> {
  const html: Record<string, string> = {};
  for (const name of templateNames) {
    const file = fileByTemplate[name];
    if (file === undefined) continue;
    const content = await files.read(file);
    html[name] = content?.toString() ?? '';
  }
  const { templates, unknown } = compileTemplates(html);
  for (const name of templateNames) {
    if (html[name] === undefined && name !== optionalTemplate)
      files.report('manifest-template', `has no template "${name}"`);
    if (html[name] === undefined && name === optionalTemplate && loginPage === optionalTemplate)
      files.report(
        'firebase-missing',
        `has no sign-in page for IDENTITY=firebase, because the Firebase client wasn't installed when the site was built. Run "${firebaseInstallCommand}"`,
      );
    const slots = unknown[name]?.join(', ');
    if (slots !== undefined)
      files.report('manifest-template', `has a template "${name}" with unknown slots: ${slots}`);
  }
  return templates;
}
