import { pathToFileURL } from 'node:url';
import type { ElementType } from 'react';
import { isWrapperId, MDX_COMPONENTS } from '../../markdown/mdx/code-imports.ts';
import { listDocumentModules } from '../../markdown/mdx/theme.ts';
import type { OwnersCode } from '../../markdown/owners-code.ts';
import { liveParts } from '../../ui/live/parts.ts';
import { registerGlobals, registerLive } from '../islands/islands.ts';
import { registerWrappers } from '../islands/site-wrappers.ts';
import { getCurrentFacts, type PageFacts, setCurrentFacts } from '../theme/page-facts.ts';
import { exposeEngineModules } from './answers.ts';
import { type ComponentBundle, getModuleVersion } from './component-bundle.ts';

export type LoadedCode = Pick<
  OwnersCode,
  'aliases' | 'globals' | 'getCodeVersion' | 'loadCode' | 'getAsks' | 'getWords'
>;

/**
 * Loads the site's code for the compiler of this thread. `collectFacts` collects the facts for the top level of modules,
 * when the first one is loaded.
 */
export async function loadComponents(
  components: ComponentBundle,
  collectFacts: () => PageFacts,
): Promise<LoadedCode> {
  exposeEngineModules(listDocumentModules(liveParts));
  process.setSourceMapsEnabled(true);
  const { aliases, modules } = components;
  let moduleFacts: PageFacts | undefined;
  const importModule = async (file: string): Promise<{ module: Record<string, unknown> }> => {
    const pageFacts = getCurrentFacts();
    moduleFacts ??= collectFacts();
    setCurrentFacts(moduleFacts);
    try {
      return await import(pathToFileURL(file).href);
    } finally {
      setCurrentFacts(pageFacts);
    }
  };
  const loadCode = async (id: string): Promise<Record<string, unknown>> => {
    const built = modules[id];
    if (!built) throw new Error(`There is no module ${id}.`);
    const { module } = await importModule(built.file);
    if (built.island !== undefined) {
      registerLive(module, built.island);
      if (id === MDX_COMPONENTS) registerGlobals(Object(module.default), built.island);
    }
    for (const part of built.parts) if (modules[part]?.island !== undefined) await loadPart(part);
    return module;
  };
  /**
   * Loads code that a page imports, after the page itself. If it fails only now, the page didn't load it: the import is
   * a type or unused, and the page asks for the code later in the browser, by `require()` within `<BrowserOnly>`.
   */
  const loadPart = (id: string) => loadCode(id).catch(() => undefined);
  const wrapperIds = Object.keys(modules).filter(isWrapperId);
  registerWrappers(
    await Promise.all(
      wrapperIds.map((id) => {
        const name = id.slice(id.indexOf(':') + 1);
        return loadCode(id).then(
          ({ default: component }) => ({ name, component: component as ElementType }),
          (error: unknown) => ({ name, error }),
        );
      }),
    ),
  );
  const wrapperAsks = wrapperIds.flatMap((id) => modules[id]?.asks ?? []);
  const asks = new Map(
    Object.entries(modules).flatMap(([id, built]) =>
      [id, built.island ?? id].map((name) => [name, [...built.asks, ...wrapperAsks]] as const),
    ),
  );
  const words = new Map(Object.values(modules).map((built) => [built.island, built.words]));
  const getAsks: OwnersCode['getAsks'] = (code) => asks.get(code) ?? [];
  const getWords: OwnersCode['getWords'] = (island) => words.get(island) ?? [];
  return {
    aliases,
    getAsks,
    getWords,
    globals: await listGlobalComponents(components, loadCode),
    getCodeVersion: (id) => getModuleVersion(components, id),
    loadCode,
  };
}

async function listGlobalComponents(
  { modules }: ComponentBundle,
  load: OwnersCode['loadCode'],
): Promise<string[]> {
  if (!(MDX_COMPONENTS in modules)) return [];
  try {
    const { default: components } = await load(MDX_COMPONENTS);
    return typeof components === 'object' && components !== null ? Object.keys(components) : [];
  } catch {
    // The document that uses one of them reports why it can't be loaded.
    return [];
  }
}
