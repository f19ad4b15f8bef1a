import { parseAst } from 'vite';
import { isRecord } from '../../shared/json.ts';
import type { SiteFile } from './site-files.ts';

/** TypeScript leaves out an import if the module uses its names at most as types. */
export function removeElidedImports(file: SiteFile): SiteFile {
  if (!/\.[cm]?tsx?$/.test(file.name)) return file;
  const elidedLines = findElidedImports(file.text);
  return { ...file, imports: file.imports.filter(({ line }) => !elidedLines.has(line)) };
}

/** Lines on which such imports end, where the name of their module is. None if the module can't be parsed. */
function findElidedImports(text: string): ReadonlySet<number> {
  const usedNames = new Set<string>();
  const imports: { names: string[]; line: number }[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(visit);
    if (!isRecord(node) || /^TS(?:Interface|Type(?!Assertion))/.test(String(node.type))) return;
    if (node.type === 'ImportDeclaration') {
      const end = typeof node.end === 'number' ? node.end : 0;
      imports.push({ names: listLocalNames(node), line: text.slice(0, end).split('\n').length });
      return;
    }
    if ((node.type === 'Identifier' || node.type === 'JSXIdentifier') && typeof node.name === 'string')
      usedNames.add(node.name);
    Object.values(node).forEach(visit);
  };
  try {
    visit(parseAst(text, { lang: 'tsx' }));
  } catch {
    return new Set();
  }
  const elidedImports = imports.filter(
    ({ names }) => names.length > 0 && !names.some((name) => usedNames.has(name)),
  );
  return new Set(elidedImports.map(({ line }) => line));
}

function listLocalNames({ specifiers }: Readonly<Record<string, unknown>>): string[] {
  return (Array.isArray(specifiers) ? specifiers : []).flatMap((specifier: unknown) => {
    const local = isRecord(specifier) && isRecord(specifier.local) ? specifier.local : {};
    return typeof local.name === 'string' ? local.name : [];
  });
}
