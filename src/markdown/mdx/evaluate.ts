import { createProcessor } from '@mdx-js/mdx';
import type {
  ExportNamedDeclaration,
  ExportSpecifier,
  Identifier,
  Literal,
  Program,
  Statement,
} from 'estree';
import type { Root as HtmlRoot, RootContent } from 'hast';
import type { Root } from 'mdast';
import type { MdxjsEsm } from 'mdast-util-mdx';
import { type ComponentType, createElement } from 'react';
import type { Processor as FrozenProcessor } from 'unified';
import { VFile } from 'vfile';
import { finishHtml, htmlTreeOf } from '../html-of-file.ts';
import { documentRuntime } from '../islands/islands.ts';
import type { MarkdownFile } from '../markdown-file.ts';
import { markOrigins } from '../tree/to-html.ts';
import { EXIT, visit } from '../tree/visit.ts';
import { ownElements } from './own-elements.ts';

/** What an `import` of a file or component gives: its exports by name. */
export type ModuleExports = Record<string, unknown>;

/** A Markdown file as a module. */
export interface MdxModule extends ModuleExports {
  default: ComponentType<Record<string, unknown>>;
}

interface EvaluationHost {
  /** Exports of what an import names, by specifier; every import of the file is in here. */
  modules: ReadonlyMap<string, ModuleExports>;
  require(specifier: string): unknown;
  /** Names that Markdown files may use without declaring them. */
  globals: Record<string, unknown>;
  /** Components that need no import. */
  components: Record<string, unknown>;
  /** Puts finished HTML aside and answers the number that `<x-keep>` asks for it by. */
  keep(nodes: RootContent[]): number;
}

declare module 'vfile' {
  interface DataMap {
    keep: EvaluationHost['keep'];
    /** Tags of elements that the owner draws. */
    own: ReadonlySet<string>;
    finishHtml: (root: HtmlRoot) => Promise<HtmlRoot>;
  }
}

function compilerOf(development: boolean) {
  // MDX types its processor by where it ends; what goes in is a tree of Markdown.
  const processor: unknown = createProcessor({
    format: 'mdx',
    outputFormat: 'function-body',
    providerImportSource: '#',
    rehypePlugins: [() => runSitePlugins, () => keepPlainParts],
    development,
  }).freeze();
  return processor as FrozenProcessor<Root, Root, Program, Program, string>;
}

const compiler = compilerOf(false);
/** Its elements know their lines. */
const partsCompiler = compilerOf(true);

// The constructor of async functions has no name of its own.
const AsyncFunction = (async () => {}).constructor as new (
  ...parts: string[]
) => (...values: unknown[]) => Promise<MdxModule>;

/** Throws what the document's own code throws. */
export async function evaluateMarkdown(file: MarkdownFile, host: EvaluationHost): Promise<MdxModule> {
  if (!file.hasCode) {
    const kept = host.keep((await htmlTreeOf(file)).children);
    return { ...host.globals, default: () => createElement('x-keep', { 'data-n': kept }) };
  }
  const declared = bindImports(file.tree, host);
  const scope = { _imports: host.modules, require: host.require, ...host.globals };
  const names = Object.keys(scope).filter((name) => !declared.has(name));
  const vfile = new VFile({
    path: file.scope.file,
    data: {
      keep: host.keep,
      own: ownElements(file.scope.compilation.context.globals),
      finishHtml: (root) => finishHtml(file, root),
    },
  });
  const by = file.scope.compilation.byParts ? partsCompiler : compiler;
  const program = await by.run(file.tree, vfile);
  const code = by.stringify(program, vfile);
  const evaluate = new AsyncFunction('_runtime', ...names, String(code));
  const values = names.map((name) => scope[name as keyof typeof scope]);
  const exported = await evaluate({ ...documentRuntime, useMDXComponents: () => host.components }, ...values);
  return { ...host.globals, ...exportedAll(file, host), ...exported };
}

async function runSitePlugins(root: HtmlRoot, file: VFile): Promise<HtmlRoot | undefined> {
  return file.data.finishHtml?.(root);
}

/** Replaces runs of top-level blocks without code by a placeholder: they are HTML already. */
function keepPlainParts(root: HtmlRoot, file: VFile): void {
  markOrigins(root);
  const { keep, own = new Set() } = file.data;
  if (!keep) throw new Error('A document is evaluated without a place to keep its plain parts.');
  const children: RootContent[] = [];
  let run: RootContent[] = [];
  const endRun = () => {
    const blank = run.every((node) => node.type === 'text');
    if (blank) children.push(...run);
    else
      children.push({ type: 'element', tagName: 'x-keep', properties: { dataN: keep(run) }, children: [] });
    run = [];
  };
  for (const child of root.children) {
    if (hasCode(child, own)) {
      endRun();
      children.push(child);
    } else {
      run.push(child);
    }
  }
  endRun();
  root.children = children;
}

function hasCode(node: RootContent, own: ReadonlySet<string>): boolean {
  let found = false;
  visit(node, (inner) => {
    if (!inner.type.startsWith('mdx') && !(inner.type === 'element' && own.has(inner.tagName)))
      return undefined;
    found = true;
    return EXIT;
  });
  return found;
}

/** Turns `import` into constants, and answers every name that the file's own code declares. */
function bindImports(tree: Root, host: EvaluationHost): Set<string> {
  const declared = new Set<string>();
  for (const node of tree.children) {
    if (node.type !== 'mdxjsEsm') continue;
    const program = (node as MdxjsEsm).data?.estree;
    if (!program) continue;
    program.body = program.body.flatMap((statement) => bindStatement(statement, declared, host));
  }
  return declared;
}

function bindStatement(
  statement: Program['body'][number],
  declared: Set<string>,
  host: EvaluationHost,
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
  if (!host.modules.has(source))
    throw new Error(`The import of ${source} was not resolved before the evaluation.`);
  return statement.specifiers.map((specifier) => {
    const { name } = specifier.local;
    declared.add(name);
    const imported =
      specifier.type === 'ImportNamespaceSpecifier'
        ? undefined
        : specifier.type === 'ImportDefaultSpecifier'
          ? 'default'
          : specifier.imported.type === 'Identifier'
            ? specifier.imported.name
            : String(specifier.imported.value);
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
function exportedAll({ imports }: MarkdownFile, host: EvaluationHost): ModuleExports {
  const sources = imports.flatMap((statement) =>
    statement.type === 'ExportAllDeclaration' ? String(statement.source.value) : [],
  );
  return Object.assign({}, ...sources.map((source) => ({ ...host.modules.get(source), default: undefined })));
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
