import { createProcessor } from '@mdx-js/mdx';
import type { Program } from 'estree';
import type { Root as HtmlRoot, RootContent } from 'hast';
import type { Root } from 'mdast';
import { type ComponentType, createElement } from 'react';
import type { Processor as FrozenProcessor } from 'unified';
import { VFile } from 'vfile';
import { documentRuntime } from '../../docusaurus/islands/islands.ts';
import type { Compilation } from '../compilation.ts';
import { createHtmlElement } from '../finish/properties.ts';
import { createHtmlTree, finishHtml } from '../html-of-file.ts';
import type { MarkdownFile } from '../markdown-file.ts';
import type { ToHtmlOptions } from '../plugins/markdown-settings.ts';
import { markOrigins } from '../tree/to-html.ts';
import { findNode } from '../tree/visit.ts';
import { bindImports, collectReexports } from './bind-imports.ts';
import { listOwnElements } from './own-elements.ts';

/** The exports of an imported file or component, by name. */
export type ModuleExports = Record<string, unknown>;

/** A Markdown file as a module. */
export interface MdxModule extends ModuleExports {
  default: ComponentType<Record<string, unknown>>;
}

interface EvaluationHost {
  /** Exports by specifier, for every import of the file. */
  modules: ReadonlyMap<string, ModuleExports>;
  require(specifier: string): unknown;
  /** Names that Markdown files can use without declaring them. */
  globals: Record<string, unknown>;
  /** Components that need no import. */
  components: Record<string, unknown>;
  /** Puts finished HTML aside and returns its number, which `<x-keep>` refers to. */
  keep(nodes: RootContent[]): number;
}

declare module 'vfile' {
  interface DataMap {
    keep: EvaluationHost['keep'];
    /** Tags of elements that the owner's components draw. */
    ownElements: ReadonlySet<string>;
    finishHtml: (root: HtmlRoot) => Promise<HtmlRoot>;
  }
}

function createMdxProcessor(toHtmlOptions: ToHtmlOptions, development: boolean) {
  // MDX types the processor by its output. Its input is a Markdown tree.
  const processor: unknown = createProcessor({
    format: 'mdx',
    outputFormat: 'function-body',
    providerImportSource: '#',
    rehypePlugins: [() => runSitePlugins, () => keepPlainParts],
    remarkRehypeOptions: toHtmlOptions,
    development,
  }).freeze();
  return processor as FrozenProcessor<Root, Root, Program, Program, string>;
}

const noOptions: ToHtmlOptions = {};

type MdxProcessor = ReturnType<typeof createMdxProcessor>;

/** The compilers of a site by its options. The development compiler's elements know their lines. */
const compilers = new WeakMap<ToHtmlOptions, { usual: MdxProcessor; development?: MdxProcessor }>();

function findCompiler({ settings, byParts }: Compilation): MdxProcessor {
  const { toHtmlOptions = noOptions } = settings;
  const compilersOfSite = compilers.get(toHtmlOptions) ?? {
    usual: createMdxProcessor(toHtmlOptions, false),
  };
  compilers.set(toHtmlOptions, compilersOfSite);
  if (!byParts) return compilersOfSite.usual;
  compilersOfSite.development ??= createMdxProcessor(toHtmlOptions, true);
  return compilersOfSite.development;
}

// The constructor of async functions isn't a global.
const AsyncFunction = (async () => {}).constructor as new (
  ...parts: string[]
) => (...values: unknown[]) => Promise<MdxModule>;

/** Evaluates a file. Throws errors of the document's own code. */
export async function evaluateMarkdown(file: MarkdownFile, host: EvaluationHost): Promise<MdxModule> {
  if (!file.hasCode) {
    const partNumber = host.keep((await createHtmlTree(file)).children);
    return { ...host.globals, default: () => createElement('x-keep', { 'data-n': partNumber }) };
  }
  const declaredNames = bindImports(file.tree, host.modules);
  const scope = { _imports: declaredNames.imports, require: host.require, ...host.globals };
  const names = Object.keys(scope).filter((name) => !declaredNames.names.has(name));
  const vfile = new VFile({
    path: file.scope.file,
    data: {
      keep: host.keep,
      ownElements: listOwnElements(file.scope.compilation.context.globals),
      finishHtml: (root) => finishHtml(file, root),
    },
  });
  const chosenCompiler = findCompiler(file.scope.compilation);
  const program = await chosenCompiler.run(file.tree, vfile);
  const code = chosenCompiler.stringify(program, vfile);
  const evaluate = new AsyncFunction('_runtime', ...names, String(code));
  const values = names.map((name) => scope[name as keyof typeof scope]);
  const exportedValues = await evaluate(
    { ...documentRuntime, useMDXComponents: () => host.components },
    ...values,
  );
  return { ...host.globals, ...collectReexports(file, host.modules), ...exportedValues };
}

async function runSitePlugins(root: HtmlRoot, file: VFile): Promise<HtmlRoot | undefined> {
  return file.data.finishHtml?.(root);
}

/** Replaces runs of top-level blocks without code by a placeholder, because they're HTML already. */
function keepPlainParts(root: HtmlRoot, file: VFile): void {
  markOrigins(root);
  const { keep, ownElements: ownTags = new Set() } = file.data;
  if (!keep) throw new Error('A document is evaluated without a place to keep its plain parts.');
  const children: RootContent[] = [];
  let run: RootContent[] = [];
  const endRun = () => {
    const isBlank = run.every((node) => node.type === 'text');
    if (isBlank) children.push(...run);
    else children.push(createHtmlElement('x-keep', { dataN: keep(run) }));
    run = [];
  };
  for (const child of root.children) {
    if (hasCode(child, ownTags)) {
      endRun();
      children.push(child);
    } else {
      run.push(child);
    }
  }
  endRun();
  root.children = children;
}

function hasCode(node: RootContent, ownTags: ReadonlySet<string>): boolean {
  const isCode = (inner: RootContent) =>
    inner.type.startsWith('mdx') || (inner.type === 'element' && ownTags.has(inner.tagName));
  return findNode(node, isCode) !== undefined;
}
