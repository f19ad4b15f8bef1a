import path from 'node:path';
import { newCategory, newDocument } from '../authoring/new-content.ts';
import { pathOnDisk } from '../shared/path-on-disk.ts';
import { defineCommand, done, failed, noMore, noSuchCommand, type Parsed } from './command.ts';

interface Wanted {
  what: 'document' | 'category';
  at: string;
  title: string;
  description: string | undefined;
  position: number | undefined;
}

export const command = defineCommand({
  help: `Begins a document, or gives a folder its name in the sidebar.

  {call} document docs/guides/reset.md --title "Reset a password"
  {call} category docs/guides --label Guides

  --title, --label   what readers see of it
  --description      one sentence
  --position         its position among its neighbours in the sidebar

Exit code: 0 made, 1 not made, 2 misused.`,
  options: {
    title: { type: 'string' },
    label: { type: 'string' },
    description: { type: 'string' },
    position: { type: 'string' },
  },
  parse: ([what, at, ...more], { title, label, description, position }): Parsed<Wanted> => {
    if (what !== 'document' && what !== 'category') return noSuchCommand(what);
    if (at === undefined) return { fault: 'Say where.' };
    const name = what === 'document' ? title : label;
    if (!name) return { fault: `Say what it is called: --${what === 'document' ? 'title' : 'label'}` };
    if (what === 'document' && !/\.mdx?$/.test(at)) return { fault: 'A document ends in .md or .mdx.' };
    const number = position === undefined ? undefined : Number(position);
    if (Number.isNaN(number)) return { fault: '--position must be a number.' };
    return noMore(more) ?? { wanted: { what, at, title: name, description, position: number } };
  },
  run: async ({ what, at, title, description, position }, environment) => {
    const [full, shared] = [pathOnDisk(path.resolve(at)), { description, position }];
    const result =
      what === 'document'
        ? await newDocument(environment, process.cwd(), { file: full, title, ...shared })
        : await newCategory(environment, process.cwd(), { folder: full, label: title, ...shared });
    if ('fault' in result) return failed(result.fault);
    const { file, page, notes } = result.made;
    return done([`Written: ${file}${page === undefined ? '' : `, which is ${page}`}`, ...notes].join('\n'));
  },
});
