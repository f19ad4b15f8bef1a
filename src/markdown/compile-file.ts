import type { RootContent } from 'hast';
import { registerAs, registerMarkdown } from '../docusaurus/islands/islands.ts';
import { setCurrentFacts } from '../docusaurus/theme/page-facts.ts';
import { isRecord } from '../shared/json.ts';
import { explainMissingMarkdown } from '../shared/missing-files.ts';
import type { TocEntry } from './article.ts';
import {
  collectHookFacts,
  type FileScope,
  type Position,
  takeCode,
  takeFile,
  toDisplayPath,
} from './compilation.ts';
import { createMissingModule, ShowChildren } from './incomplete.ts';
import type { MarkdownFile } from './markdown-file.ts';
import { MDX_COMPONENTS, toDocumentCodeId } from './mdx/code-imports.ts';
import { collectFunctions, toOwnComponent } from './mdx/document-code.ts';
import { explainEvaluationError, guessPosition } from './mdx/errors.ts';
import { evaluateMarkdown, type MdxModule } from './mdx/evaluate.ts';
import { loadRequiredCode, resolveImports } from './mdx/modules.ts';
import { createRequire, loadPatternModules } from './mdx/pattern-modules.ts';
import { globalComponents } from './mdx/theme.ts';
import { findUsedComponents, reportUnknownComponents } from './mdx/unknown-components.ts';
import { PluginFailure, reportPluginFailure } from './plugins/run-plugins.ts';
import { readMarkdownFile } from './read-file.ts';
import { visit } from './tree/visit.ts';

/** HTML that needs no evaluation. It's put aside while the code of a document is evaluated. */
export type PlainParts = RootContent[][];

/** Loads a file as a module with its imports. Returns undefined and reports problems if something can't be loaded. */
export async function loadModule(
  file: MarkdownFile,
  plainParts: PlainParts,
): Promise<(MdxModule & { toc: TocEntry[] }) | undefined> {
  const { scope } = file;
  const { compilation } = scope;
  const usedByName = findUsedComponents(file);
  const hasUnknown = reportUnknownComponents(file, usedByName);
  compilation.openFiles.push(scope.file);
  const load: Load = (...request) => loadImported(...request, plainParts);
  const elements = new Set(usedByName.keys());
  const modules = compilation.leniency
    ? await resolveExistingImports(file, load, elements)
    : await resolveImports(file.imports, file, load, elements);
  compilation.openFiles.pop();
  if (!modules || (hasUnknown && !compilation.leniency)) return undefined;
  setCurrentFacts(collectHookFacts(compilation));
  const toc = file.toc.flatMap((item) =>
    'importedAs' in item ? findImportedToc(file, item.importedAs, modules) : [item],
  );
  const { title, path: permalink } = compilation.document;
  const id = compilation.document.id.replace(/^.*::/, '');
  try {
    const documentComponents = await loadDocumentCode(file);
    const requiredCode = await loadRequiredCode(file);
    compilation.openFiles.push(scope.file);
    const patternModules = await loadPatternModules(file, (name) => load(name, scope, undefined));
    compilation.openFiles.pop();
    const module = await evaluateMarkdown(file, {
      modules,
      require: createRequire(scope, requiredCode, patternModules),
      globals: {
        toc: toc.map((entry) => ({ ...entry, value: entry.html })),
        frontMatter: restoreDates(file.frontMatter),
        contentTitle: file.contentTitle,
        metadata: { title, permalink, id, frontMatter: file.frontMatter },
        assets: {},
      },
      components: {
        ...(compilation.leniency && Object.fromEntries([...elements].map((name) => [name, ShowChildren]))),
        ...(await loadGlobals(scope)),
        ...documentComponents,
      },
      keep: (nodes) => plainParts.push(nodes) - 1,
    });
    registerAs(module, documentComponents);
    return { ...module, toc };
  } catch (error) {
    if (error instanceof PluginFailure) return reportPluginFailure(error, scope);
    scope.report('mdx-code', explainEvaluationError(error, scope), guessPosition(error, file.tree));
    return undefined;
  }
}

/** A date of front matter, as JSON has it. */
const isoDate = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/**
 * Turns dates in front matter into objects again: code of a document gets `date: 2025-12-01` as a `Date`, as in MDX.
 */
function restoreDates(value: Record<string, unknown>): Record<string, unknown> {
  const restore = (each: unknown): unknown => {
    if (typeof each === 'string') return isoDate.test(each) ? new Date(each) : each;
    if (Array.isArray(each)) return each.map(restore);
    return isRecord(each) && !(each instanceof Date) ? restoreDates(each) : each;
  };
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, restore(each)]));
}

type Load = Parameters<typeof resolveImports>[2];

/** Resolves the imports that exist and substitutes the others. */
async function resolveExistingImports(
  file: MarkdownFile,
  load: Load,
  elements: ReadonlySet<string>,
): Promise<Map<string, Record<string, unknown>>> {
  const modules = new Map<string, Record<string, unknown>>();
  for (const declaration of file.imports) {
    const specifier = String(declaration.source?.value);
    const resolvedImports = await resolveImports([declaration], file, load, elements);
    modules.set(specifier, resolvedImports?.get(specifier) ?? createMissingModule());
  }
  return modules;
}

/** Loads the document's own code for the browser: components that it declares and those in `<BrowserOnly>`. */
async function loadDocumentCode({ scope, tree }: MarkdownFile): Promise<Record<string, unknown>> {
  const { context } = scope.compilation;
  const id = toDocumentCodeId(scope.file);
  // The file itself, which is a dependency already, decides whether there is such code.
  if (context.getCodeVersion(id) === undefined) return {};
  takeCode(scope.compilation, id);
  const components = await context.loadCode(id);
  const functions = collectFunctions(tree);
  visit(tree, (node) => {
    const ownComponent = toOwnComponent(node, functions);
    if (!ownComponent || !(ownComponent.name in components)) return;
    const { element, name, keepsChildren } = ownComponent;
    Object.assign(element, { name, attributes: [], ...(keepsChildren ? {} : { children: [] }) });
  });
  return components;
}

/** Loads the components that need no import, including the owner's. */
async function loadGlobals({ compilation }: FileScope): Promise<Readonly<Record<string, unknown>>> {
  const { context } = compilation;
  if (takeCode(compilation, MDX_COMPONENTS) === undefined) return globalComponents;
  const { default: ownersComponents } = await context.loadCode(MDX_COMPONENTS);
  return typeof ownersComponents === 'object'
    ? { ...globalComponents, ...ownersComponents }
    : globalComponents;
}

function findImportedToc(
  file: MarkdownFile,
  name: string,
  modules: ReadonlyMap<string, Record<string, unknown>>,
): TocEntry[] {
  const declaration = file.imports.find(
    (statement) =>
      statement.type === 'ImportDeclaration' &&
      statement.specifiers.some(
        (specifier) => specifier.type === 'ImportDefaultSpecifier' && specifier.local.name === name,
      ),
  );
  const toc = declaration && modules.get(String(declaration.source?.value))?.toc;
  return Array.isArray(toc) ? (toc as ImportedTocEntry[]).map(({ value: _value, ...entry }) => entry) : [];
}

/** An entry as documents get it with `import Part, { toc } from './_part.mdx'`: Docusaurus names its HTML `value`. */
type ImportedTocEntry = TocEntry & { value: string };

async function loadImported(
  path: string,
  importer: FileScope,
  position: Position,
  plainParts: PlainParts,
): Promise<MdxModule | undefined> {
  const { compilation } = importer;
  const displayedPath = toDisplayPath(compilation.context, path);
  if (compilation.openFiles.includes(path)) {
    importer.report(
      'import-circle',
      `\`${displayedPath}\` imports this file in turn. Move the shared part to a third file.`,
      position,
    );
    return undefined;
  }
  const storedFile = takeFile(importer, [path], 'import', displayedPath, position);
  if (storedFile === 'refused') return undefined;
  if (!storedFile) {
    importer.report('missing-import', explainMissingMarkdown(displayedPath, path), position);
    return undefined;
  }
  const file = await readMarkdownFile(compilation, path, storedFile.bytes.toString('utf8'));
  const module = file && (await loadModule(file, plainParts));
  if (!module) return undefined;
  registerMarkdown(module);
  const toc: ImportedTocEntry[] = module.toc.map((entry) => ({ ...entry, value: entry.html }));
  return { ...module, toc };
}
