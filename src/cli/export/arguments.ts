import { parseArgs } from 'node:util';

export const usage = `npm run export -- pdf [category] [--out manual.pdf]
    One PDF of the published build, with contents and page numbers: the whole manual, or one category by its
    label or address.`;

export type ExportCommand = { command: 'help' } | { command: 'pdf'; category?: string; out: string };

export function parseArguments(args: readonly string[]): ExportCommand | { fault: string } {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(args);
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
  const { positionals, values } = parsed;
  const [command, category, ...rest] = positionals;
  if (values.help || command === 'help') return { command: 'help' };
  if (command !== 'pdf')
    return { fault: command === undefined ? 'Say what to export.' : `There is no export "${command}".` };
  if (rest.length > 0)
    return { fault: `One category at a time: put "${category} ${rest.join(' ')}" in quotes.` };
  return { command, out: values.out, ...(category === undefined ? {} : { category }) };
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { out: { type: 'string', default: 'manual.pdf' }, help: { type: 'boolean', default: false } },
  });
}
