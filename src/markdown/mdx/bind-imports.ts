import type { Identifier, Literal, Program, Statement } from 'estree';
import type { Root } from 'mdast';
import type { MarkdownFile } from '../markdown-file.ts';
import { collectModuleNodes } from '../tree/code-nodes.ts';
import type { ModuleExports } from './evaluate.ts';

/** Exports of the imported modules, by specifier. */
type Modules = ReadonlyMap<string, ModuleExports>;

/** Names that the file's own code declares. */
interface DeclaredNames {
  names: Set<string>;
  /** Values of the document's imports, by name. */
  imports: Record<string, unknown>;
}

/** Turns `import` into constants. Re-exports are added when the module is complete: see `collectReexports`. */
export function bindImports(tree: Root, modules: Modules): DeclaredNames {
  const declaredNames: DeclaredNames = { names: new Set(), imports: {} };
  for (const { data } of collectModuleNodes(tree)) {
    const program = data?.estree;
    if (!program) continue;
    program.body = program.body.flatMap((statement) => bindStatement(statement, declaredNames, modules));
  }
  return declaredNames;
}

function bindStatement(
  statement: Program['body'][number],
  { names, imports }: DeclaredNames,
  modules: Modules,
): Program['body'] {
  if (statement.type === 'ExportAllDeclaration') return [];
  if (statement.type === 'ExportNamedDeclaration') {
    const { declaration, source } = statement;
    if (source) return [];
    if (declaration?.type === 'VariableDeclaration') {
      for (const { id } of declaration.declarations) if (id.type === 'Identifier') names.add(id.name);
    } else if (declaration) {
      names.add(declaration.id.name);
    }
    return [statement];
  }
  if (statement.type !== 'ImportDeclaration') return [statement];
  const source = String(statement.source.value);
  const module = modules.get(source);
  if (!module) throw new Error(`The import of ${source} wasn't resolved before the evaluation.`);
  return statement.specifiers.map((specifier) => {
    const { name } = specifier.local;
    names.add(name);
    if (specifier.type === 'ImportNamespaceSpecifier') imports[name] = module;
    else
      imports[name] = module[specifier.type === 'ImportSpecifier' ? readName(specifier.imported) : 'default'];
    return declareConstant(name);
  });
}

function readName(name: Identifier | Literal): string {
  return name.type === 'Identifier' ? name.name : String(name.value);
}

/** Collects the exports of `export * from` and `export { … } from`. An explicit name wins. */
export function collectReexports({ imports }: MarkdownFile, modules: Modules): ModuleExports {
  const starExports: ModuleExports = {};
  const namedExports: ModuleExports = {};
  for (const statement of imports) {
    const module = modules.get(String(statement.source?.value));
    if (statement.type === 'ExportAllDeclaration') Object.assign(starExports, module);
    if (statement.type !== 'ExportNamedDeclaration') continue;
    for (const { exported, local } of statement.specifiers)
      namedExports[readName(exported)] = module?.[readName(local)];
  }
  return { ...starExports, ...namedExports, default: undefined };
}

/** `const name = _imports.name` */
function declareConstant(name: string): Statement {
  const createIdentifier = (text: string) => ({ type: 'Identifier', name: text }) as const;
  const [object, property] = [createIdentifier('_imports'), createIdentifier(name)];
  const init = { type: 'MemberExpression', object, property, computed: false, optional: false } as const;
  const declarations = [{ type: 'VariableDeclarator' as const, id: createIdentifier(name), init }];
  return { type: 'VariableDeclaration', kind: 'const', declarations };
}
