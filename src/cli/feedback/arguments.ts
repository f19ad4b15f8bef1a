import { parseArgs } from 'node:util';

export const usage = `npm run feedback -- list [--page <path>] [--json]
    What readers said of pages: how many found each helpful, and their comments, newest first.`;

export type FeedbackCommand = { command: 'help' } | { command: 'list'; json: boolean; page?: string };

export function parseArguments(args: readonly string[]): FeedbackCommand | { fault: string } {
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(args);
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
  const { positionals, values } = parsed;
  const [command, ...rest] = positionals;
  if (values.help || command === 'help') return { command: 'help' };
  if (rest.length > 0) return { fault: `There is nothing to do with "${rest.join(' ')}".` };
  if (command !== 'list')
    return { fault: command === undefined ? 'Say what to do.' : `There is no command "${command}".` };
  return { command, json: values.json, ...(values.page === undefined ? {} : { page: values.page }) };
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      json: { type: 'boolean', default: false },
      page: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
}
