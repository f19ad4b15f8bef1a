import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readGitOrigin } from '../content/git-origin.ts';
import { hasAudiences } from '../content/page-audiences.ts';
import { listRoutes } from '../content/routes.ts';
import { createSiteJson } from '../content/site-json.ts';
import { type Manifest, type ManifestEntry, readLastManifest } from '../model/manifest.ts';
import { ARTICLE_STYLES_URL } from '../model/urls.ts';
import { listContentFiles, PARTIAL_FOLDER } from '../releases/dist-folder.ts';
import { publish } from '../releases/publish.ts';
import { describeWidenedPages, findWidenedPages } from '../releases/widened-audiences.ts';
import { callOf } from '../shared/call-of.ts';
import type { Problem } from '../shared/problem.ts';
import { codeKey } from './cache/code-keys.ts';
import { checkRelease } from './check-release.ts';
import { composeLanguage, type LanguageOutput } from './compose-language.ts';
import type { Folders } from './folders.ts';
import { shortHash } from './hashing.ts';
import { styleSheet } from './pages/site-files.ts';
import type { BuildRun, PreparedSite } from './prepare-site.ts';
import { assembleManifest } from './publish/assemble-manifest.ts';
import { sharedEntry } from './publish/entry-audiences.ts';
import { indexSite } from './publish/index-site.ts';
import { writeViews } from './publish/views-file.ts';

/** Renders and indexes what has changed, and publishes it with the rest. */
export async function makeRelease(
  languages: readonly PreparedSite[],
  { distDir, siteDir }: Folders,
  run: BuildRun,
) {
  const [main] = languages;
  if (!main) throw new Error('A site has at least one language.');
  const origin = readGitOrigin(siteDir);
  const styles = styleSheet(
    languages.flatMap(({ articles }) => [...articles.values()].map(({ summary }) => summary.styles)),
    languages.map(({ components }) => components.style),
  );
  const synonyms = [...main.config.search.synonyms, ...main.site.synonyms];
  const present = listContentFiles(distDir);
  const indexing = indexSite({ languages, distDir, synonyms, code: codeKey(run.graph, 'index') });
  const outputs: LanguageOutput[] = [];
  const all = languages.map(({ locale }) => locale);
  for (const language of languages) {
    const composing = { languages: { current: language.locale, all }, styles, present, beside: indexing };
    outputs.push(await composeLanguage(language, composing, run));
  }
  const hasParts = ({ articles }: PreparedSite) =>
    [...articles.values()].some(({ summary }) => summary.parts !== undefined);
  const views = languages.some((language) => hasAudiences(language.site) || hasParts(language))
    ? writeViews(distDir, languages, styles === undefined ? undefined : ARTICLE_STYLES_URL)
    : undefined;
  const entries = entriesOf(outputs);
  const { connect, groups, publicPages } = main.config;
  const hasPublic = [...entries.values()].some(({ audience }) => audience === 'public');
  const redirects = outputs.flatMap((output) => output.redirects).filter(({ from }) => !entries.has(from));
  const manifest = assembleManifest(distDir, {
    name: main.config.name,
    basePath: main.locale.rootPath,
    entries: [...entries.values()],
    redirects,
    scriptHashes: [...new Set(outputs.flatMap(({ scriptHashes }) => scriptHashes))],
    styleHashes: [...new Set(outputs.flatMap(({ styleHashes }) => styleHashes))],
    languages: outputs.map(({ words }) => words),
    connect: connect.length > 0 ? connect : undefined,
    groups: groups.length > 0 ? groups : undefined,
    publicPages: hasPublic ? publicPages : undefined,
    views,
    search: await indexing,
  });
  const headings = new Map([...main.articles].map(([file, { summary }]) => [file, summary.headings]));
  const previous = readLastManifest(distDir);
  const pages = {
    pages: sum(outputs, (output) => output.pages),
    rendered: sum(outputs, (output) => output.rendered),
  };
  const unusable = await problemsOfNew(manifest, distDir, run);
  if (unusable.length > 0) return { problems: unusable, widened: [], manifestHash: undefined, ...pages };
  const { manifestText } = publish(
    distDir,
    { manifest, siteJson: JSON.stringify(createSiteJson(main.site, headings, listRoutes(main.site))) },
    { keep: run.environment.RELEASES_KEEP, origin: await origin, present },
  );
  for (const { save } of outputs) save();
  return {
    problems: [
      ...outputs.flatMap((output) => output.problems),
      ...checkRelease(
        outputs.map(({ check }) => check),
        { entries: [...entries.values()], redirects },
      ),
    ],
    widened: widenedSince(previous, manifest),
    manifestHash: shortHash(manifestText),
    ...pages,
  };
}

function sum(outputs: readonly LanguageOutput[], count: (output: LanguageOutput) => number): number {
  return outputs.reduce((total, output) => total + count(output), 0);
}

/** Nothing where a server could serve it, or nobody asks. */
async function problemsOfNew(
  manifest: Manifest,
  distDir: string,
  { checkRelease }: Pick<BuildRun, 'checkRelease'>,
): Promise<Problem[]> {
  if (!checkRelease) return [];
  const name = `${PARTIAL_FOLDER}/${process.pid}-new-manifest.json`;
  writeFileSync(path.join(distDir, name), JSON.stringify(manifest));
  try {
    return await checkRelease(distDir, name);
  } finally {
    rmSync(path.join(distDir, name), { force: true });
  }
}

/** A build doesn't ask whether that is meant, as a publication does: whoever builds here has the site. */
function widenedSince(previous: Manifest | undefined, manifest: Manifest): Problem[] {
  if (!previous || (!previous.views && !manifest.views)) return [];
  const widened = findWidenedPages(previous, manifest);
  if (widened.length === 0) return [];
  const message = `More people than before can read ${describeWidenedPages(widened)}. If that is not meant, roll back: ${callOf('rollback')}`;
  return [{ code: 'audience-widened', severity: 'warning', message }];
}

/** By address. What all languages have at one address is the main one's. */
function entriesOf(outputs: readonly LanguageOutput[]): Map<string, ManifestEntry> {
  const entries = new Map<string, ManifestEntry>();
  for (const entry of outputs.flatMap((output) => output.entries)) {
    const first = entries.get(entry.url);
    if (!first) entries.set(entry.url, entry);
    // A picture that pages of several languages show is there for the readers of each.
    else if (first.file === entry.file) entries.set(entry.url, sharedEntry(first, entry));
  }
  return entries;
}
