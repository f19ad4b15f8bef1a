import { isCompiled } from './engine-dir.ts';

/** How to call a command here: `gatehouse build` in an installed package, `npm run build` in the repository. */
export function formatCommand(name: string, args = ''): string {
  if (isCompiled) return `gatehouse ${name}${args && ` ${args}`}`;
  return `npm ${name === 'start' ? '' : 'run '}${name}${args && ` -- ${args}`}`;
}
