import { closest } from 'fastest-levenshtein';
import { load as parseYaml } from 'js-yaml';
import * as react from 'react';
import * as reactDom from 'react-dom';
import { explainRefusal } from '../../shared/site-boundary.ts';
import type { FileUse, StoredFile } from '../asset-store.ts';
import {
  type FileScope,
  isRefused,
  lookUp,
  type Position,
  placeOf,
  publish,
  takeCode,
} from '../compilation.ts';
import type { MarkdownFile, ModuleStatement } from '../markdown-file.ts';
import { asksOf } from '../modules/asks.ts';
import { categoryAt } from '../modules/docs-client.ts';
import { visit } from '../tree/visit.ts';
import { codeImport, engineName, importedPath, isFileImport, notThere, rawImport } from './code-imports.ts';
import type { ModuleExports } from './evaluate.ts';
import { failureMessage } from './failure.ts';
import { svgComponent } from './svg-component.ts';
import { documentModules } from './theme.ts';

/** Loads another Markdown file as a module; `undefined` after reporting why it cannot. */
type MarkdownLoader = (
  file: string,
  scope: FileScope,
  position: Position,
) => Promise<ModuleExports | undefined>;

/** Every import of a file, or `undefined` when one was refused; all refusals are reported. */
export async function resolveImports(
  declarations: readonly ModuleStatement[],
  scope: FileScope,
  load: MarkdownLoader,
  elements: ReadonlySet<string>,
): Promise<Map<string, ModuleExports> | undefined> {
  const modules = new Map<string, ModuleExports>();
  let refused = false;
  for (const declaration of declarations) {
    const specifier = String(declaration.source?.value);
    for (const ask of asksOf(importedNames(declaration))) scope.compilation.asks.add(ask);
    const start = declaration.loc?.start;
    const position = start && { line: start.line, column: start.column + 1 };
    const module = await resolveImport(specifier, scope, load, position);
    if (!module || lacksNames(module, declaration, specifier, scope, position)) refused = true;
    else modules.set(specifier, svgAsUsed(module, declaration, specifier, elements));
  }
  return refused ? undefined : modules;
}

function importedNames(declaration: ModuleStatement): string {
  if (declaration.type !== 'ImportDeclaration') return '';
  const names = declaration.specifiers.map((one) =>
    one.type === 'ImportSpecifier' && one.imported.type === 'Identifier' ? one.imported.name : one.local.name,
  );
  return names.join(' ');
}

/** A name that the module does not export would be `undefined`, and the message React's. */
function lacksNames(
  module: ModuleExports,
  declaration: ModuleStatement,
  specifier: string,
  scope: FileScope,
  position: Position,
): boolean {
  if (declaration.type !== 'ImportDeclaration') return false;
  const names = declaration.specifiers.flatMap((one) =>
    one.type === 'ImportSpecifier' && one.imported.type === 'Identifier' ? one.imported.name : [],
  );
  const missing = names.filter((name) => !(name in module));
  for (const name of missing) {
    const near = closest(
      name,
      Object.keys(module).filter((key) => key !== 'default'),
    );
    const hint = near ? `: the nearest is \`${near}\`` : '';
    scope.report('missing-export', `\`${specifier}\` has no export \`${name}\`${hint}.`, position);
  }
  return missing.length > 0;
}

async function resolveImport(
  specifier: string,
  scope: FileScope,
  load: MarkdownLoader,
  position: Position,
): Promise<ModuleExports | undefined> {
  const { context } = scope.compilation;
  const { dependencies, document } = scope.compilation;
  const known = builtIn(specifier, scope);
  if (known && !specifier.startsWith('react')) dependencies.ask('facts', context, document.id);
  if (known) return known;
  const target = importedPath(specifier, scope.file, context.aliases);
  if (target !== undefined && /\.mdx?$/.test(target)) return load(target, scope, position);
  try {
    const module = fileModule(specifier, scope) ?? (await ownersModule(specifier, scope));
    if (module) return module;
    scope.report(...refusal(specifier, scope), position);
  } catch (error) {
    scope.report(
      'broken-import',
      `\`${specifier}\` cannot be loaded: ${failureMessage(error, scope)}`,
      position,
    );
  }
  return undefined;
}

/** Built before by the bundler: see `src/build/components`. */
async function ownersModule(specifier: string, scope: FileScope): Promise<ModuleExports | undefined> {
  const { context } = scope.compilation;
  const { id } = codeImport(specifier, scope.file, context.aliases);
  return takeCode(scope.compilation, id) === undefined ? undefined : context.loadCode(id);
}

function builtIn(specifier: string, scope: FileScope): ModuleExports | undefined {
  if (specifier === 'react') return { ...react, default: react };
  if (specifier === 'react-dom') return { ...reactDom, default: reactDom };
  const name = engineName(specifier);
  const modules = documentModules(scope.compilation.context.liveParts);
  // The site's own is the newer one.
  if (name === 'clsx' && scope.compilation.context.codeVersion('npm:clsx') !== undefined) return undefined;
  if (sidebarModules.includes(name)) return { ...modules[name], ...sidebarModule(scope) };
  return Object.hasOwn(modules, name) ? modules[name] : undefined;
}

const sidebarModules = ['@docusaurus/theme-common', '@docusaurus/plugin-content-docs/client'];

/** The part of the sidebar in which the document stands, for whom it is compiled. */
function sidebarModule(scope: FileScope): ModuleExports {
  const { compilation } = scope;
  return {
    useCurrentSidebarCategory: () => categoryAt(placeOf(compilation)),
    useCurrentSidebarSiblings: () => placeOf(compilation).siblings,
  };
}

/** `require('./x.png').default`, `require('./data.json')`: the same files as for `import`. */
export function requireFile(specifier: string, scope: FileScope): unknown {
  const module = builtIn(specifier, scope) ?? fileModule(specifier, scope);
  if (module) return 'json' in module ? module.json : module;
  const [, message] = refusal(specifier, scope);
  throw new Error(message);
}

/** Code that a document requires where it needs it: `{require(…).docs.length}`. */
export async function requiredCode({ tree, scope }: MarkdownFile): Promise<Map<string, unknown>> {
  const { context } = scope.compilation;
  const found = new Map<string, unknown>();
  const specifiers = new Set<string>();
  visit(tree, (node) => {
    const code = 'value' in node && node.type.startsWith('mdx') ? String(node.value) : '';
    const inAttributes = 'attributes' in node ? JSON.stringify(node.attributes, ['value', 'attributes']) : '';
    for (const [, specifier = ''] of `${code}${inAttributes.replaceAll('\\"', '"')}`.matchAll(
      /\brequire\(\s*["'`]([^"'`\\]+)["'`]/g,
    ))
      specifiers.add(specifier);
  });
  for (const specifier of specifiers) {
    const { id } = codeImport(specifier, scope.file, context.aliases);
    if (isFileImport(specifier) || takeCode(scope.compilation, id) === undefined) continue;
    const module = await context.loadCode(id);
    // What a CommonJS module exports is its default.
    const { default: whole, ...named } = module;
    found.set(specifier, whole === undefined || Object.keys(named).length > 0 ? module : whole);
  }
  return found;
}

function fileModule(specifier: string, scope: FileScope): ModuleExports | undefined {
  const raw = rawImport(specifier);
  const loader = /^!{0,2}(?:.*!)?((?:url|file)-loader)(?:\?[^!]*)?!/.exec(specifier)?.[1];
  const address = (raw ?? specifier.slice(specifier.lastIndexOf('!') + 1)).replace(/[?#].*$/, '');
  const { aliases } = scope.compilation.context;
  const plain = raw === undefined && loader === undefined;
  if (plain && !isFileImport(address)) return undefined;
  // A loader's file may be named as it is: `raw-loader!data.csv`.
  const named = plain || /^[.@~/]/.test(address) ? address : `./${address}`;
  const file = importedPath(named, scope.file, aliases);
  // Text may be named without its ending, as code may.
  const candidates =
    file === undefined ? [] : [file, ...(raw === undefined ? [] : codeEndings.map((one) => file + one))];
  const isData = raw !== undefined || (plain && /\.(?:json|ya?ml)$/.test(address));
  const stored = firstFile(candidates, scope, isData ? 'import' : 'publish', address);
  if (!stored) return undefined;
  const text = () => stored.bytes.toString('utf8');
  if (raw !== undefined) return { default: text() };
  if (plain && /\.(?:json|ya?ml)$/.test(address)) {
    const json: unknown = address.endsWith('.json') ? JSON.parse(text()) : parseYaml(text());
    return { ...(typeof json === 'object' ? json : {}), default: json, json };
  }
  return { default: publish(scope.compilation, stored), text: address.endsWith('.svg') ? text() : undefined };
}

/** Throws where one of them must not be used, which is reported where it is imported. */
function firstFile(
  candidates: readonly string[],
  { compilation }: FileScope,
  use: FileUse,
  written: string,
): StoredFile | undefined {
  for (const file of candidates) {
    const stored = lookUp(compilation, file, use);
    if (stored && isRefused(stored)) throw new Error(explainRefusal(stored.refusal, written, file));
    if (stored) return stored;
  }
  return undefined;
}

const codeEndings = ['.mjs', '.js', '.jsx', '.ts', '.tsx', '.json'];

/** `import Logo from './logo.svg'` is an address in `src={Logo}` and the drawing itself in `<Logo />`. */
function svgAsUsed(
  module: ModuleExports,
  declaration: ModuleStatement,
  specifier: string,
  elements: ReadonlySet<string>,
): ModuleExports {
  if (declaration.type !== 'ImportDeclaration' || !specifier.endsWith('.svg')) return module;
  const name = declaration.specifiers.find((one) => one.type === 'ImportDefaultSpecifier')?.local.name;
  if (name === undefined || !elements.has(name)) return module;
  return { ...module, default: svgComponent(String(module.text)) };
}

function refusal(specifier: string, scope: FileScope): [code: string, message: string] {
  const { context } = scope.compilation;
  if (specifier.startsWith('@generated/')) return ['unknown-import', notThere(specifier)];
  if (/^@(?:theme|docusaurus|theme-original|theme-init)\//.test(specifier)) {
    const near = closest(specifier, Object.keys(documentModules(context.liveParts)));
    return ['unknown-import', `This site has no \`${specifier}\`; the nearest is \`${near}\`.`];
  }
  const hasLoader = specifier.includes('!');
  const named = specifier.slice(specifier.lastIndexOf('!') + 1).replace(/\?.*$/, '');
  const file = importedPath(named, scope.file, context.aliases);
  if (file !== undefined || hasLoader || rawImport(specifier) !== undefined) {
    return ['missing-import', notThere(named)];
  }
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
  return [
    'missing-package',
    `The package \`${name}\` is not installed in the site folder: \`npm install ${name}\` there, or remove the import.`,
  ];
}
