import * as react from 'react';
import * as reactDom from 'react-dom';
import type { LivePart } from '../../markdown/live-parts.ts';
import { countedRuntime } from '../islands/counted-runtime.ts';
import { documentRuntime } from '../islands/islands.ts';
import { recordContexts } from '../theme/record-contexts.ts';

/** Where the site's bundled code finds the engine's modules: `globalThis[Symbol.for(MODULES)]`. */
export const MODULES = 'documentation.modules';

type Exports = Readonly<Record<string, unknown>>;

/** React, which must exist only once, and the runtimes that are the same in the build and in browsers. */
const shared: Readonly<Record<string, Exports>> = {
  react: recordContexts(react),
  'react-dom': { ...reactDom, default: reactDom },
  'react/jsx-runtime': countedRuntime,
  'documents/jsx-runtime': documentRuntime,
};

/** Names of the exports of each module that the engine provides. */
export function listEngineExports(modules: LivePart['modules']): Record<string, readonly string[]> {
  const all = Object.entries({ ...modules, ...shared });
  return Object.fromEntries(all.map(([name, exports]) => [name, Object.keys(exports)]));
}

/** Makes the engine's modules available to the site's code in this thread. */
export function exposeEngineModules(modules: LivePart['modules']): void {
  const all: Readonly<Record<string, Exports>> = { ...modules, ...shared };
  Object.assign(globalThis, { [Symbol.for(MODULES)]: (name: string) => all[name] });
}
