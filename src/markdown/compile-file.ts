import type { RootContent } from 'hast';
import { load as parseYaml } from 'js-yaml';
import type { Root } from 'mdast';
import type { TocEntry } from './article.ts';
import {
  type Compilation,
  type FileScope,
  lookUp,
  openFile,
  type Position,
  pageFacts,
  shownPath,
  takeCode,
} from './compilation.ts';
import { missingModule, ShowChildren, showSource, withoutHead } from './incomplete.ts';
import { registerAs, registerMarkdown } from './islands/islands.ts';
import { type MarkdownFile, settleMarkdown } from './markdown-file.ts';
import { documentCodeId, MDX_COMPONENTS, notThere } from './mdx/code-imports.ts';
import { asOwnComponent, declaredFunctions } from './mdx/document-code.ts';
import { evaluationMessage, explainSyntaxError, likelyPosition } from './mdx/errors.ts';
import { evaluateMarkdown, type MdxModule } from './mdx/evaluate.ts';
import { requiredCode, requireFile, resolveImports } from './mdx/modules.ts';
import { globalComponents } from './mdx/theme.ts';
import { reportUnknownComponents, usedComponents } from './mdx/unknown-components.ts';
import { setCurrentFacts } from './modules/page-facts.ts';
import { PluginFailure } from './plugins/run-plugins.ts';
import { prepareSource } from './syntax/source.ts';
import { mayHaveParts } from './tree/cut-parts.ts';
import { formatOf, type MarkdownFormat, type Parser, parseMarkdown, parserFor } from './tree/parse.ts';
import { visit } from './tree/visit.ts';

/** HTML that needs no evaluation, put aside while a document's code is evaluated. */
export type KeptParts = RootContent[][];

/** A document parses into this many reported mistakes at most; the rest are echoes of the first. */
const MISTAKES_MAX = 20;

/** Reads a file; `undefined` when it is not Markdown, after reporting everything that is wrong with it. */
export async function readMarkdownFile(
  compilation: Compilation,
  file: string,
  source: string,
  frontMatter: Record<string, unknown> = frontMatterOf(source),
): Promise<MarkdownFile | undefined> {
  const prepared = prepareSource(source, compilation.settings.admonitions);
  const scope = openFile(compilation, file, prepared.fileLine);
  const asText = compilation.leniency === 'text';
  const format = asText ? 'md' : formatOf(file, frontMatter, compilation.context.format);
  const parser = await openParser(format, scope);
  if (!parser) return undefined;
  // Half understood, nobody knows what is in a part and what is not.
  if (compilation.leniency && mayHaveParts(source)) return undefined;
  const text = asText ? withoutHead(prepared.text) : prepared.text;
  const parsed = parseReporting(text, format, parser, scope);
  if (!parsed) return undefined;
  let settled: MarkdownFile;
  try {
    settled = await settleMarkdown(parsed.tree, prepared, format, frontMatter, scope);
  } catch (error) {
    if (!(error instanceof PluginFailure)) throw error;
    scope.report('markdown-plugin', error.message, error);
    return undefined;
  }
  if (compilation.leniency === 'source') showSource(settled);
  if (parsed.whole || compilation.leniency) return settled;
  reportUnknownComponents(settled, usedComponents(settled));
  return undefined;
}

async function openParser(format: MarkdownFormat, scope: FileScope): Promise<Parser | undefined> {
  try {
    return await parserFor(format, scope.compilation.settings);
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    scope.report('markdown-plugin', `A plugin of the configuration cannot be used: ${said}`);
    return undefined;
  }
}

/** `whole` is false when mistakes had to be blanked out: the tree then serves to find the other problems. */
function parseReporting(
  text: string,
  format: MarkdownFormat,
  parser: Parser,
  scope: FileScope,
): { tree: Root; whole: boolean } | undefined {
  let readable = text;
  const seen = new Set<string>();
  for (let mistakes = 0; mistakes < MISTAKES_MAX; mistakes += 1) {
    try {
      return { tree: parseMarkdown(readable, format, parser), whole: mistakes === 0 };
    } catch (error) {
      const { message, line, column, blank } = explainSyntaxError(error, readable);
      const mistake = `${line}:${message}`;
      if (!seen.has(mistake)) scope.report('mdx-syntax', message, { line, column });
      seen.add(mistake);
      if (!blank) return undefined;
      const { start, end } = blank;
      readable =
        readable.slice(0, start) + readable.slice(start, end).replace(/[^\n]/g, ' ') + readable.slice(end);
    }
  }
  return undefined;
}

/** The file as a module with everything it imports; `undefined` when something could not be, all of it reported. */
export async function loadModule(
  file: MarkdownFile,
  kept: KeptParts,
): Promise<(MdxModule & { toc: TocEntry[] }) | undefined> {
  const { scope } = file;
  const { compilation } = scope;
  const used = usedComponents(file);
  const unknown = reportUnknownComponents(file, used);
  compilation.open.push(scope.file);
  const load: Load = (...request) => loadImported(...request, kept);
  const elements = new Set(used.keys());
  const modules = compilation.leniency
    ? await importsThatAre(file, load, elements)
    : await resolveImports(file.imports, scope, load, elements);
  compilation.open.pop();
  if (!modules || (unknown && !compilation.leniency)) return undefined;
  setCurrentFacts(pageFacts(compilation));
  const toc = file.toc.flatMap((item) =>
    'importedAs' in item ? importedToc(file, item.importedAs, modules) : [item],
  );
  const { title, path: permalink } = compilation.document;
  const id = compilation.document.id.replace(/^.*::/, '');
  try {
    const own = await ownCode(file);
    const required = await requiredCode(file);
    const module = await evaluateMarkdown(file, {
      modules,
      require: (specifier) => required.get(specifier) ?? requireFile(specifier, scope),
      globals: {
        toc: toc.map((entry) => ({ ...entry, value: entry.html })),
        frontMatter: file.frontMatter,
        contentTitle: file.contentTitle,
        metadata: { title, permalink, id, frontMatter: file.frontMatter },
        assets: {},
      },
      components: {
        ...(compilation.leniency ? stubsFor(elements) : {}),
        ...(await globalsOf(scope)),
        ...own,
      },
      keep: (nodes) => kept.push(nodes) - 1,
    });
    registerAs(module, own);
    return { ...module, toc };
  } catch (error) {
    if (error instanceof PluginFailure) {
      scope.report('markdown-plugin', error.message, error);
      return undefined;
    }
    scope.report('mdx-code', evaluationMessage(error, scope), likelyPosition(error, file.tree));
    return undefined;
  }
}

type Load = Parameters<typeof resolveImports>[2];

/** What can be imported, and something in the place of the rest. */
async function importsThatAre(
  { imports, scope }: MarkdownFile,
  load: Load,
  elements: ReadonlySet<string>,
): Promise<Map<string, Record<string, unknown>>> {
  const modules = new Map<string, Record<string, unknown>>();
  for (const declaration of imports) {
    const specifier = String(declaration.source?.value);
    const found = await resolveImports([declaration], scope, load, elements);
    modules.set(specifier, found?.get(specifier) ?? missingModule());
  }
  return modules;
}

function stubsFor(names: Iterable<string>): Record<string, unknown> {
  return Object.fromEntries([...names].map((name) => [name, ShowChildren]));
}

/** What of the document itself runs in the browser: components that it declares, and those in `<BrowserOnly>`. */
async function ownCode({ scope, tree }: MarkdownFile): Promise<Record<string, unknown>> {
  const { context } = scope.compilation;
  const id = documentCodeId(scope.file);
  // Whether there is some is for the file to say, which is a dependency itself.
  if (context.codeVersion(id) === undefined) return {};
  takeCode(scope.compilation, id);
  const made = await context.loadCode(id);
  const functions = declaredFunctions(tree);
  visit(tree, (node) => {
    const own = asOwnComponent(node, functions);
    if (!own || !(own.name in made)) return;
    const { element, name, keepsChildren } = own;
    Object.assign(element, { name, attributes: [], ...(keepsChildren ? {} : { children: [] }) });
  });
  return made;
}

/** Components that need no import, the owner's among them. */
async function globalsOf({ compilation }: FileScope): Promise<Readonly<Record<string, unknown>>> {
  const { context } = compilation;
  if (takeCode(compilation, MDX_COMPONENTS) === undefined) return globalComponents;
  const { default: own } = await context.loadCode(MDX_COMPONENTS);
  return typeof own === 'object' ? { ...globalComponents, ...own } : globalComponents;
}

function importedToc(
  file: MarkdownFile,
  name: string,
  modules: ReadonlyMap<string, Record<string, unknown>>,
): TocEntry[] {
  const declaration = file.imports.find(
    (statement) =>
      statement.type === 'ImportDeclaration' &&
      statement.specifiers.some((one) => one.type === 'ImportDefaultSpecifier' && one.local.name === name),
  );
  const toc = declaration && modules.get(String(declaration.source?.value))?.toc;
  return Array.isArray(toc) ? toc : [];
}

async function loadImported(
  path: string,
  importer: FileScope,
  position: Position,
  kept: KeptParts,
): Promise<MdxModule | undefined> {
  const { compilation } = importer;
  const shown = shownPath(compilation.context, path);
  if (compilation.open.includes(path)) {
    importer.report(
      'import-circle',
      `\`${shown}\` imports this file in turn: take the shared part into a third file.`,
      position,
    );
    return undefined;
  }
  const stored = lookUp(compilation, path);
  if (!stored) {
    importer.report('missing-import', `The imported file ${notThere(shown)}`, position);
    return undefined;
  }
  const file = await readMarkdownFile(compilation, path, stored.bytes.toString('utf8'));
  const module = file && (await loadModule(file, kept));
  if (module) registerMarkdown(module);
  return module;
}

function frontMatterOf(source: string): Record<string, unknown> {
  const yaml = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---/.exec(source)?.[1];
  if (yaml === undefined) return {};
  try {
    const data: unknown = parseYaml(yaml);
    return typeof data === 'object' && data !== null ? { ...data } : {};
  } catch {
    // A partial's front matter is read for its format only; a faulty one says nothing about it.
    return {};
  }
}
