import type { Aliases } from '../../markdown/mdx/code-imports.ts';
import type { Ask } from '../../markdown/modules/asks.ts';
import type { UiFile } from '../bundle/bundle.ts';
import type { DocumentWords } from './findings.ts';

/** The owner's code, built: plain data for the workers that compile. */
export interface ComponentBundle {
  aliases: Aliases;
  /** By id: see `CodeImport`. */
  modules: Readonly<Record<string, BuiltModule>>;
  /** Rules of all components, for every page. */
  style: string;
  /** What browsers may ask for: scripts of islands, pictures of components. */
  files: readonly UiFile[];
}

interface BuiltModule {
  /** Absolute: exports `module`, all exports of the owner's module. */
  file: string;
  /** Changes when the module does, or what it is made from. */
  version: string;
  /** Address of its script, where it lives. */
  island?: string | undefined;
  /** What it and what it imports ask of the page. */
  asks: readonly Ask[];
  /** Of a document or page that lives: its words, and the key to them in the page. */
  words?: readonly DocumentWords[] | undefined;
  /** Ids of modules whose components are islands in it. */
  parts: readonly string[];
}

/** With the answers of all modules that are islands in it. */
export function versionOf({ modules }: ComponentBundle, id: string): string | undefined {
  const built = modules[id];
  if (!built) return undefined;
  const parts = built.parts.map((part) => `${modules[part]?.version} ${modules[part]?.island}`);
  return [built.version, built.island, ...parts].join(' ');
}
