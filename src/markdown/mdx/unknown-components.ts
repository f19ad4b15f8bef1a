import { closest, distance } from 'fastest-levenshtein';
import type { MarkdownFile } from '../markdown-file.ts';
import { collectStatements, isJsxElement, type JsxElement } from '../tree/code-nodes.ts';
import { visit } from '../tree/visit.ts';
import { listDeclaredNames } from './declared-names.ts';
import { globalComponents, listDocumentModules } from './theme.ts';

/** Finds the components that a file uses, by name: `Tabs` for `<Tabs>`, `x` for `<x.Y>`. */
export function findUsedComponents(file: MarkdownFile): Map<string, JsxElement> {
  const usedComponents = new Map<string, JsxElement>();
  visit(file.tree, (node) => {
    if (!isJsxElement(node)) return;
    const [name = ''] = node.name?.split('.') ?? [];
    const isComponent = /^[^a-z]/.test(name) || node.name?.includes('.');
    if (isComponent && name !== '' && !usedComponents.has(name)) usedComponents.set(name, node);
  });
  return usedComponents;
}

/** Reports components that are neither imported nor declared nor global. Returns true if there are any. */
export function reportUnknownComponents(
  file: MarkdownFile,
  usedComponents: ReturnType<typeof findUsedComponents>,
): boolean {
  const { components = {}, liveParts, globals } = file.scope.compilation.context;
  const modules = Object.keys(listDocumentModules(liveParts));
  const knownNames = new Set([
    ...Object.keys(globalComponents),
    ...Object.keys(components),
    ...globals,
    'props',
    ...collectStatements(file.tree).flatMap(listDeclaredNames),
  ]);
  let hasUnknown = false;
  for (const [name, node] of usedComponents) {
    if (knownNames.has(name)) continue;
    hasUnknown = true;
    file.scope.report('unknown-component', explainUnknown(name, knownNames, modules), node.position?.start);
  }
  return hasUnknown;
}

function explainUnknown(name: string, knownNames: ReadonlySet<string>, modules: readonly string[]): string {
  const importable = new Map(modules.map((module) => [module.slice(module.lastIndexOf('/') + 1), module]));
  const exact = importable.get(name);
  if (exact !== undefined)
    return `\`<${name}>\` isn't imported. Add \`import ${name} from '${exact}';\` above it.`;
  const similarName = closest(name, [...knownNames, ...importable.keys()]);
  const hint = distance(name, similarName) <= 3 ? ` Did you mean \`<${similarName}>\`?` : '';
  return `\`<${name}>\` isn't a component that this document imports or declares.${hint} To show it as text, write \`\\<${name}>\` or put it into code.`;
}
