import type { Identifier, Literal, Program, Statement } from 'estree';
import type { Root } from 'mdast';
import type { MarkdownFile } from '../markdown-file.ts';
import { moduleNodesOf } from '../tree/code-nodes.ts';
import type { ModuleExports } from './evaluate.ts';

/** Exports of what the imports of a file name, by specifier. */
type Modules = ReadonlyMap<string, ModuleExports>;

/** What the file's own code declares. */
interface Declared {
  names: Set<string>;
  /** What its imports stand for, by name. */
  imports: Record<string, unknown>;
}

/** Turns `import` into constants. What it exports from elsewhere is added when the module stands: see `exportedFrom`. */
export function bindImports(tree: Root, modules: Modules): Declared {
  const declared: Declared = { names: new Set(), imports: {} };
  for (const { data } of moduleNodesOf(tree)) {
    const program = data?.estree;
    if (!program) continue;
    program.body = program.body.flatMap((statement) => bindStatement(statement, declared, modules));
  }
  return declared;
}

function bindStatement(
  statement: Program['body'][number],
  { names, imports }: Declared,
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
  if (!module) throw new Error(`The import of ${source} was not resolved before the evaluation.`);
  return statement.specifiers.map((specifier) => {
    const { name } = specifier.local;
    names.add(name);
    if (specifier.type === 'ImportNamespaceSpecifier') imports[name] = module;
    else
      imports[name] = module[specifier.type === 'ImportSpecifier' ? nameOf(specifier.imported) : 'default'];
    return constant(name);
  });
}

function nameOf(name: Identifier | Literal): string {
  return name.type === 'Identifier' ? name.name : String(name.value);
}

/** What `export * from` and `export { … } from` give; a name that is said goes before one that is not. */
export function exportedFrom({ imports }: MarkdownFile, modules: Modules): ModuleExports {
  const all: ModuleExports = {};
  const named: ModuleExports = {};
  for (const statement of imports) {
    const module = modules.get(String(statement.source?.value));
    if (statement.type === 'ExportAllDeclaration') Object.assign(all, module);
    if (statement.type !== 'ExportNamedDeclaration') continue;
    for (const { exported, local } of statement.specifiers) named[nameOf(exported)] = module?.[nameOf(local)];
  }
  return { ...all, ...named, default: undefined };
}

/** `const name = _imports.name` */
function constant(name: string): Statement {
  const named = (text: string) => ({ type: 'Identifier', name: text }) as const;
  const [object, property] = [named('_imports'), named(name)];
  const init = { type: 'MemberExpression', object, property, computed: false, optional: false } as const;
  const declarations = [{ type: 'VariableDeclarator' as const, id: named(name), init }];
  return { type: 'VariableDeclaration', kind: 'const', declarations };
}
