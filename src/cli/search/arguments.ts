import { parseArgs } from 'node:util';

export const usage = `npm run search -- report [--json] [--days <1-90>] [--top <1-1000>]
    What readers searched for: most often, without results, and with results that nobody opened.
npm run search -- push
    Fills the hosted index (ALGOLIA_APP_ID, ALGOLIA_API_KEY, ALGOLIA_INDEX) with what the published build holds.`;

export type SearchCommand =
  | { command: 'help' }
  | { command: 'push' }
  | { command: 'report'; json: boolean; days: number; top: number };

export function parseArguments(args: readonly string[]): SearchCommand | { fault: string } {
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
  if (command === 'push') return { command };
  if (command !== 'report')
    return { fault: command === undefined ? 'Say what to do.' : `There is no command "${command}".` };
  const days = wholeNumber(values.days, 90);
  const top = wholeNumber(values.top, 1_000);
  if (days === undefined) return { fault: '--days must be 1 to 90.' };
  if (top === undefined) return { fault: '--top must be 1 to 1000.' };
  return { command, json: values.json, days, top };
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      json: { type: 'boolean', default: false },
      days: { type: 'string', default: '90' },
      top: { type: 'string', default: '20' },
      help: { type: 'boolean', default: false },
    },
  });
}

function wholeNumber(text: string, most: number): number | undefined {
  const number = Number(text);
  return Number.isInteger(number) && number >= 1 && number <= most ? number : undefined;
}
