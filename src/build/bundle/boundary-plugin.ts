import { existsSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { sourceDir } from '../../shared/engine-dir.ts';
import { lineOfText } from '../../shared/line-of-key.ts';
import {
  explainRefusal,
  isWithin,
  type Refusal,
  refusalToImport,
  refusalToPublish,
  type SiteBoundary,
} from '../../shared/site-boundary.ts';

/** A file that the code of a site must not use. */
export interface RefusedUse {
  /** Absolute: the file that names it. */
  file: string;
  line: number | undefined;
  message: string;
}

const styleSheet = /\.(?:css|scss|sass|less|styl)$/;
const ofPackages = `${path.sep}node_modules${path.sep}`;

/**
 * Holds what a site's code brings along to the site's boundary: modules and style sheets by the rule for imports, files
 * that style sheets name by `url()` by the rule for published files. `report` may be called twice for the same use.
 */
export function boundaryPlugin(boundary: SiteBoundary, report: (use: RefusedUse) => void): Plugin {
  /** Absolute paths of modules: assets among them were checked as imports. */
  const importedFiles = new Set<string>();
  /** Modules that must not be used, by id. Who imports them is known when all are loaded. */
  const refusedModules = new Map<string, Refusal>();
  /** Real paths of files that a style sheet was reported for. */
  const reportedTargets = new Set<string>();
  let root = '';

  const isEngines = (file: string) => isWithin(sourceDir, file);
  const refuse = (refusal: Refusal, written: string, target: string, file: string, line?: number) =>
    report({ file, line, message: explainRefusal(refusal, written, target) });

  /** The files that a style sheet names, and those of the sheets that it imports. */
  const checkStyleSheet = (text: string, file: string, seen: Set<string>) => {
    if (seen.has(file) || isEngines(file)) return;
    seen.add(file);
    for (const { written, line, isImport } of namedFiles(text)) {
      const target = path.resolve(path.dirname(file), written);
      if (!existsSync(target)) continue;
      const isImported = isImport || target.includes(ofPackages);
      const refusal = (isImported ? refusalToImport : refusalToPublish)(boundary, target);
      if (refusal) {
        reportedTargets.add(realpathSync.native(target));
        refuse(refusal, written, target, file, line);
      } else if (isImport) checkStyleSheet(readFileSync(target, 'utf8'), target, seen);
    }
  };

  return {
    name: 'site-boundary',
    enforce: 'pre',
    configResolved(config) {
      ({ root } = config);
    },
    load(id) {
      const [file = ''] = id.split('?');
      if (!path.isAbsolute(file) || isEngines(file) || file.includes(ofPackages)) return undefined;
      importedFiles.add(path.normalize(file));
      const refusal = refusalToImport(boundary, file);
      if (!refusal) return undefined;
      refusedModules.set(id, refusal);
      return styleSheet.test(file) ? '' : { code: 'export default undefined;', moduleType: 'js' };
    },
    transform(code, id) {
      const [file = ''] = id.split('?');
      if (styleSheet.test(file) && path.isAbsolute(file)) checkStyleSheet(code, file, new Set());
      return undefined;
    },
    buildEnd() {
      for (const [id, refusal] of refusedModules) {
        const [file = ''] = id.split('?');
        const [importer = ''] = this.getModuleInfo(id)?.importers ?? [];
        const [from = ''] = importer.split('?');
        if (path.isAbsolute(from) && existsSync(from))
          refuse(refusal, path.basename(file), file, from, lineNaming(readFileSync(from, 'utf8'), file));
        else refuse(refusal, path.basename(file), file, file);
      }
    },
    generateBundle(_options, outputs) {
      // What style sheets name in ways that the look at their text doesn't see, such as aliases and mixins.
      for (const output of Object.values(outputs)) {
        if (output.type !== 'asset') continue;
        for (const name of output.originalFileNames) {
          const file = path.resolve(root, name);
          if (isEngines(file) || file.includes(ofPackages)) continue;
          if (importedFiles.has(file) || reportedTargets.has(file)) continue;
          const refusal = refusalToPublish(boundary, file);
          if (refusal) refuse(refusal, name, file, file);
        }
      }
    },
  };
}

interface NamedFile {
  /** A relative or absolute path, without query and fragment. */
  written: string;
  line: number;
  isImport: boolean;
}

/** Files that a style sheet names by `url()` and `@import`, `@use` and `@forward`. */
function namedFiles(text: string): NamedFile[] {
  const named: NamedFile[] = [];
  const names =
    /(@import\s+|@use\s+|@forward\s+)?(?:url\(\s*(?:"([^"]*)"|'([^']*)'|([^)"']*))\s*\)|(?<=@(?:import|use|forward)\s+)(?:"([^"]*)"|'([^']*)'))/g;
  for (const match of text.matchAll(names)) {
    const [, keyword, ...spellings] = match;
    const written = (spellings.find((each) => each !== undefined) ?? '').trim().replace(/[?#].*$/, '');
    if (written === '' || /^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(written)) continue;
    const line = text.slice(0, match.index).split('\n').length;
    named.push({ written, line, isImport: keyword !== undefined || spellings.slice(3).some(Boolean) });
  }
  return named;
}

/** Where a module names this file, with its ending or without. */
function lineNaming(text: string, file: string): number | undefined {
  const name = path.basename(file);
  const specifiers = [...text.matchAll(/(["'`])([^"'`\n]+)\1/g)].map(([, , specifier = '']) => specifier);
  const written = specifiers.find((specifier) =>
    [name, path.parse(name).name].includes(path.posix.basename(specifier)),
  );
  return written === undefined ? undefined : lineOfText(text, written);
}
