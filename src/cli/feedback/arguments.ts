import { parseArgs } from 'node:util';
import type { Parsed } from '../command.ts';

export const usage = `npm run feedback -- list [--page <path>] [--json]
    What readers said of pages: how many found each helpful, and their comments, newest first.`;

export interface FeedbackCommand {
  json: boolean;
  page?: string;
}

export function parseArguments(args: readonly string[]): Parsed<FeedbackCommand> {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { json: { type: 'boolean', default: false }, page: { type: 'string' } },
  });
  const [name, ...rest] = positionals;
  if (rest.length > 0) return { fault: `There is nothing to do with "${rest.join(' ')}".` };
  if (name === undefined) return { fault: 'Say what to do.' };
  if (name !== 'list') return { fault: `There is no command "${name}".` };
  return { command: { json: values.json, ...(values.page === undefined ? {} : { page: values.page }) } };
}
