import { pathToFileURL } from 'node:url';
import { registerGlobals, registerLive } from '../../markdown/islands/islands.ts';
import { MDX_COMPONENTS } from '../../markdown/mdx/code-imports.ts';
import { listDocumentModules } from '../../markdown/mdx/theme.ts';
import type { OwnersCode } from '../../markdown/owners-code.ts';
import { liveParts } from '../../ui/live/parts.ts';
import { openAnswers } from './answers.ts';
import { type ComponentBundle, versionOf } from './component-bundle.ts';

export type LoadedCode = Pick<
  OwnersCode,
  'aliases' | 'globals' | 'codeVersion' | 'loadCode' | 'getAsks' | 'getWords'
>;

/** The owner's code, for the compiler of this thread. */
export async function loadComponents(components: ComponentBundle): Promise<LoadedCode> {
  openAnswers(listDocumentModules(liveParts));
  process.setSourceMapsEnabled(true);
  const { aliases, modules } = components;
  const loadCode = async (id: string): Promise<Record<string, unknown>> => {
    const built = modules[id];
    if (!built) throw new Error(`There is no ${id}.`);
    const { module }: { module: Record<string, unknown> } = await import(pathToFileURL(built.file).href);
    if (built.island !== undefined) {
      registerLive(module, built.island);
      if (id === MDX_COMPONENTS) registerGlobals(Object(module.default), built.island);
    }
    for (const part of built.parts) if (modules[part]?.island !== undefined) await loadCode(part);
    return module;
  };
  const asks = new Map(
    Object.entries(modules).flatMap(([id, built]) =>
      [id, built.island ?? id].map((name) => [name, built.asks] as const),
    ),
  );
  const words = new Map(Object.values(modules).map((built) => [built.island, built.words]));
  return {
    aliases,
    getAsks: (code) => asks.get(code) ?? [],
    getWords: (island) => words.get(island) ?? [],
    globals: await globalsOf(components, loadCode),
    codeVersion: (id) => versionOf(components, id),
    loadCode,
  };
}

async function globalsOf({ modules }: ComponentBundle, load: OwnersCode['loadCode']): Promise<string[]> {
  if (!(MDX_COMPONENTS in modules)) return [];
  try {
    const { default: own } = await load(MDX_COMPONENTS);
    return typeof own === 'object' && own !== null ? Object.keys(own) : [];
  } catch {
    // Whoever uses one of them says why it cannot be loaded.
    return [];
  }
}
