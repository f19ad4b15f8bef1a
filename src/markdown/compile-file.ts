import type { RootContent } from 'hast';
import type { TocEntry } from './article.ts';
import { type FileScope, type Position, pageFacts, shownPath, takeCode, takeFile } from './compilation.ts';
import { missingModule, ShowChildren } from './incomplete.ts';
import { registerAs, registerMarkdown } from './islands/islands.ts';
import type { MarkdownFile } from './markdown-file.ts';
import { documentCodeId, MDX_COMPONENTS, notThere } from './mdx/code-imports.ts';
import { asOwnComponent, declaredFunctions } from './mdx/document-code.ts';
import { evaluationMessage, likelyPosition } from './mdx/errors.ts';
import { evaluateMarkdown, type MdxModule } from './mdx/evaluate.ts';
import { requiredCode, requireFile, resolveImports } from './mdx/modules.ts';
import { globalComponents } from './mdx/theme.ts';
import { reportUnknownComponents, usedComponents } from './mdx/unknown-components.ts';
import { setCurrentFacts } from './modules/page-facts.ts';
import { PluginFailure, reportFailure } from './plugins/run-plugins.ts';
import { readMarkdownFile } from './read-file.ts';
import { visit } from './tree/visit.ts';

/** HTML that needs no evaluation, put aside while a document's code is evaluated. */
export type KeptParts = RootContent[][];

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
        ...(compilation.leniency && Object.fromEntries([...elements].map((name) => [name, ShowChildren]))),
        ...(await globalsOf(scope)),
        ...own,
      },
      keep: (nodes) => kept.push(nodes) - 1,
    });
    registerAs(module, own);
    return { ...module, toc };
  } catch (error) {
    if (error instanceof PluginFailure) return reportFailure(error, scope);
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
  const stored = takeFile(importer, [path], 'import', shown, position);
  if (stored === 'refused') return undefined;
  if (!stored) {
    importer.report('missing-import', `The imported file ${notThere(shown)}`, position);
    return undefined;
  }
  const file = await readMarkdownFile(compilation, path, stored.bytes.toString('utf8'));
  const module = file && (await loadModule(file, kept));
  if (module) registerMarkdown(module);
  return module;
}
