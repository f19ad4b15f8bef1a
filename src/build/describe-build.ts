import type { BuildResult } from './build.ts';

/** The closing line of a build. */
export function describeBuild({
  ok,
  problems,
  built,
}: Pick<BuildResult, 'ok' | 'problems' | 'built'>): string {
  const errors = problems.filter((problem) => problem.severity === 'error').length;
  const warnings = problems.length - errors;
  const seconds = `${built.seconds.toFixed(1)} s`;
  const found = [count(errors, 'error'), count(warnings, 'warning')].filter((text) => text !== '').join(', ');
  if (!ok) return `Not published: ${found}.`;
  const pages = `${count(built.pages, 'page')} in ${seconds}`;
  const work =
    built.compiled + built.rendered === 0
      ? 'nothing to compile or render'
      : `${built.compiled} compiled, ${built.rendered} rendered`;
  return `Built ${pages}: ${work}${found === '' ? '' : `, ${found}`}.`;
}

function count(number: number, noun: string): string {
  if (number === 0) return '';
  return number === 1 ? `1 ${noun}` : `${number} ${noun}s`;
}
