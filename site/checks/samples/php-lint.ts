import { spawnSync } from 'node:child_process';
import { inSamples, type Rule } from '../rule.ts';
import { plainPhp } from './php-source.ts';

/** PHP itself takes the samples, where it is installed. */
export const phpLint: Rule = ({ articles }) => (hasPhp() ? inSamples(articles, ['php'], lint) : []);

export function hasPhp(): boolean {
  return spawnSync('php', ['-v']).status === 0;
}

function lint({ code }: { code: string }) {
  const { status, stdout, stderr } = spawnSync('php', ['-l'], { input: plainPhp(code), encoding: 'utf8' });
  if (status === 0) return [];
  const [, message = 'it does not parse', line] =
    /(?:Parse|Fatal) error:\s*(.*?) in .*? on line (\d+)/.exec(stdout + stderr) ?? [];
  return [{ line: Number(line ?? 1), message: `PHP refuses the sample: ${message}.` }];
}
