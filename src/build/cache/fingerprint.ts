import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Environment } from '../../config/environment.ts';
import { gitTree } from '../../content/git-dates.ts';
import { engineDir, sourceDir } from '../../shared/engine-dir.ts';
import type { Folders } from '../folders.ts';
import { shortHash } from '../hashing.ts';
import { hashFile, hashTree } from './read-tree.ts';

const isTest = (name: string) => /\.test\.tsx?$/.test(name);
/** Beside the docs folder only small files steer a build: sidebars and what they import. */
const STEERING_FILE = /\.(?:[cm]?[jt]s|json|ya?ml)$/;
const STEERING_MAX_BYTES = 1 << 20;

/** The code that made a cached result, by part: a result is out of date when its part changes. */
export interface CodeVersions {
  /** Compiles documents. */
  articles: string;
  /** Turns articles into the files of the dist folder (the renderer has a version of its own). */
  outputs: string;
  /** All of it. */
  all: string;
}

export function codeVersions(): CodeVersions {
  const tree = (name: string) => hashTree(path.join(sourceDir, name), isTest);
  const libraries = `${hashFile(path.join(engineDir, 'package-lock.json'))} ${process.version}`;
  const parts = {
    build: tree('build'),
    config: tree('config'),
    content: tree('content'),
    markdown: tree('markdown'),
    live: tree('ui/live'),
    // Until the site's own components are keyed by what they import.
    reference: hashTree(path.join(engineDir, 'site/src/reference'), isTest),
  };
  return {
    articles: shortHash([libraries, parts.markdown, parts.live, parts.reference, parts.content].join()),
    outputs: shortHash([libraries, parts.build, parts.config].join()),
    all: shortHash([libraries, ...Object.values(parts), tree('ui'), tree('search')].join()),
  };
}

/**
 * Everything that a build reads, in one value: when it is the same as at the last build, so is the result.
 * Files elsewhere that articles include are checked besides, through their dependencies.
 */
export function inputsFingerprint(
  folders: Folders,
  environment: Pick<Environment, 'MARKDOWN_FORMAT' | 'BROKEN_LINKS'>,
  code: CodeVersions,
): string {
  return shortHash(
    [
      code.all,
      folders.docsDir,
      folders.siteDir,
      environment.MARKDOWN_FORMAT,
      environment.BROKEN_LINKS,
      hashTree(folders.docsDir),
      // Pages say when they were last committed.
      gitTree(folders.docsDir) ?? '',
      ...folders.staticDirs.map((folder) => `${folder} ${hashTree(folder)}`),
      hashTree(folders.pagesDir),
      hashFile(path.join(folders.siteDir, 'site.config.ts')),
      folders.sidebars === undefined ? '' : `${folders.sidebars} ${hashFile(folders.sidebars)}`,
      ...steeringFiles(folders.docsHome),
    ].join('\n'),
  );
}

function steeringFiles(folder: string): string[] {
  const names = readdirSync(folder).filter((name) => STEERING_FILE.test(name));
  return names.sort().flatMap((name) => {
    const file = path.join(folder, name);
    const stats = statSync(file, { throwIfNoEntry: false });
    return stats?.isFile() && stats.size <= STEERING_MAX_BYTES ? [`${name} ${hashFile(file)}`] : [];
  });
}
