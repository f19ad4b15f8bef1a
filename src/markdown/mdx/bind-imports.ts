import type {
  ExportNamedDeclaration,
  ExportSpecifier,
  Identifier,
  Literal,
  Program,
  Statement,
} from 'estree';
import type { Root } from 'mdast';
import type { MdxjsEsm } from 'mdast-util-mdx';
import type { MarkdownFile } from '../markdown-file.ts';
import type { ModuleExports } from './evaluate.ts';

/** Exports of what the imports of a file name, by specifier. */
type Modules = ReadonlyMap<string, ModuleExports>;

/** Turns `import` into constants, and answers every name that the file's own code declares. */
export function bindImports(tree: Root, modules: Modules): Set<string> {
  const declared = new Set<string>();
  for (const node of tree.children) {
    if (node.type !== 'mdxjsEsm') continue;
    const program = (node as MdxjsEsm).data?.estree;
    if (!program) continue;
    program.body = program.body.flatMap((statement) => bindStatement(statement, declared, modules));
  }
  return declared;
}

function bindStatement(
  statement: Program['body'][number],
  declared: Set<string>,
  modules: Modules,
): Program['body'] {
  // What it exports is added when the module stands: see `exportedAll`.
  if (statement.type === 'ExportAllDeclaration') return [];
  if (statement.type === 'ExportNamedDeclaration' && statement.source) {
    const source = String(statement.source.value);
    return statement.specifiers.flatMap((specifier) => {
      const [name, imported] = [nameOf(specifier.exported), nameOf(specifier.local)];
      if (name === 'default') return [];
      // Exported and not declared, as in any module: the document may import another thing of this name.
      const local = `_exported_${name}`;
      return [constant(local, source, imported), exported(name, local)];
    });
  }
  if (statement.type === 'ExportNamedDeclaration') {
    const { declaration } = statement;
    if (declaration?.type === 'VariableDeclaration') {
      for (const { id } of declaration.declarations) if (id.type === 'Identifier') declared.add(id.name);
    } else if (declaration) {
      declared.add(declaration.id.name);
    }
    return [statement];
  }
  if (statement.type !== 'ImportDeclaration') return [statement];
  const source = String(statement.source.value);
  if (!modules.has(source))
    throw new Error(`The import of ${source} was not resolved before the evaluation.`);
  return statement.specifiers.map((specifier) => {
    const { name } = specifier.local;
    declared.add(name);
    const imported =
      specifier.type === 'ImportNamespaceSpecifier'
        ? undefined
        : specifier.type === 'ImportDefaultSpecifier'
          ? 'default'
          : nameOf(specifier.imported);
    return constant(name, source, imported);
  });
}

function nameOf(name: Identifier | Literal): string {
  return name.type === 'Identifier' ? name.name : String(name.value);
}

function exported(name: string, local: string): ExportNamedDeclaration {
  const specifier: ExportSpecifier = {
    type: 'ExportSpecifier',
    exported: { type: 'Identifier', name },
    local: { type: 'Identifier', name: local },
  };
  return {
    type: 'ExportNamedDeclaration',
    specifiers: [specifier],
    attributes: [],
    declaration: null,
    source: null,
  };
}

/** What `export * from` gives. */
export function exportedAll({ imports }: MarkdownFile, modules: Modules): ModuleExports {
  const sources = imports.flatMap((statement) =>
    statement.type === 'ExportAllDeclaration' ? String(statement.source.value) : [],
  );
  return Object.assign({}, ...sources.map((source) => ({ ...modules.get(source), default: undefined })));
}

/** `const name = _imports.get(source)[imported]` */
function constant(name: string, source: string, imported: string | undefined): Statement {
  const module = {
    type: 'CallExpression' as const,
    optional: false,
    callee: {
      type: 'MemberExpression' as const,
      object: { type: 'Identifier' as const, name: '_imports' },
      property: { type: 'Identifier' as const, name: 'get' },
      computed: false,
      optional: false,
    },
    arguments: [{ type: 'Literal' as const, value: source }],
  };
  const init =
    imported === undefined
      ? module
      : {
          type: 'MemberExpression' as const,
          object: module,
          property: { type: 'Literal' as const, value: imported },
          computed: true,
          optional: false,
        };
  return {
    type: 'VariableDeclaration',
    kind: 'const',
    declarations: [{ type: 'VariableDeclarator', id: { type: 'Identifier', name }, init }],
  };
}
