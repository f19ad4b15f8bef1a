import path from 'node:path';
import { displayPath } from '../shared/file-paths.ts';
import { folderTree, mayRead } from '../shared/folder-tree.ts';
import type { Problem } from '../shared/problem.ts';
import type { Folders } from './folders.ts';

const CODE = 'unreadable';

/** What lies in the site's folders and cannot be read. A document that cannot is named where documents are read. */
export function unreadable({ docsDir, contentDirs, pagesDir, staticDirs }: Folders): Problem[] {
  const found = new Map<string, Problem>();
  for (const folder of [...contentDirs, pagesDir, ...staticDirs]) {
    const { files, closed, dangling } = folderTree(folder, (name) => name === 'node_modules');
    const say = (name: string, severity: Problem['severity'], message: string) => {
      const file = displayPath(path.join(folder, name));
      found.set(file, { code: CODE, severity, file, message });
    };
    for (const name of dangling)
      say(name, 'warning', 'This link leads nowhere, and is passed over: correct or remove it.');
    for (const name of closed) say(name, 'error', `The folder cannot be read. ${advice}`);
    const isDocument = (name: string) => folder === docsDir && /\.mdx?$/.test(name);
    for (const name of files)
      if (!isDocument(name) && !mayRead(path.join(folder, name)))
        say(name, 'error', `The file cannot be read. ${advice}`);
  }
  return [...found.values()];
}

const advice = 'Let the user who builds the site read it.';

/** Nothing more can be said of a site with these. */
export function isUnreadable(problems: readonly Problem[]): boolean {
  return problems.some(({ code, severity }) => code === CODE && severity === 'error');
}
