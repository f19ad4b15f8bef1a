import * as react from 'react';
import * as reactDom from 'react-dom';
import { countedRuntime } from '../../markdown/islands/counted-runtime.ts';
import { documentRuntime } from '../../markdown/islands/islands.ts';
import type { LivePart } from '../../markdown/live-parts.ts';

/** Where the owner's code, built by the bundler, finds the engine's modules: `globalThis[Symbol.for(MODULES)]`. */
export const MODULES = 'documentation.modules';

type Exports = Readonly<Record<string, unknown>>;

/** React, of which there is one, and what stays as it is in the browser. */
const shared: Readonly<Record<string, Exports>> = {
  react: { ...react, default: react },
  'react-dom': { ...reactDom, default: reactDom },
  'react/jsx-runtime': countedRuntime,
  'documents/jsx-runtime': documentRuntime,
};

/** Names of what each module exports. */
export function engineAnswers(modules: LivePart['modules']): Record<string, readonly string[]> {
  const all = Object.entries({ ...modules, ...shared });
  return Object.fromEntries(all.map(([name, exports]) => [name, Object.keys(exports)]));
}

/** Gives them to the owner's code in this thread. */
export function openAnswers(modules: LivePart['modules']): void {
  const all: Readonly<Record<string, Exports>> = { ...modules, ...shared };
  Object.assign(globalThis, { [Symbol.for(MODULES)]: (name: string) => all[name] });
}
