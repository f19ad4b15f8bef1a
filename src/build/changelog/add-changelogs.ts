import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { BlogOptions } from '../../config/docs-options.ts';
import { displayPath } from '../../shared/file-paths.ts';
import { readFolderTree } from '../../shared/folder-tree.ts';
import { readTextIfPresent } from '../../shared/if-present.ts';
import type { Problem } from '../../shared/problem.ts';
import { explainRefusal, findRefusalToPublish, type SiteBoundary } from '../../shared/site-boundary.ts';
import { computeShortHash } from '../hashing.ts';
import { parseChangelog } from './parse-changelog.ts';

interface ChangelogSource {
  blogs: readonly Pick<BlogOptions, 'id' | 'changelog'>[];
  siteDir: string;
  cacheDir: string;
  boundary: SiteBoundary;
}

/**
 * Turns each release of a blog's changelog into a post. The posts are written into a folder of the cache, which the build
 * reads as if its files were in the folder of the blog.
 */
export function addChangelogs({ blogs, siteDir, cacheDir, boundary }: ChangelogSource): {
  /** Folders with the posts of releases, by the id of their blog. */
  blogDirs: ReadonlyMap<string, string>;
  /** The changelogs. */
  files: string[];
  problems: Problem[];
} {
  const blogDirs = new Map<string, string>();
  const files: string[] = [];
  const problems: Problem[] = [];
  for (const { id, changelog } of blogs) {
    if (changelog === undefined) continue;
    const file = path.resolve(siteDir, changelog);
    const report = (severity: Problem['severity'], message: string, line?: number) =>
      problems.push({ code: 'changelog', severity, file: displayPath(file), line, message });
    const refusal = findRefusalToPublish(boundary, file);
    const text = refusal === undefined ? readTextIfPresent(file) : undefined;
    if (refusal !== undefined) report('error', explainRefusal(refusal, changelog, file));
    else if (text === undefined)
      report('error', `This changelog doesn't exist. Create it, or correct "changelog" of the blog "${id}".`);
    if (text === undefined) continue;
    files.push(file);
    const posts = new Map<string, string>();
    for (const { version, date, line, body } of parseChangelog(text)) {
      if (date === undefined) {
        report(
          'warning',
          `The release ${version} has no date and is left out. Write it as "## ${version} - 2026-01-31".`,
          line,
        );
        continue;
      }
      if (body.trim() === '') {
        report('warning', `The release ${version} has no text and is left out. List its changes.`, line);
        continue;
      }
      const name = version.replace(/[^\w.-]+/g, '-');
      const post = writePost({ version, date, slug: `/${name}`, body });
      if (posts.has(name)) report('warning', `The release ${version} is in this file twice.`, line);
      else posts.set(name, post);
    }
    if (posts.size === 0)
      report(
        'warning',
        'This changelog has no release with a date. Begin each one with a heading such as "## 1.0.0 - 2026-01-31".',
      );
    const folder = path.join(cacheDir, 'changelogs', computeShortHash(`${siteDir}\0${id}`));
    writeFiles(folder, new Map([...posts].map(([name, post]) => [`${name}.md`, post])));
    blogDirs.set(id, folder);
  }
  return { blogDirs, files, problems };
}

function writePost({
  version,
  date,
  slug,
  body,
}: Record<'version' | 'date' | 'slug' | 'body', string>): string {
  // JSON is valid YAML.
  const frontMatter = { title: version, date, slug, custom_edit_url: null, mdx: { format: 'md' } };
  const lines = Object.entries(frontMatter).map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`);
  return `---\n${lines.join('')}---\n\n${body}`;
}

/** Unchanged files aren't written, so that a file watcher sees no change. */
function writeFiles(folder: string, files: ReadonlyMap<string, string>): void {
  for (const file of readFolderTree(folder).files) if (!files.has(file)) rmSync(path.join(folder, file));
  for (const [name, text] of files) {
    const file = path.join(folder, name);
    if (readTextIfPresent(file) === text) continue;
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, text);
  }
}
