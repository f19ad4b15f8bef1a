import { createProcessor } from '@mdx-js/mdx';
import type { Program } from 'estree';
import type { Root as HtmlRoot, RootContent } from 'hast';
import type { Root } from 'mdast';
import { type ComponentType, createElement } from 'react';
import type { Processor as FrozenProcessor } from 'unified';
import { VFile } from 'vfile';
import { element } from '../finish/properties.ts';
import { finishHtml, htmlTreeOf } from '../html-of-file.ts';
import { documentRuntime } from '../islands/islands.ts';
import type { MarkdownFile } from '../markdown-file.ts';
import { markOrigins } from '../tree/to-html.ts';
import { findNode } from '../tree/visit.ts';
import { bindImports, exportedFrom } from './bind-imports.ts';
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
  const declared = bindImports(file.tree, host.modules);
  const scope = { _imports: declared.imports, require: host.require, ...host.globals };
  const names = Object.keys(scope).filter((name) => !declared.names.has(name));
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
  return { ...host.globals, ...exportedFrom(file, host.modules), ...exported };
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
    else children.push(element('x-keep', { dataN: keep(run) }));
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
  const isCode = (inner: RootContent) =>
    inner.type.startsWith('mdx') || (inner.type === 'element' && own.has(inner.tagName));
  return findNode(node, isCode) !== undefined;
}
