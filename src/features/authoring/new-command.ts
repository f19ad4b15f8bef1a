import path from 'node:path';
import {
  defineCommand,
  fail,
  type ParsedArguments,
  rejectSubcommand,
  rejectSurplus,
  succeed,
} from '../../command/define-command.ts';
import { findPathOnDisk } from '../../shared/path-on-disk.ts';
import { writeNewCategory, writeNewDocument } from './new-content.ts';

interface NewInput {
  kind: 'document' | 'category';
  /** Path of the document's file or of the category's folder. */
  target: string;
  title: string;
  description: string | undefined;
  position: number | undefined;
}

export const command = defineCommand({
  help: `Creates a document, or gives a folder a label in the sidebar.

  {call} document docs/guides/reset.md --title "Reset a password"
  {call} category docs/guides --label Guides

  --title         Title of the document.
  --label         Label of the category.
  --description   One sentence about it.
  --position      Position among its neighbours in the sidebar, a number.

Exit code: 0 created, 1 failed, 2 wrong arguments.`,
  options: {
    title: { type: 'string' },
    label: { type: 'string' },
    description: { type: 'string' },
    position: { type: 'string' },
  },
  parse: (
    [kind, target, ...surplus],
    { title, label, description, position: positionText },
  ): ParsedArguments<NewInput> => {
    if (kind !== 'document' && kind !== 'category') return rejectSubcommand(kind, ['document', 'category']);
    if (target === undefined)
      return { misuse: kind === 'document' ? 'The file is missing.' : 'The folder is missing.' };
    const name = kind === 'document' ? title : label;
    if (!name) return { misuse: `--${kind === 'document' ? 'title' : 'label'} is missing.` };
    if (kind === 'document' && !/\.mdx?$/.test(target))
      return { misuse: 'The file of a document must end in .md or .mdx.' };
    const position = positionText === undefined ? undefined : Number(positionText);
    if (Number.isNaN(position)) return { misuse: '--position must be a number.' };
    return rejectSurplus(surplus) ?? { input: { kind, target, title: name, description, position } };
  },
  run: async ({ kind, target, title, description, position }, environment) => {
    const targetPath = findPathOnDisk(path.resolve(target));
    const details = { description, position };
    const result =
      kind === 'document'
        ? await writeNewDocument(environment, process.cwd(), { file: targetPath, title, ...details })
        : await writeNewCategory(environment, process.cwd(), {
            folder: targetPath,
            label: title,
            ...details,
          });
    if ('fault' in result) return fail(result.fault);
    const { file, page, notes } = result.made;
    const message = page === undefined ? `Created ${file}` : `Created ${file} (address: ${page})`;
    return succeed([message, ...notes].join('\n'));
  },
});
