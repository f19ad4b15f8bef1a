import { existsSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { sourceDir } from '../../shared/engine-dir.ts';
import { findLineOfText } from '../../shared/line-of-key.ts';
import {
  explainRefusal,
  findRefusalOfSheet,
  findRefusalToImport,
  findRefusalToPublish,
  isWithin,
  type Refusal,
  type SiteBoundary,
} from '../../shared/site-boundary.ts';
import { listFileReferences } from './file-references.ts';

/** A use of a file that the code of a site must not use. */
export interface RefusedUse {
  /** Absolute path of the file that refers to it. */
  file: string;
  line: number | undefined;
  message: string;
}

const styleSheet = /\.(?:css|scss|sass|less|styl)$/;
const packagesFolder = `${path.sep}node_modules${path.sep}`;

/**
 * Enforces the site's boundary for what its code uses: modules and style sheets by the rule for imports, and files in
 * `url()` of style sheets by the rule for published files. `report` may be called twice for the same use.
 */
export function createBoundaryPlugin(boundary: SiteBoundary, report: (use: RefusedUse) => void): Plugin {
  /** Absolute paths of modules. Assets among them have been checked as imports. */
  const importedFiles = new Set<string>();
  /** Modules that must not be used, by id. Their importers are known only when all modules are loaded. */
  const refusedModules = new Map<string, Refusal>();
  /** Real paths of files that were reported for a style sheet. */
  const reportedTargets = new Set<string>();
  let root = '';

  const isEngineFile = (file: string) => isWithin(sourceDir, file);
  const refuse = (refusal: Refusal, specifier: string, target: string, file: string, line?: number) =>
    report({ file, line, message: explainRefusal(refusal, specifier, target) });

  /** Checks the files that a style sheet refers to, and those of the sheets that it imports. */
  const checkStyleSheet = (text: string, file: string, seen: Set<string>) => {
    if (seen.has(file) || isEngineFile(file)) return;
    seen.add(file);
    for (const { reference, line, isImport } of listFileReferences(text)) {
      const target = path.resolve(path.dirname(file), reference);
      if (!existsSync(target)) continue;
      const isImported = isImport || target.includes(packagesFolder);
      const refusal = (isImported ? findRefusalOfSheet : findRefusalToPublish)(boundary, target);
      if (refusal) {
        reportedTargets.add(realpathSync.native(target));
        refuse(refusal, reference, target, file, line);
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
      if (!path.isAbsolute(file) || isEngineFile(file) || file.includes(packagesFolder)) return undefined;
      importedFiles.add(path.normalize(file));
      const refusal = findRefusalToImport(boundary, file);
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
          refuse(refusal, path.basename(file), file, from, findNamingLine(readFileSync(from, 'utf8'), file));
        else refuse(refusal, path.basename(file), file, file);
      }
    },
    generateBundle(_options, outputs) {
      // Files that style sheets refer to in ways that `checkStyleSheet` can't see, such as aliases and mixins.
      for (const output of Object.values(outputs)) {
        if (output.type !== 'asset') continue;
        for (const name of output.originalFileNames) {
          const file = path.resolve(root, name);
          if (isEngineFile(file) || file.includes(packagesFolder)) continue;
          if (importedFiles.has(file) || reportedTargets.has(file)) continue;
          const refusal = findRefusalToPublish(boundary, file);
          if (refusal) refuse(refusal, name, file, file);
        }
      }
    },
  };
}

/** The line of a module that names this file, with or without its extension. */
function findNamingLine(text: string, file: string): number | undefined {
  const name = path.basename(file);
  const specifiers = [...text.matchAll(/(["'`])([^"'`\n]+)\1/g)].map(([, , specifier = '']) => specifier);
  const specifier = specifiers.find((specifier) =>
    [name, path.parse(name).name].includes(path.posix.basename(specifier)),
  );
  return specifier === undefined ? undefined : findLineOfText(text, specifier);
}
