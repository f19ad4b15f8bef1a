import { existsSync, lstatSync } from 'node:fs';
import path from 'node:path';
import { displayPath } from '../shared/file-paths.ts';
import { isReadable, readFolderTree } from '../shared/folder-tree.ts';
import { listFolder } from '../shared/if-present.ts';
import type { Problem } from '../shared/problem.ts';
import { describeFileReason } from '../shared/reason.ts';
import { readRegularFileSync } from '../shared/regular-file.ts';
import { explainRefusal, findRefusalToPublish } from '../shared/site-boundary.ts';
import type { Folders } from './folders.ts';
import { hasUnservedName, isUnpublishedDotfile } from './publish/dotfiles.ts';

const UNREADABLE = 'unreadable';
const OUTSIDE = 'file-outside-site';
const PACKAGE = 'package-json';
const ADVICE = 'Give read permission to the user who builds the site.';

/**
 * Reports files and folders of the site that can't be read, and those that must not be read: links out of the site, and
 * the server's own folders. Documents that can't be read are reported where documents are read.
 */
export function checkFiles(folders: Folders): Problem[] {
  const { docsDir, docsHome, siteDir, contentDirs, pagesDir, staticDirs, boundary } = folders;
  const problems = new Map<string, Problem>();
  const report = (absolute: string, problem: Omit<Problem, 'file'>) => {
    const file = displayPath(absolute);
    problems.set(file, { ...problem, file });
  };
  const reportRefused = (file: string, refusal: Parameters<typeof explainRefusal>[0]) => {
    const message = explainRefusal(refusal, displayPath(file), file);
    report(file, { code: OUTSIDE, severity: 'error', message });
  };
  const reportIrregular = (file: string, kind: string) => {
    // A build never reads sockets, which editors and other programs create.
    const severity = kind === 'a socket' ? 'warning' : 'error';
    report(file, { code: UNREADABLE, severity, message: `This is ${kind}, not a file. Remove it.` });
  };
  const otherFolders = [siteDir, docsHome].flatMap((home) =>
    ['theme', 'versioned_sidebars'].map((name) => path.join(home, name)),
  );
  for (const folder of new Set([...contentDirs, pagesDir, ...staticDirs, ...otherFolders])) {
    const ignore = (name: string) => name === 'node_modules';
    const { files, irregular, closed, dangling, refused } = readFolderTree(folder, { ignore, boundary });
    for (const { name, refusal } of refused) reportRefused(path.join(folder, name), refusal);
    for (const { name, kind } of irregular) reportIrregular(path.join(folder, name), kind);
    for (const name of dangling) {
      const message = 'This link leads nowhere and is skipped. Correct or remove it.';
      report(path.join(folder, name), { code: UNREADABLE, severity: 'warning', message });
    }
    for (const name of closed) {
      const message = `This folder can't be read. ${ADVICE}`;
      report(path.join(folder, name), { code: UNREADABLE, severity: 'error', message });
    }
    const isDocument = (name: string) => folder === docsDir && /\.mdx?$/.test(name);
    for (const name of files) {
      const file = path.join(folder, name);
      if (staticDirs.includes(folder) && hasUnservedName(name)) {
        const message =
          "This file isn't published, because its name has a line break, a backslash or another character that no address may contain. Rename it.";
        report(file, { code: 'file-name', severity: 'warning', message });
      } else if (staticDirs.includes(folder) && isUnpublishedDotfile(name)) {
        const message =
          "Files and folders whose names start with a dot aren't published, except `.well-known`. Rename it, or remove it from the static folder.";
        report(file, { code: 'dotfile', severity: 'warning', message });
      } else if (!isDocument(name) && !isReadable(file)) {
        const message = `This file can't be read. ${ADVICE}`;
        report(file, { code: UNREADABLE, severity: 'error', message });
      }
    }
  }
  // Code may be imported from anywhere, so only what would block the bundler is looked for.
  for (const folder of new Set([siteDir, docsHome].map((home) => path.join(home, 'src')))) {
    const { irregular } = readFolderTree(folder, { ignore: (name) => name === 'node_modules' });
    for (const { name, kind } of irregular) reportIrregular(path.join(folder, name), kind);
  }
  for (const file of listLinkedDataFiles([siteDir, docsHome])) {
    const refusal = findRefusalToPublish(boundary, file);
    if (refusal) reportRefused(file, refusal);
  }
  return [...problems.values(), ...checkPackageFile(siteDir)];
}

/** Reports a `package.json` that isn't JSON. The bundler reads it for every file of the site, and would give up. */
function checkPackageFile(siteDir: string): Problem[] {
  const absolute = path.join(siteDir, 'package.json');
  if (!existsSync(absolute)) return [];
  const file = displayPath(absolute);
  try {
    JSON.parse(
      readRegularFileSync(absolute)
        .toString()
        .replace(/^\uFEFF/, ''),
    );
    return [];
  } catch (error) {
    const reason = describeFileReason(error);
    const line = /\(line (\d+) column \d+\)/.exec(reason)?.[1];
    return [
      {
        ...{ code: PACKAGE, severity: 'error', file, line: line === undefined ? undefined : Number(line) },
        message: `The file can't be read as JSON: ${reason}. Correct it, because the site's components are bundled with it.`,
      },
    ];
  }
}

/** Symbolic links among the data files at the top of a site folder, such as `versions.json`. */
function listLinkedDataFiles(folders: readonly string[]): string[] {
  const files = [...new Set(folders)].flatMap((folder) =>
    listFolder(folder)
      .filter((name) => /\.(?:json|ya?ml)$/.test(name))
      .map((name) => path.join(folder, name)),
  );
  return files.filter((file) => lstatSync(file).isSymbolicLink());
}

/** Whether the problems are so serious that nothing more of the site may be read. */
export function isUnsafeToRead(problems: readonly Problem[]): boolean {
  return problems.some(
    ({ code, severity }) => severity === 'error' && [UNREADABLE, OUTSIDE, PACKAGE].includes(code),
  );
}
