import { defineCommand, noMore } from './command.ts';
import { push } from './search/push.ts';
import { report } from './search/report.ts';

type Wanted = { name: 'push' } | { name: 'report'; json: boolean; days: number; top: number };

export const command = defineCommand({
  help: (call) => `${call} report [--json] [--days <1-90>] [--top <1-1000>]
    What readers searched for: most often, without results, and with results that nobody opened.
${call} push
    Fills the hosted index (ALGOLIA_APP_ID, ALGOLIA_API_KEY, ALGOLIA_INDEX) with what the published build holds.`,
  options: {
    json: { type: 'boolean', default: false },
    days: { type: 'string', default: '90' },
    top: { type: 'string', default: '20' },
  },
  parse([name, ...rest], values): { wanted: Wanted } | { fault: string } {
    if (name === undefined) return { fault: 'Say what to do.' };
    if (name !== 'push' && name !== 'report') return { fault: `There is no command "${name}".` };
    const surplus = noMore(rest);
    if (surplus) return surplus;
    if (name === 'push') return { wanted: { name } };
    const days = wholeNumber(values.days, 90);
    const top = wholeNumber(values.top, 1_000);
    if (days === undefined) return { fault: '--days must be 1 to 90.' };
    if (top === undefined) return { fault: '--top must be 1 to 1000.' };
    return { wanted: { name, json: values.json, days, top } };
  },
  run: (wanted, environment) => (wanted.name === 'report' ? report(environment, wanted) : push(environment)),
});

function wholeNumber(text: string, most: number): number | undefined {
  const number = Number(text);
  return Number.isInteger(number) && number >= 1 && number <= most ? number : undefined;
}
