import { hash } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Publisher } from '../../accounts/deploy-tokens/deploy-tokens.ts';
import { MANIFEST_FILE } from '../../config/constants.ts';
import type { Environment } from '../../config/environment.ts';
import type { BegunPublication, Publication, SwitchedPublication } from '../../model/api/publications.ts';
import { type Manifest, manifestFiles, manifestSchema, readManifest } from '../../model/manifest.ts';
import { lockBuild } from '../../releases/build-lock.ts';
import { diskProblem } from '../../releases/disk-problem.ts';
import { makeContentFolders, UPLOADS_FOLDER } from '../../releases/dist-folder.ts';
import { builtFor, listProblem, type Part, partsOf, refusedFor } from '../../releases/publication.ts';
import { publish, withdraw } from '../../releases/publish.ts';
import { listReleases } from '../../releases/release-record.ts';
import { Staging } from '../../releases/staging.ts';
import { hasSpaceFor } from '../../releases/uploads.ts';
import { engineVersion } from '../../shared/engine-dir.ts';
import { formatProblem } from '../../shared/problem.ts';
import { type ErrorAnswer, errorAnswer, nothingHere } from '../http/errors.ts';
import { loadRelease } from './load-release.ts';

export interface PublicationSite {
  /** The dist folder. */
  folder: string;
  environment: { [Name in 'BASE_URL' | 'RELEASES_KEEP' | 'PUBLISH_MAX_MB']?: Environment[Name] | undefined };
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
  const refusal = refusedFor(publication, builtFor(engineVersion()));
  if (refusal !== undefined) return conflict('built-otherwise', refusal);
  const manifest = manifestOf(publication);
  const problem =
    manifest === undefined ? 'The manifest is not valid.' : listProblem(manifest, publication.files);
  if (manifest === undefined || problem !== undefined) return refuse(400, 'malformed', problem ?? '');
  const live = readManifest(folder);
  const dropped = droppedGroups(live, manifest).filter((name) => !publication.droppedGroups.includes(name));
  if (dropped.length > 0)
    return conflict(
      'drops-groups',
      `What is served declares the groups ${dropped.join(', ')}, and this release does not: what was for them may be for everybody in it. If that is meant, publish with: --drop-groups ${dropped.join(',')}`,
    );
  const bytes = publication.files.reduce((sum, file) => sum + file.bytes, 0);
  const limit = environment.PUBLISH_MAX_MB ?? 0;
  if (bytes > limit * 1_000_000)
    return refuse(
      413,
      'too-large',
      `The release has ${Math.ceil(bytes / 1_000_000)} MB, and this server takes ${limit} MB: PUBLISH_MAX_MB.`,
    );
  const id = hash('sha256', JSON.stringify([publisher.id, publication.manifest]), 'hex').slice(0, 32);
  const staging = Staging.begin(folder, id, publication);
  if (!staging)
    return conflict('too-many', 'Several publications are on their way already. Try again later.');
  const missing = await staging.missing(publication, live ? manifestFiles(live) : []);
  if (!(await hasSpaceFor(folder, neededBytes(publication, missing)))) {
    staging.remove();
    return refuse(507, 'no-room', 'There is no room for it on the disk of the server.');
  }
  return { answer: { publication: id, base: live?.build ?? '', missing } };
}

function neededBytes({ files }: Publication, missing: BegunPublication['missing']): number {
  const parts = missing.flatMap(([at, part]) => {
    const file = files[at];
    return file ? (partsOf(file)[part] ?? []) : [];
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
    if (!opened.staging.keep(opened.publication, part))
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
  { folder, environment }: PublicationSite,
  { id, base, publisher }: Switch,
): Promise<Taken<SwitchedPublication>> {
  const opened = Staging.open(folder, id);
  const manifest = opened && manifestOf(opened.publication);
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
  makeContentFolders(folder);
  try {
    const absent = staging.moveIn(publication);
    if (absent !== undefined)
      return conflict('incomplete', `${absent} is not here, or not as it should be. Send it again.`);
    const unusable = await checkManifest(folder, id, publication, environment);
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
    if (diskProblem(error)) giveUp(folder, staging);
    throw error;
  }
}

/** Nothing of it stays, also of what was moved already to where releases have their files. */
function giveUp(folder: string, staging: Staging): void {
  staging.remove();
  withdraw(folder);
}

/** As a server looks at it that starts: what it would not serve is not switched to. */
async function checkManifest(
  folder: string,
  id: string,
  { manifest: text }: Publication,
  { BASE_URL }: PublicationSite['environment'],
): Promise<string | undefined> {
  const manifest = path.join(UPLOADS_FOLDER, id, MANIFEST_FILE);
  writeFileSync(path.join(folder, manifest), text);
  const { problems } = await loadRelease({
    folder,
    manifest,
    https: BASE_URL?.startsWith('https:') ?? false,
  });
  rmSync(path.join(folder, manifest), { force: true });
  return problems?.map(formatProblem).join(' ');
}

function manifestOf({ manifest }: Publication): Manifest | undefined {
  try {
    return manifestSchema.safeParse(JSON.parse(manifest)).data;
  } catch {
    return undefined;
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
