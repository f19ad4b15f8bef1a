import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { MANIFEST_FILE } from '../../config/constants.ts';
import { siteTexts } from '../../config/texts.ts';
import type { Manifest, ManifestEntry } from '../../model/manifest.ts';
import { type TemplateName, templateNames } from '../../model/templates.ts';
import { hasNamedContent } from '../../releases/named-content.ts';
import { callOf } from '../../shared/call-of.ts';
import type { Problem } from '../../shared/problem.ts';
import { reasonOf } from '../../shared/reason.ts';
import { parseRequestTarget } from '../gate/request-target.ts';
import { encodePath } from '../http/location.ts';
import { securityHeaders } from '../http/security-headers.ts';
import { measureFiles } from './measure-files.ts';
import { BATCH, readManifest } from './read-manifest.ts';
import { type Entry, type Release, releaseIn, type Variant } from './release.ts';
import { compileTemplates, type Templates } from './slots.ts';
import { noViews, type OpenViews } from './views.ts';

export interface ReleaseOptions {
  /** Where its files lie. */
  folder: string;
  /** In the folder; that of the release that is published unless said. */
  manifest?: string;
  /** Whether browsers reach the site by HTTPS only. */
  https: boolean;
  /** Where browsers reach it, if that is configured. */
  origin?: string | undefined;
  /** Opens what the pages of each scope are made from. */
  openViews?: OpenViews | undefined;
  /** The page that readers sign in on: must be in it. */
  loginPage?: TemplateName;
}

type LoadedRelease = { release: Release; problems?: never } | { release?: never; problems: Problem[] };

/**
 * Reads and checks the manifest in `folder`, and opens all that pages are answered from. Every problem is reported, and
 * then there is no release; nothing that lies in the folder makes this reject. The search index is left out: without it
 * the site is still there (`check-release.ts`).
 */
export async function loadRelease(options: ReleaseOptions): Promise<LoadedRelease> {
  try {
    return await load(options);
  } catch (error) {
    const file = path.join(options.folder, options.manifest ?? MANIFEST_FILE);
    const message = `The release cannot be loaded: ${reasonOf(error)}. Run "${callOf('build')}".`;
    return { problems: [{ code: 'release-unusable', severity: 'error', file, message }] };
  }
}

async function load({
  folder,
  manifest: manifestName = MANIFEST_FILE,
  https,
  origin,
  openViews = noViews,
  loginPage,
}: ReleaseOptions): Promise<LoadedRelease> {
  const read = await readManifest(path.join(folder, manifestName));
  if ('problems' in read) return read;
  const { manifest } = read;
  const files = new ReleaseFolder(path.resolve(folder), path.join(folder, manifestName));
  const { sizes, missing } = await measureFiles(files.resolveAll(namedFiles(manifest)));
  for (const file of missing)
    files.report('manifest-file-missing', `names ${path.relative(files.folder, file)}, which is not there`);

  const entries = new Map<string, Entry>();
  for (const [at, entry] of manifest.entries.entries()) {
    if (at % BATCH === BATCH - 1) await setImmediate();
    if (parseRequestTarget(encodePath(entry.url))?.path !== entry.url)
      files.report('manifest-url', `has the path ${JSON.stringify(entry.url)}, which no request can name`);
    if (entries.has(entry.url)) files.report('manifest-url', `has the path ${entry.url} twice`);
    const prepared = prepareEntry(entry, files.folder, sizes);
    const bytes = prepared.variants.identity.bytes;
    if (bytes !== entry.bytes && bytes !== -1) {
      files.report('manifest-file-size', `says that ${entry.file} has ${entry.bytes} bytes; it has ${bytes}`);
    }
    entries.set(entry.url, prepared);
  }
  const words = await Promise.all(
    manifest.languages.map(async ({ templates, texts, ...language }) => ({
      ...language,
      templates: await readTemplates(templates, files, loginPage),
      texts: siteTexts(texts),
    })),
  );
  const { views } = manifest;
  if (views) await checkNames([views.site, ...views.renderers], files);
  if (!views && manifest.entries.some(({ audience }) => Array.isArray(audience) || audience === 'public'))
    files.report('manifest-views', 'has pages for groups or visitors, and nothing to make their views from');
  if (files.problems.length > 0) return { problems: files.problems };
  const opened =
    views &&
    (await openViews({
      folder: files.folder,
      origin,
      site: path.resolve(folder, views.site),
      renderers: views.renderers.map((file) => path.resolve(folder, file)),
      entries,
    }).catch((error: unknown) => {
      files.report(
        'manifest-views',
        `names files for the views of readers that are unusable: ${reasonOf(error)}`,
      );
      return undefined;
    }));
  if (files.problems.length > 0) return { problems: files.problems };
  const inline = { scripts: manifest.scriptHashes, styles: manifest.styleHashes };
  const release = releaseIn(words, {
    build: manifest.build,
    siteName: manifest.name,
    basePath: manifest.basePath,
    entries,
    redirects: new Map(manifest.redirects.map(({ from, to }) => [from, to])),
    groups: manifest.groups ?? [],
    publicPages: manifest.publicPages,
    inline,
    securityHeaders: securityHeaders({ inline, https, connect: manifest.connect }),
    views: opened,
    search: manifest.search && path.resolve(folder, manifest.search),
  });
  return { release };
}

/** The folder of a release, and what is wrong in it. */
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
      message: `The manifest ${message}. Run "${callOf('build')}".`,
    });
  }

  /** A file that its name tells the hash of. Undefined, and reported, where it is another one; a missing file is reported elsewhere. */
  async read(name: string): Promise<Buffer | undefined> {
    const content = await readFile(path.resolve(this.folder, name)).catch(() => undefined);
    if (content === undefined || hasNamedContent(name, content)) return content;
    this.report('manifest-file-altered', `names ${name}, which was cut off or altered`);
    return undefined;
  }

  resolveAll(files: readonly string[]): string[] {
    return files.flatMap((file) => {
      const resolved = path.resolve(this.folder, file);
      if (resolved.startsWith(this.folder + path.sep)) return [resolved];
      this.report('manifest-file-outside', `names ${file}, which lies outside of its folder`);
      return [];
    });
  }
}

/** These files have no line in the manifest that says their hash; their names do. */
async function checkNames(names: readonly string[], files: ReleaseFolder): Promise<void> {
  for (const name of names) await files.read(name);
}

function namedFiles(manifest: Manifest): string[] {
  return [
    ...manifest.entries.flatMap((entry) => [entry.file, ...Object.values(entry.encodings)]),
    ...manifest.languages.flatMap(({ templates }) => Object.values(templates)),
    ...(manifest.views === undefined
      ? []
      : [manifest.views.site, ...manifest.views.renderers, ...manifest.views.articles]),
  ];
}

function prepareEntry(entry: ManifestEntry, folder: string, sizes: ReadonlyMap<string, number>): Entry {
  const variant = (name: string): Variant => {
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
      identity: variant(entry.file),
      ...(encodings.br === undefined ? {} : { br: variant(encodings.br) }),
      ...(encodings.gzip === undefined ? {} : { gzip: variant(encodings.gzip) }),
    },
  };
}

/** Made only where Firebase's client is installed. */
const optionalTemplate = 'login-firebase';
export const installFirebase = 'npm install --no-save --save-prod --omit=dev @firebase/app @firebase/auth';

async function readTemplates(
  named: Readonly<Record<string, string>>,
  files: ReleaseFolder,
  loginPage: TemplateName | undefined,
): Promise<Templates> {
  const html: Record<string, string> = {};
  for (const name of templateNames) {
    const file = named[name];
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
        `has no sign-in page for IDENTITY=firebase, whose client was not installed when the site was built. Run "${installFirebase}"`,
      );
    const slots = unknown[name]?.join(', ');
    if (slots !== undefined)
      files.report('manifest-template', `has a template "${name}" with a slot that nothing fills: ${slots}`);
  }
  return templates;
}
