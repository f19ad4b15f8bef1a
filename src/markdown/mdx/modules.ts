import { closest } from 'fastest-levenshtein';
import { load as parseYaml } from 'js-yaml';
import * as react from 'react';
import * as reactDom from 'react-dom';
import { findAsks } from '../../docusaurus/theme/asks.ts';
import { toCategory } from '../../docusaurus/theme/docs-client.ts';
import { readGeneratedFile } from '../../docusaurus/theme/generated-files.ts';
import {
  explainMissingDocusaurusModule,
  isDocusaurusModule,
} from '../../docusaurus/theme/missing-modules.ts';
import { isRecord } from '../../shared/json.ts';
import { explainMissingFile } from '../../shared/missing-files.ts';
import {
  explainUnexportedFile,
  findInstalledPackage,
  getPackageName,
} from '../../shared/missing-packages.ts';
import { explainRefusal } from '../../shared/site-boundary.ts';
import type { FileUse, StoredFile } from '../asset-store.ts';
import {
  collectHookFacts,
  type FileScope,
  findSidebarPlace,
  isRefused,
  lookUp,
  type Position,
  publishFile,
  takeCode,
} from '../compilation.ts';
import type { MarkdownFile, ModuleStatement } from '../markdown-file.ts';
import {
  createCodeImport,
  findGeneratedFile,
  findRawFile,
  isFileImport,
  resolveImportPath,
  toEngineName,
} from './code-imports.ts';
import { collectCode } from './document-code.ts';
import type { ModuleExports } from './evaluate.ts';
import { describeFailure } from './failure.ts';
import { createSvgComponent } from './svg-component.ts';
import { listDocumentModules } from './theme.ts';

/** Loads another Markdown file as a module. Returns undefined after reporting a problem. */
type MarkdownLoader = (
  file: string,
  scope: FileScope,
  position: Position,
) => Promise<ModuleExports | undefined>;

/** Resolves all imports of a file. Returns undefined if one was refused, after reporting all of them. */
export async function resolveImports(
  declarations: readonly ModuleStatement[],
  file: MarkdownFile,
  load: MarkdownLoader,
  elements: ReadonlySet<string>,
): Promise<Map<string, ModuleExports> | undefined> {
  const { scope } = file;
  const modules = new Map<string, ModuleExports>();
  let isRefusedImport = false;
  for (const declaration of declarations) {
    const specifier = String(declaration.source?.value);
    for (const ask of findAsks(formatImportedNames(declaration))) scope.compilation.asks.add(ask);
    const start = declaration.loc?.start;
    const position = start && { line: start.line, column: start.column + 1 };
    const module = await resolveImport(specifier, scope, load, position);
    if (!module || lacksNames(module, declaration, specifier, file, position)) isRefusedImport = true;
    else modules.set(specifier, adaptSvg(module, declaration, specifier, elements));
  }
  return isRefusedImport ? undefined : modules;
}

function formatImportedNames(declaration: ModuleStatement): string {
  if (declaration.type !== 'ImportDeclaration') return '';
  const names = declaration.specifiers.map((specifier) =>
    specifier.type === 'ImportSpecifier' && specifier.imported.type === 'Identifier'
      ? specifier.imported.name
      : specifier.local.name,
  );
  return names.join(' ');
}

/**
 * Reports names that the module doesn't export. React's own message about `undefined` would be unclear. Returns true if
 * the document uses one of them.
 */
function lacksNames(
  module: ModuleExports,
  declaration: ModuleStatement,
  specifier: string,
  { scope, text }: MarkdownFile,
  position: Position,
): boolean {
  if (declaration.type !== 'ImportDeclaration') return false;
  const missing = declaration.specifiers.flatMap(({ local, ...one }) =>
    'imported' in one && one.imported.type === 'Identifier' && !(one.imported.name in module)
      ? [{ name: one.imported.name, isUsed: isNameUsed(local.name, text) }]
      : [],
  );
  for (const { name, isUsed } of missing) {
    if (!isUsed) {
      const message = `\`${specifier}\` has no export \`${name}\`. The document doesn't use it: remove it from the import.`;
      scope.report('missing-export', message, position, 'warning');
      continue;
    }
    const similarName = closest(
      name,
      Object.keys(module).filter((key) => key !== 'default'),
    );
    const isInDefault = isRecord(module.default) && name in module.default;
    const hint = isInDefault
      ? ` Its default export has it: write \`import Parts from '${specifier}'\` and use \`Parts.${name}\`.`
      : similarName
        ? ` Did you mean \`${similarName}\`?`
        : ' Check the name, or import the default export without braces.';
    scope.report('missing-export', `\`${specifier}\` has no export \`${name}\`.${hint}`, position);
  }
  return missing.some(({ isUsed }) => isUsed);
}

const importStatement = /^[ \t]*import\b[^;'"]*['"][^'"\n]*['"]/gm;

/** Whether a name stands anywhere in a document besides its imports. Prose counts, too. */
function isNameUsed(name: string, text: string): boolean {
  const words = text.replace(importStatement, '').split(/[^\p{L}\p{N}_$]+/u);
  return words.includes(name);
}

async function resolveImport(
  specifier: string,
  scope: FileScope,
  load: MarkdownLoader,
  position: Position,
): Promise<ModuleExports | undefined> {
  const { context } = scope.compilation;
  const { dependencies, document } = scope.compilation;
  const builtInModule = findBuiltIn(specifier, scope);
  if (builtInModule && !specifier.startsWith('react')) dependencies.ask('facts', context, document.id);
  if (builtInModule) return builtInModule;
  const target = resolveImportPath(specifier, scope.file, context.aliases);
  if (target !== undefined && /\.mdx?$/.test(target)) return load(target, scope, position);
  try {
    const module = loadFileModule(specifier, scope) ?? (await loadOwnersModule(specifier, scope));
    if (module) return module;
    scope.report(...explainRefusedImport(specifier, scope), position);
  } catch (error) {
    scope.report(
      'broken-import',
      `\`${specifier}\` can't be loaded: ${describeFailure(error, scope)}`,
      position,
    );
  }
  return undefined;
}

/** Loads code that the bundler has built before. See `src/docusaurus/components`. */
async function loadOwnersModule(specifier: string, scope: FileScope): Promise<ModuleExports | undefined> {
  const { context } = scope.compilation;
  const { id } = createCodeImport(specifier, scope.file, context.aliases);
  return takeCode(scope.compilation, id) === undefined ? undefined : context.loadCode(id);
}

function findBuiltIn(specifier: string, scope: FileScope): ModuleExports | undefined {
  const generatedFile = findGeneratedFile(specifier, scope.file, scope.compilation.context.aliases);
  if (generatedFile !== undefined) return createGeneratedModule(generatedFile, scope);
  if (specifier === 'react') return { ...react, default: react };
  if (specifier === 'react-dom') return { ...reactDom, default: reactDom };
  const name = toEngineName(specifier);
  const modules = listDocumentModules(scope.compilation.context.liveParts);
  // The site's own version may be newer.
  if (name === 'clsx' && scope.compilation.context.getCodeVersion('npm:clsx') !== undefined) return undefined;
  if (sidebarModules.includes(name)) return { ...modules[name], ...createSidebarModule(scope) };
  return Object.hasOwn(modules, name) ? modules[name] : undefined;
}

/** A file that Docusaurus generates, with the values for this document. */
function createGeneratedModule(name: string, { compilation }: FileScope): ModuleExports {
  for (const ask of findAsks(name)) compilation.asks.add(ask);
  const content = readGeneratedFile(name, collectHookFacts(compilation));
  return { ...content, default: content, json: content };
}

const sidebarModules = ['@docusaurus/theme-common', '@docusaurus/plugin-content-docs/client'];

/** The part of the sidebar around the document, for the audience that it's compiled for. */
function createSidebarModule(scope: FileScope): ModuleExports {
  const { compilation } = scope;
  return {
    useCurrentSidebarCategory: () => toCategory(findSidebarPlace(compilation)),
    useCurrentSidebarSiblings: () => findSidebarPlace(compilation).siblings,
  };
}

/** Handles `require('./x.png').default` and `require('./data.json')` like imports of the same files. */
export function requireFile(specifier: string, scope: FileScope): unknown {
  const module = findBuiltIn(specifier, scope) ?? loadFileModule(specifier, scope);
  if (module) return 'json' in module ? module.json : module;
  const [, message] = explainRefusedImport(specifier, scope);
  throw new Error(message);
}

/** Loads code that a document requires inside an expression: `{require(…).docs.length}`. */
export async function loadRequiredCode({ tree, scope }: MarkdownFile): Promise<Map<string, unknown>> {
  const { context } = scope.compilation;
  const codeBySpecifier = new Map<string, unknown>();
  const specifiers = new Set(
    collectCode(tree).flatMap((code) =>
      [...code.matchAll(/\brequire\(\s*["'`]([^"'`\\]+)["'`]/g)].map(([, specifier = '']) => specifier),
    ),
  );
  for (const specifier of specifiers) {
    const { id } = createCodeImport(specifier, scope.file, context.aliases);
    if (isFileImport(specifier) || takeCode(scope.compilation, id) === undefined) continue;
    codeBySpecifier.set(specifier, toModuleValue(await context.loadCode(id)));
  }
  return codeBySpecifier;
}

/** The value that `require` gives for a bundled module. */
function toModuleValue(module: ModuleExports): unknown {
  // The default export is `module.exports` of a CommonJS module.
  const { default: whole, ...namedExports } = module;
  return whole === undefined || Object.keys(namedExports).length > 0 ? module : whole;
}

function loadFileModule(specifier: string, scope: FileScope): ModuleExports | undefined {
  const raw = findRawFile(specifier);
  const loader = /^!{0,2}(?:.*!)?((?:url|file)-loader)(?:\?[^!]*)?!/.exec(specifier)?.[1];
  const address = (raw ?? specifier.slice(specifier.lastIndexOf('!') + 1)).replace(/[?#].*$/, '');
  const { aliases } = scope.compilation.context;
  const hasNoLoader = raw === undefined && loader === undefined;
  if (hasNoLoader && !isFileImport(address)) return undefined;
  // With a loader, a relative path needs no dot: `raw-loader!data.csv`.
  const relativePath = hasNoLoader || /^[.@~/]/.test(address) ? address : `./${address}`;
  const file = resolveImportPath(relativePath, scope.file, aliases);
  // Imports of text may omit the extension, like imports of code.
  const candidates =
    file === undefined
      ? []
      : [file, ...(raw === undefined ? [] : codeEndings.map((ending) => file + ending))];
  const isData = raw !== undefined || (hasNoLoader && /\.(?:json|ya?ml)$/.test(address));
  const storedFile = findFirstFile(candidates, scope, isData ? 'import' : 'publish', address);
  if (!storedFile) return undefined;
  const readText = () => storedFile.bytes.toString('utf8');
  if (raw !== undefined) return { default: readText() };
  if (hasNoLoader && /\.(?:json|ya?ml)$/.test(address)) {
    const json: unknown = address.endsWith('.json') ? JSON.parse(readText()) : parseYaml(readText());
    return { ...(typeof json === 'object' ? json : {}), default: json, json };
  }
  return {
    default: publishFile(scope.compilation, storedFile),
    text: address.endsWith('.svg') ? readText() : undefined,
  };
}

/** Finds the first file that exists. Throws if it must not be used; the error is reported at the import. */
function findFirstFile(
  candidates: readonly string[],
  { compilation }: FileScope,
  use: FileUse,
  pathAsWritten: string,
): StoredFile | undefined {
  for (const file of candidates) {
    const storedFile = lookUp(compilation, file, use);
    if (storedFile && isRefused(storedFile))
      throw new Error(explainRefusal(storedFile.refusal, pathAsWritten, file));
    if (storedFile) return storedFile;
  }
  return undefined;
}

const codeEndings = ['.mjs', '.js', '.jsx', '.ts', '.tsx', '.json'];

/** `import Logo from './logo.svg'` is an address in `src={Logo}` and the drawing in `<Logo />`. */
function adaptSvg(
  module: ModuleExports,
  declaration: ModuleStatement,
  specifier: string,
  elements: ReadonlySet<string>,
): ModuleExports {
  if (declaration.type !== 'ImportDeclaration' || !specifier.endsWith('.svg')) return module;
  const name = declaration.specifiers.find((candidate) => candidate.type === 'ImportDefaultSpecifier')?.local
    .name;
  if (name === undefined || !elements.has(name)) return module;
  return { ...module, default: createSvgComponent(String(module.text)) };
}

function explainRefusedImport(specifier: string, scope: FileScope): [code: string, message: string] {
  const { context } = scope.compilation;
  if (specifier.startsWith('@generated/')) return ['missing-import', explainMissingFile(specifier, [])];
  if (isDocusaurusModule(specifier)) {
    const names = Object.keys(listDocumentModules(context.liveParts));
    return ['unknown-import', explainMissingDocusaurusModule(specifier, names)];
  }
  const hasLoader = specifier.includes('!');
  const path = specifier.slice(specifier.lastIndexOf('!') + 1).replace(/\?.*$/, '');
  const file = resolveImportPath(path, scope.file, context.aliases);
  if (file !== undefined || hasLoader || findRawFile(specifier) !== undefined) {
    return ['missing-import', explainMissingFile(path, file === undefined ? [] : [file])];
  }
  const name = getPackageName(specifier);
  if (name !== specifier && findInstalledPackage(specifier, scope.file) !== undefined)
    return ['missing-import', explainUnexportedFile(specifier)];
  return [
    'missing-package',
    `The package \`${name}\` isn't installed in the site folder. Install it there, or remove the import.`,
  ];
}
