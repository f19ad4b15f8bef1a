import { parseArgs } from 'node:util';
import type { Parsed } from '../command.ts';

export const usage = `npm run search -- report [--json] [--days <1-90>] [--top <1-1000>]
    What readers searched for: most often, without results, and with results that nobody opened.
npm run search -- push
    Fills the hosted index (ALGOLIA_APP_ID, ALGOLIA_API_KEY, ALGOLIA_INDEX) with what the published build holds.`;

export type SearchCommand = { name: 'push' } | { name: 'report'; json: boolean; days: number; top: number };

export function parseArguments(args: readonly string[]): Parsed<SearchCommand> {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      json: { type: 'boolean', default: false },
      days: { type: 'string', default: '90' },
      top: { type: 'string', default: '20' },
    },
  });
  const [name, ...rest] = positionals;
  if (rest.length > 0) return { fault: `There is nothing to do with "${rest.join(' ')}".` };
  if (name === undefined) return { fault: 'Say what to do.' };
  if (name === 'push') return { command: { name } };
  if (name !== 'report') return { fault: `There is no command "${name}".` };
  const days = wholeNumber(values.days, 90);
  const top = wholeNumber(values.top, 1_000);
  if (days === undefined) return { fault: '--days must be 1 to 90.' };
  if (top === undefined) return { fault: '--top must be 1 to 1000.' };
  return { command: { name, json: values.json, days, top } };
}

function wholeNumber(text: string, most: number): number | undefined {
  const number = Number(text);
  return Number.isInteger(number) && number >= 1 && number <= most ? number : undefined;
}
