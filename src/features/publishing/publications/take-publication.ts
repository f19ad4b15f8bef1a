import { hash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { threadId } from 'node:worker_threads';
import { MANIFEST_FILE } from '../../../config/constants.ts';
import type { Environment } from '../../../config/environment.ts';
import { listManifestFiles, type Manifest, readLiveManifest } from '../../../model/manifest.ts';
import type { TemplateName } from '../../../model/templates.ts';
import { lockBuild } from '../../../releases/build-lock.ts';
import { toDiskProblem } from '../../../releases/disk-problem.ts';
import { makeContentFolders, UPLOADS_FOLDER } from '../../../releases/dist-folder.ts';
import { publish, withdrawBuild } from '../../../releases/publish.ts';
import { listRecords, listReleases, resolveReleaseFolder } from '../../../releases/release-record.ts';
import { describeWidenedPages, findWidenedPages } from '../../../releases/widened-audiences.ts';
import type { Publisher } from '../../../server/gate/gate.ts';
import { type ErrorAnswer, errorAnswer, notFoundError } from '../../../server/http/errors.ts';
import { checkRelease } from '../../../server/release/check-release.ts';
import { parseManifest } from '../../../server/release/read-manifest.ts';
import type { OpenViews } from '../../../server/release/views.ts';
import { readEngineVersion } from '../../../shared/engine-dir.ts';
import { readJson } from '../../../shared/json.ts';
import { formatProblem } from '../../../shared/problem.ts';
import { describeReason } from '../../../shared/reason.ts';
import {
  describeCompatibility,
  explainIncompatibility,
  type FilePart,
  findListProblem,
  listParts,
} from './publication.ts';
import type { BegunPublication, Publication, SwitchedPublication } from './publication-operations.ts';
import { hasFewValues } from './read-publication.ts';
import { Staging } from './staging.ts';
import { hasSpaceFor } from './uploads.ts';

/** The site for which the server receives publications. */
export interface PublicationSite {
  /** Folder of the releases (`DIST_DIR`). */
  folder: string;
  environment: {
    [Name in 'BASE_URL' | 'RELEASES_KEEP' | 'PUBLISH_MAX_MB' | 'PUBLISH_RENDERERS']?:
      | Environment[Name]
      | undefined;
  };
  /** Template of the sign-in page, which a release must contain. */
  loginPage?: TemplateName | undefined;
}

export type PublicationResult<Answer> = { answer: Answer } | { error: ErrorAnswer };

/** This wait is longer than another publication takes to switch, and shorter than proxies wait for an answer. */
const PATIENCE_MS = 20_000;

const refuse = (...errorParts: Parameters<typeof errorAnswer>) => ({ error: errorAnswer(...errorParts) });
const refuseConflict = (code: ErrorAnswer['code'], message: string) => refuse(409, code, message);

/**
 * Starts a publication. Rejects a release that this server can't serve, and changes that the publisher hasn't confirmed.
 * Otherwise returns which files or parts of files the server still needs.
 */
export async function beginPublication(
  { folder, environment }: PublicationSite,
  publication: Publication,
  publisher: Publisher,
): Promise<PublicationResult<BegunPublication>> {
  const versionProblem = explainIncompatibility(publication, describeCompatibility(readEngineVersion()));
  if (versionProblem !== undefined) return refuseConflict('built-otherwise', versionProblem);
  const folderError = checkFolderWritable(folder);
  if (folderError) return { error: folderError };
  const manifest = await parsePublishedManifest(publication);
  const problem =
    manifest === undefined ? 'The manifest is invalid.' : findListProblem(manifest, publication.files);
  if (manifest === undefined || problem !== undefined) return refuse(400, 'malformed', problem ?? '');
  const live = readServedManifest(folder);
  const changeError = findUnexpectedChange(live, manifest, publication, environment);
  if (changeError) return { error: changeError };
  const bytes = publication.files.reduce((sum, file) => sum + file.bytes, 0);
  const limit = environment.PUBLISH_MAX_MB ?? 0;
  if (bytes > limit * 1_000_000)
    return refuse(
      413,
      'too-large',
      `The release is ${Math.ceil(bytes / 1_000_000)} MB, but this server accepts at most ${limit} MB (PUBLISH_MAX_MB).`,
    );
  const id = hash('sha256', JSON.stringify([publisher.id, publication.manifest]), 'hex').slice(0, 32);
  const staging = Staging.begin(folder, id, { publication, publisherId: publisher.id });
  if (!staging) return refuseConflict('too-many', 'Too many publications are in progress. Try again later.');
  const conflict = staging.findNameConflict(publication.files);
  if (conflict !== undefined) {
    staging.remove();
    return refuseNameConflict(conflict);
  }
  const missing = await staging.listMissingParts(publication, live ? listManifestFiles(live) : []);
  if (!(await hasSpaceFor(folder, countNeededBytes(publication, missing)))) {
    staging.remove();
    return refuse(507, 'no-room', "There isn't enough space on the disk of the server.");
  }
  return { answer: { publication: id, base: live?.build ?? '', missing } };
}

function refuseNameConflict(name: string) {
  return refuseConflict(
    'built-otherwise',
    `The server has another file with the name ${name}. Build the release again, with the same version of Gatehouse as the server.`,
  );
}

function countNeededBytes({ files }: Publication, missing: BegunPublication['missing']): number {
  const parts = missing.flatMap(([at, part]) => {
    const file = files[at];
    return file ? (listParts(file)[part] ?? []) : [];
  });
  // Files that arrive in parts need space twice, because they are joined into a new file.
  const partsToJoin = [...new Set(missing.map(([at]) => at))].flatMap((at) =>
    files[at]?.parts ? files[at] : [],
  );
  return [...parts, ...partsToJoin].reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Stores parts of a publication that has started. */
export function storeParts(
  { folder }: PublicationSite,
  { id, parts }: { id: string; parts: readonly FilePart[] },
): PublicationResult<{ kept: number }> {
  const openedStaging = Staging.open(folder, id);
  if (!openedStaging) return { error: notFoundError };
  for (const part of parts)
    if (!openedStaging.staging.storePart(openedStaging.publication, part))
      return refuse(
        400,
        'malformed',
        `Part ${part.part} of file ${part.file} doesn't match the announced hash. Send it again.`,
      );
  return { answer: { kept: parts.length } };
}

export interface SwitchRequest {
  id: string;
  /** Id of the build that was served when the publication started, or empty. */
  base: string;
  publisher: Publisher;
}

/** Switches to a publication whose parts have all arrived, unless another release was published in the meantime. */
export async function switchToPublication(
  site: PublicationSite,
  switchRequest: SwitchRequest,
): Promise<PublicationResult<SwitchedPublication>> {
  const { lock } = await lockBuild(site.folder, { patienceMs: PATIENCE_MS, onWait() {} });
  if (!lock)
    return refuseConflict('underway', 'Another release is being published. Try again when it is finished.');
  try {
    return await switchWhileLocked(site, switchRequest);
  } finally {
    lock.releaseLock();
  }
}

async function switchWhileLocked(
  site: PublicationSite,
  { id, base, publisher }: SwitchRequest,
): Promise<PublicationResult<SwitchedPublication>> {
  const { folder, environment } = site;
  const openedStaging = Staging.open(folder, id);
  const manifest = openedStaging && (await parsePublishedManifest(openedStaging.publication));
  if (!openedStaging || !manifest)
    return refuseConflict(
      'incomplete',
      'This publication no longer exists on the server. Start again. If several servers with disks of their own share this address, name each of them with --to.',
    );
  const { staging, publication } = openedStaging;
  const live = readLiveManifest(folder);
  const isServed = live?.build === manifest.build;
  // If a file of the served release is damaged, publishing it again repairs it.
  if (isServed && staging.isInDist(publication)) {
    staging.remove();
    const { name = manifest.build, pages = 0 } = listReleases(folder).live ?? {};
    return { answer: { release: name, pages } };
  }
  if (!isServed && (live?.build ?? '') !== base)
    return refuseConflict('superseded', describeNewerRelease(folder));
  // Check again: at the start, the publication may have been compared with another release than the one served now.
  const changeError = findUnexpectedChange(readServedManifest(folder), manifest, publication, environment);
  if (changeError) return { error: changeError };
  makeContentFolders(folder);
  try {
    const conflict = staging.findNameConflict(publication.files);
    if (conflict !== undefined) return refuseNameConflict(conflict);
    const missingFile = staging.moveIntoDist(publication);
    if (missingFile !== undefined)
      return refuseConflict('incomplete', `${missingFile} is missing or damaged. Send it again.`);
    const releaseProblem = await checkStagedRelease(site, id, publication);
    if (releaseProblem !== undefined) {
      discardPublication(folder, staging);
      return refuse(422, 'unusable', releaseProblem);
    }
    const { record } = publish(
      folder,
      { manifest, siteJson: publication.siteJson },
      {
        keep: environment.RELEASES_KEEP ?? 2,
        origin: publication.origin,
        by: publisher.name,
        files: publication.files,
      },
    );
    staging.remove();
    return { answer: { release: record.name, pages: record.pages } };
  } catch (error) {
    // Free the space, which the served release may need.
    if (toDiskProblem(error)) discardPublication(folder, staging);
    throw error;
  }
}

/** Removes everything of a publication, including files that were already moved to the content folders. */
function discardPublication(folder: string, staging: Staging): void {
  staging.remove();
  withdrawBuild(folder);
}

/** Loads the release like a server does. Returns why it can't be served, or undefined if it can. */
async function checkStagedRelease(
  { folder, environment: { BASE_URL }, loginPage }: PublicationSite,
  id: string,
  { manifest: text }: Publication,
): Promise<string | undefined> {
  const manifest = path.join(UPLOADS_FOLDER, id, MANIFEST_FILE);
  writeFileSync(path.join(folder, manifest), text);
  const problems = await checkRelease({
    folder,
    manifest,
    https: BASE_URL?.startsWith('https:') ?? false,
    origin: BASE_URL,
    ...(loginPage && { loginPage }),
    openViews,
  });
  rmSync(path.join(folder, manifest), { force: true });
  return problems.length === 0 ? undefined : problems.map(formatProblem).join(' ');
}

/** The views are loaded only when a release has some. */
const openViews: OpenViews = async (parts) =>
  (await import('../../../views/scope-views.ts')).openViews(parts);

/** Most values in the JSON of a manifest. One with 20,000 pages has about a million. */
const MANIFEST_VALUES_MAX = 8_000_000;

async function parsePublishedManifest({ manifest }: Publication): Promise<Manifest | undefined> {
  if (!hasFewValues(Buffer.from(manifest), MANIFEST_VALUES_MAX)) return undefined;
  const parseResult = await parseManifest(readJson(manifest));
  return 'manifest' in parseResult ? parseResult.manifest : undefined;
}

/** The published manifest. If it's damaged, that of the newest kept release, which the server serves then. */
function readServedManifest(folder: string): Manifest | undefined {
  const liveManifest = readLiveManifest(folder);
  if (liveManifest) return liveManifest;
  const keptManifests = listRecords(folder).map(({ name }) =>
    readLiveManifest(resolveReleaseFolder(folder, name)),
  );
  return keptManifests.find((manifest) => manifest !== undefined);
}

/**
 * Finds changes that must not happen by mistake or with a stolen token: the first renderers, removed groups, and pages
 * that more people may read. The publisher must confirm them, and the server's owner must allow renderers.
 */
function findUnexpectedChange(
  live: Manifest | undefined,
  manifest: Manifest,
  { droppedGroups: allowedDrops, widenedPages: allowedWidened = 0 }: Publication,
  { PUBLISH_RENDERERS }: PublicationSite['environment'],
): ErrorAnswer | undefined {
  if (manifest.views && !live?.views && !PUBLISH_RENDERERS)
    return errorAnswer(
      409,
      'brings-renderers',
      'This release has audiences and the served one has none, so it would be the first to run code for rendering pages on the server. To allow this, set PUBLISH_RENDERERS=on on the server and restart it.',
    );
  const droppedGroups = findDroppedGroups(live, manifest).filter((name) => !allowedDrops.includes(name));
  if (droppedGroups.length > 0)
    return errorAnswer(
      409,
      'drops-groups',
      `The served release declares the groups ${droppedGroups.join(', ')} and this one doesn't, so pages that were limited to them may become visible to everyone. To confirm this, publish with: --drop-groups ${droppedGroups.join(',')}`,
    );
  const widenedPages = live ? findWidenedPages(live, manifest) : [];
  if (widenedPages.length === 0 || widenedPages.length === allowedWidened) return undefined;
  const allowedText = allowedWidened > 0 ? ` You allowed ${allowedWidened}.` : '';
  return errorAnswer(
    409,
    'widens-audiences',
    `This release lets more people read ${describeWidenedPages(widenedPages)}.${allowedText} To confirm this, publish with: --widen-audience ${widenedPages.length}`,
  );
}

let probes = 0;

/** Returns an error if this folder is read-only, but not if writing fails only because the disk is full. */
export function checkFolderWritable(folder: string): ErrorAnswer | undefined {
  const uploads = path.join(folder, UPLOADS_FOLDER);
  probes += 1;
  const probe = path.join(uploads, `.probe-${process.pid}-${threadId}-${probes}`);
  try {
    mkdirSync(uploads, { recursive: true });
    mkdirSync(probe);
    rmSync(probe, { recursive: true, force: true });
    return undefined;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (/^(?:ENOSPC|EDQUOT|EMFILE|ENFILE|EIO)$/.test(code)) return undefined;
    return errorAnswer(
      409,
      'folder-read-only',
      `This server can't receive publications, because the folder of releases (DIST_DIR) isn't writable (${describeReason(error)}). Make it writable for the server, or deploy releases in another way: see deploy/README.md.`,
    );
  }
}

function findDroppedGroups(before: Manifest | undefined, after: Manifest): string[] {
  const now = new Set((after.groups ?? []).map(({ name }) => name));
  return (before?.groups ?? []).map(({ name }) => name).filter((name) => !now.has(name));
}

function describeNewerRelease(folder: string): string {
  const { live } = listReleases(folder);
  const what = live ? `${live.name}${live.by === undefined ? '' : ` (${live.by})`}` : 'another release';
  return `In the meantime ${what} was published. To replace it with your release, publish again.`;
}
