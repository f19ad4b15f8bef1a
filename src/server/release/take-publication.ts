import { hash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { threadId } from 'node:worker_threads';
import type { Publisher } from '../../accounts/deploy-tokens/deploy-tokens.ts';
import { MANIFEST_FILE } from '../../config/constants.ts';
import type { Environment } from '../../config/environment.ts';
import type { BegunPublication, Publication, SwitchedPublication } from '../../model/api/publications.ts';
import { type Manifest, manifestFiles, readManifest } from '../../model/manifest.ts';
import type { TemplateName } from '../../model/templates.ts';
import { lockBuild } from '../../releases/build-lock.ts';
import { toDiskProblem } from '../../releases/disk-problem.ts';
import { makeContentFolders, UPLOADS_FOLDER } from '../../releases/dist-folder.ts';
import {
  describeCompatibility,
  explainIncompatibility,
  findListProblem,
  listParts,
  type Part,
} from '../../releases/publication.ts';
import { publish, withdrawBuild } from '../../releases/publish.ts';
import { listRecords, listReleases, releaseFolder } from '../../releases/release-record.ts';
import { Staging } from '../../releases/staging.ts';
import { hasSpaceFor } from '../../releases/uploads.ts';
import { describeWidenedPages, findWidenedPages } from '../../releases/widened-audiences.ts';
import { engineVersion } from '../../shared/engine-dir.ts';
import { readJson } from '../../shared/json.ts';
import { formatProblem } from '../../shared/problem.ts';
import { reasonOf } from '../../shared/reason.ts';
import { type ErrorAnswer, errorAnswer, nothingHere } from '../http/errors.ts';
import { checkRelease } from './check-release.ts';
import { parseManifest } from './read-manifest.ts';
import { hasFewValues } from './read-publication.ts';
import type { OpenViews } from './views.ts';

export interface PublicationSite {
  /** The dist folder. */
  folder: string;
  environment: {
    [Name in 'BASE_URL' | 'RELEASES_KEEP' | 'PUBLISH_MAX_MB' | 'PUBLISH_RENDERERS']?:
      | Environment[Name]
      | undefined;
  };
  /** The sign-in page that the release must have. */
  loginPage?: TemplateName | undefined;
  /** Address of the module that exports `openViews`. */
  viewsModule?: string | undefined;
}

export type Taken<Answer> = { answer: Answer } | { error: ErrorAnswer };

/** Longer than another publication takes to switch, shorter than proxies wait. */
const PATIENCE_MS = 20_000;

const refuse = (...said: Parameters<typeof errorAnswer>) => ({ error: errorAnswer(...said) });
const conflict = (code: ErrorAnswer['code'], message: string) => refuse(409, code, message);

/** What is about to come: refused where it cannot be served here, else what of it is missing. */
export async function beginPublication(
  { folder, environment }: PublicationSite,
  publication: Publication,
  publisher: Publisher,
): Promise<Taken<BegunPublication>> {
  const refusal = explainIncompatibility(publication, describeCompatibility(engineVersion()));
  if (refusal !== undefined) return conflict('built-otherwise', refusal);
  const unwritable = unwritableFolder(folder);
  if (unwritable) return { error: unwritable };
  const manifest = await manifestOf(publication);
  const problem =
    manifest === undefined ? 'The manifest is not valid.' : findListProblem(manifest, publication.files);
  if (manifest === undefined || problem !== undefined) return refuse(400, 'malformed', problem ?? '');
  const live = servedManifest(folder);
  const unexpected = unexpectedChange(live, manifest, publication, environment);
  if (unexpected) return { error: unexpected };
  const bytes = publication.files.reduce((sum, file) => sum + file.bytes, 0);
  const limit = environment.PUBLISH_MAX_MB ?? 0;
  if (bytes > limit * 1_000_000)
    return refuse(
      413,
      'too-large',
      `The release has ${Math.ceil(bytes / 1_000_000)} MB, and this server takes ${limit} MB: PUBLISH_MAX_MB.`,
    );
  const id = hash('sha256', JSON.stringify([publisher.id, publication.manifest]), 'hex').slice(0, 32);
  const staging = Staging.begin(folder, id, { publication, publisherId: publisher.id });
  if (!staging)
    return conflict('too-many', 'Several publications are on their way already. Try again later.');
  const missing = await staging.listMissingParts(publication, live ? manifestFiles(live) : []);
  if (!(await hasSpaceFor(folder, neededBytes(publication, missing)))) {
    staging.remove();
    return refuse(507, 'no-room', 'There is no room for it on the disk of the server.');
  }
  return { answer: { publication: id, base: live?.build ?? '', missing } };
}

function neededBytes({ files }: Publication, missing: BegunPublication['missing']): number {
  const parts = missing.flatMap(([at, part]) => {
    const file = files[at];
    return file ? (listParts(file)[part] ?? []) : [];
  });
  // What comes in parts is joined beside them.
  const joined = [...new Set(missing.map(([at]) => at))].flatMap((at) => (files[at]?.parts ? files[at] : []));
  return [...parts, ...joined].reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Some of it has come. */
export function keepParts(
  { folder }: PublicationSite,
  { id, parts }: { id: string; parts: readonly Part[] },
): Taken<{ kept: number }> {
  const opened = Staging.open(folder, id);
  if (!opened) return { error: nothingHere };
  for (const part of parts)
    if (!opened.staging.storePart(opened.publication, part))
      return refuse(400, 'malformed', `Part ${part.part} of file ${part.file} is not what was announced.`);
  return { answer: { kept: parts.length } };
}

export interface Switch {
  id: string;
  /** What was served when the publication began. */
  base: string;
  publisher: Publisher;
}

/** All of it is there: from now on it is served, if nobody else was faster. */
export async function switchToPublication(
  site: PublicationSite,
  wanted: Switch,
): Promise<Taken<SwitchedPublication>> {
  const { lock } = await lockBuild(site.folder, { patienceMs: PATIENCE_MS, onWait() {} });
  if (!lock) return conflict('underway', 'Something else is being published. Try again when it is done.');
  try {
    return await switchAlone(site, wanted);
  } finally {
    lock.release();
  }
}

async function switchAlone(
  site: PublicationSite,
  { id, base, publisher }: Switch,
): Promise<Taken<SwitchedPublication>> {
  const { folder, environment } = site;
  const opened = Staging.open(folder, id);
  const manifest = opened && (await manifestOf(opened.publication));
  if (!opened || !manifest)
    return conflict('incomplete', 'Nothing of this publication is here any more. Begin again.');
  const { staging, publication } = opened;
  const live = readManifest(folder);
  if (live !== undefined && live.build === manifest.build) {
    staging.remove();
    const { name = manifest.build, pages = 0 } = listReleases(folder).live ?? {};
    return { answer: { release: name, pages } };
  }
  if ((live?.build ?? '') !== base) return conflict('superseded', superseded(folder));
  // `base` comes from the publisher: what it was compared with when it began may have been another release.
  const unexpected = unexpectedChange(servedManifest(folder), manifest, publication, environment);
  if (unexpected) return { error: unexpected };
  makeContentFolders(folder);
  try {
    const absent = staging.moveIntoDist(publication);
    if (absent !== undefined)
      return conflict('incomplete', `${absent} is not here, or not as it should be. Send it again.`);
    const unusable = await checkStaged(site, id, publication);
    if (unusable !== undefined) {
      giveUp(folder, staging);
      return refuse(422, 'unusable', unusable);
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
    // Its room is needed by what is served.
    if (toDiskProblem(error)) giveUp(folder, staging);
    throw error;
  }
}

/** Nothing of it stays, also of what was moved already to where releases have their files. */
function giveUp(folder: string, staging: Staging): void {
  staging.remove();
  withdrawBuild(folder);
}

/** As a server loads it: what it could not serve is not switched to. */
async function checkStaged(
  { folder, environment: { BASE_URL }, loginPage, viewsModule }: PublicationSite,
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
    openViews: await viewsOpener(viewsModule),
  });
  rmSync(path.join(folder, manifest), { force: true });
  return problems.length === 0 ? undefined : problems.map(formatProblem).join(' ');
}

/** The room of views knows this one and not the other way round, so the command that starts the server names it. */
async function viewsOpener(module: string | undefined): Promise<OpenViews | undefined> {
  if (module === undefined) return undefined;
  const { openViews }: { openViews: OpenViews } = await import(module);
  return openViews;
}

/** Values in the JSON of a manifest; one of 20,000 pages has a million. */
const MANIFEST_VALUES_MAX = 8_000_000;

async function manifestOf({ manifest }: Publication): Promise<Manifest | undefined> {
  if (!hasFewValues(Buffer.from(manifest), MANIFEST_VALUES_MAX)) return undefined;
  const parsed = await parseManifest(readJson(manifest));
  return 'manifest' in parsed ? parsed.manifest : undefined;
}

/** The manifest that is published; where it is damaged, that of the newest kept release, as a server serves it then. */
function servedManifest(folder: string): Manifest | undefined {
  const published = readManifest(folder);
  if (published) return published;
  const kept = listRecords(folder).map(({ name }) => readManifest(releaseFolder(folder, name)));
  return kept.find((manifest) => manifest !== undefined);
}

/** What a publication must not do by mistake, or by a stolen token, unless its publisher or the server's owner says so. */
function unexpectedChange(
  live: Manifest | undefined,
  manifest: Manifest,
  { droppedGroups: meant, widenedPages: widenedMeant = 0 }: Publication,
  { PUBLISH_RENDERERS }: PublicationSite['environment'],
): ErrorAnswer | undefined {
  if (manifest.views && !live?.views && !PUBLISH_RENDERERS)
    return errorAnswer(
      409,
      'brings-renderers',
      'This release has audiences, and what is served has none: it brings code that makes pages on the server. If that is meant, the owner of the server sets PUBLISH_RENDERERS=on and starts it again.',
    );
  const dropped = droppedGroups(live, manifest).filter((name) => !meant.includes(name));
  if (dropped.length > 0)
    return errorAnswer(
      409,
      'drops-groups',
      `What is served declares the groups ${dropped.join(', ')}, and this release does not: what was for them may be for everybody in it. If that is meant, publish with: --drop-groups ${dropped.join(',')}`,
    );
  const widened = live ? findWidenedPages(live, manifest) : [];
  if (widened.length === 0 || widened.length === widenedMeant) return undefined;
  const said = widenedMeant > 0 ? ` You allowed ${widenedMeant}.` : '';
  return errorAnswer(
    409,
    'widens-audiences',
    `With this release more people than now could read ${describeWidenedPages(widened)}.${said} If that is meant, publish with: --widen-audience ${widened.length}`,
  );
}

let probes = 0;

/** Why nothing can be published into this folder; undefined where it can be written, or is merely full. */
export function unwritableFolder(folder: string): ErrorAnswer | undefined {
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
      `Nothing can be published here: the folder of releases (DIST_DIR) cannot be written (${reasonOf(error)}). Whoever runs the server makes it writable for it, or puts new releases there in another way: deploy/README.md says how.`,
    );
  }
}

function droppedGroups(before: Manifest | undefined, after: Manifest): string[] {
  const now = new Set((after.groups ?? []).map(({ name }) => name));
  return (before?.groups ?? []).map(({ name }) => name).filter((name) => !now.has(name));
}

function superseded(folder: string): string {
  const { live } = listReleases(folder);
  const what = live ? `${live.name}${live.by === undefined ? '' : ` (${live.by})`}` : 'another release';
  return `While this was on its way, ${what} was published. Publish again to put yours after it, if it is still to be served.`;
}
