import type { ModuleDeclaration, Statement } from 'estree';
import { closest, distance } from 'fastest-levenshtein';
import type { MarkdownFile } from '../markdown-file.ts';
import { isJsxElement, type JsxElement, statementsOf } from '../tree/code-nodes.ts';
import { visit } from '../tree/visit.ts';
import { documentModules, globalComponents } from './theme.ts';

/** Component names that the file's Markdown uses: `Tabs` for `<Tabs>`, `x` for `<x.Y>`. */
export function usedComponents(file: MarkdownFile): Map<string, JsxElement> {
  const used = new Map<string, JsxElement>();
  visit(file.tree, (node) => {
    if (!isJsxElement(node)) return;
    const [name = ''] = node.name?.split('.') ?? [];
    const isComponent = /^[^a-z]/.test(name) || node.name?.includes('.');
    if (isComponent && name !== '' && !used.has(name)) used.set(name, node);
  });
  return used;
}

/** Reports every component that is neither imported, declared nor given; true when there is one. */
export function reportUnknownComponents(
  file: MarkdownFile,
  used: ReturnType<typeof usedComponents>,
): boolean {
  const { components = {}, liveParts, globals } = file.scope.compilation.context;
  const modules = Object.keys(documentModules(liveParts));
  const known = new Set([
    ...Object.keys(globalComponents),
    ...Object.keys(components),
    ...globals,
    'props',
    ...statementsOf(file.tree).flatMap(namesOf),
  ]);
  let unknown = false;
  for (const [name, node] of used) {
    if (known.has(name)) continue;
    unknown = true;
    file.scope.report('unknown-component', describe(name, known, modules), node.position?.start);
  }
  return unknown;
}

function describe(name: string, known: ReadonlySet<string>, modules: readonly string[]): string {
  const importable = new Map(modules.map((module) => [module.slice(module.lastIndexOf('/') + 1), module]));
  const exact = importable.get(name);
  if (exact !== undefined)
    return `\`<${name}>\` is not imported: add \`import ${name} from '${exact}';\` above it.`;
  const near = closest(name, [...known, ...importable.keys()]);
  const hint = distance(name, near) <= 3 ? ` Did you mean \`<${near}>\`?` : '';
  return `\`<${name}>\` is no component that this document imports or declares.${hint} If it is meant as text, write \`\\<${name}>\` or put it into code.`;
}

function namesOf(statement: Statement | ModuleDeclaration): string[] {
  if (statement.type === 'ImportDeclaration')
    return statement.specifiers.map((specifier) => specifier.local.name);
  if (statement.type !== 'ExportNamedDeclaration') return [];
  const { declaration } = statement;
  if (!declaration) return [];
  if (declaration.type !== 'VariableDeclaration') return [declaration.id.name];
  return declaration.declarations.flatMap(({ id }) =>
    id.type === 'Identifier' ? [id.name] : patternNames(id),
  );
}

function patternNames(pattern: object): string[] {
  // Destructured names: every identifier in the pattern, which may name one too many but none too few.
  return [...JSON.stringify(pattern).matchAll(/"type":"Identifier"[^{}]*?"name":"([^"]+)"/g)].map(
    (match) => match[1] ?? '',
  );
}
