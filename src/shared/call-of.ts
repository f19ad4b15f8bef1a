import { isCompiled } from './engine-dir.ts';

/** A command as somebody calls it who has the engine installed, or its repository. */
export function callOf(name: string, args = ''): string {
  if (isCompiled) return `gatehouse ${name}${args && ` ${args}`}`;
  return `npm ${name === 'start' ? '' : 'run '}${name}${args && ` -- ${args}`}`;
}
