import type { UiFile } from '../../build/bundle/bundle.ts';
import { type Aliases, isWrapperId } from '../../markdown/mdx/code-imports.ts';
import type { Ask } from '../theme/asks.ts';
import type { DocumentWords } from './findings.ts';

/** The site's bundled code, as plain data for the workers that compile documents. */
export interface ComponentBundle {
  aliases: Aliases;
  /** Modules by id: see `CodeImport`. */
  modules: Readonly<Record<string, BuiltModule>>;
  /** CSS rules of all components, for every page. */
  style: string;
  /** Files that browsers may request: scripts of islands, images of components. */
  files: readonly UiFile[];
}

interface BuiltModule {
  /** Absolute path of a script that exports `module`, an object with all exports of the original module. */
  file: string;
  /** Changes when the module, or anything that it is made from, changes. */
  version: string;
  /** URL of the script that browsers load, if the module is interactive. */
  island?: string | undefined;
  /** Facts about the page that the module, and the modules that it imports, ask for. */
  asks: readonly Ask[];
  /** For an interactive document or page: its texts, with the key under which the page contains them. */
  words?: readonly DocumentWords[] | undefined;
  /** Ids of modules whose components are islands in this one. */
  parts: readonly string[];
}

/**
 * A text that changes when the module changes, any module whose components are islands in it, or a component around all
 * pages.
 */
export function getModuleVersion({ modules }: ComponentBundle, id: string): string | undefined {
  const built = modules[id];
  if (!built) return undefined;
  const parts = built.parts.map((part) => `${modules[part]?.version} ${modules[part]?.island}`);
  const wrappers = Object.entries(modules).flatMap(([each, { version }]) =>
    isWrapperId(each) ? version : [],
  );
  return [built.version, built.island, ...parts, ...wrappers].join(' ');
}
