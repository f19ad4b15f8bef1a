import path from 'node:path';
import type { ImportDeclaration } from 'estree';
import { closest } from 'fastest-levenshtein';
import * as react from 'react';
import { createElement } from 'react';
import * as reactDom from 'react-dom';
import { type FileScope, findAsset, type Position, publish } from '../compilation.ts';
import type { ModuleExports } from './evaluate.ts';
import { innerHtml } from './plain-text.ts';
import { documentModules, firstHref } from './theme.ts';

const fileEndings =
  /\.(?:ico|jpe?g|png|gif|webp|avif|bmp|svg|woff2?|eot|ttf|otf|mp4|avi|mov|mkv|mpe?g|vob|wmv|m4v|webm|ogv|wav|mp3|m4a|aac|oga|flac|pdf|docx?|xlsx?|pptx?|zip|rar|tar|gz)$/i;

/** Loads another Markdown file as a module; `undefined` after reporting why it cannot. */
type MarkdownLoader = (
  file: string,
  scope: FileScope,
  position: Position,
) => Promise<ModuleExports | undefined>;

/** Every import of a file, or `undefined` when one was refused; all refusals are reported. */
export async function resolveImports(
  declarations: readonly ImportDeclaration[],
  scope: FileScope,
  load: MarkdownLoader,
  elements: ReadonlySet<string>,
): Promise<Map<string, ModuleExports> | undefined> {
  const modules = new Map<string, ModuleExports>();
  let refused = false;
  for (const declaration of declarations) {
    const specifier = String(declaration.source.value);
    const position = declaration.loc?.start;
    const module = await resolveImport(
      specifier,
      scope,
      load,
      position && { line: position.line, column: position.column + 1 },
    );
    if (!module) refused = true;
    else modules.set(specifier, svgAsUsed(module, declaration, specifier, elements));
  }
  return refused ? undefined : modules;
}

async function resolveImport(
  specifier: string,
  scope: FileScope,
  load: MarkdownLoader,
  position: Position,
): Promise<ModuleExports | undefined> {
  const known = builtIn(specifier, scope);
  if (known) return known;
  if (isPath(specifier) && /\.mdx?$/.test(specifier)) return load(pathOf(specifier, scope), scope, position);
  try {
    const module = fileModule(specifier, scope);
    if (module) return module;
    scope.report(...refusal(specifier, scope), position);
  } catch (error) {
    scope.report('broken-import', `\`${specifier}\` cannot be read: ${String(error)}.`, position);
  }
  return undefined;
}

function builtIn(specifier: string, scope: FileScope): ModuleExports | undefined {
  if (specifier === 'react') return { ...react, default: react };
  if (specifier === 'react-dom') return { ...reactDom, default: reactDom };
  if (sidebarModules.includes(specifier)) return sidebarModule(scope);
  const name = specifier
    .replace(/^@theme-(?:original|init)\//, '@theme/')
    .replace(/(?:\/index)?(?:\.[jt]sx?)?$/, '');
  const modules = documentModules(scope.compilation.context.liveParts);
  return Object.hasOwn(modules, name) ? modules[name] : undefined;
}

const sidebarModules = ['@docusaurus/theme-common', '@docusaurus/plugin-content-docs/client'];

/** The sidebar around the document, as far as cards need it. */
function sidebarModule(scope: FileScope): ModuleExports {
  const { compilation } = scope;
  const siblings = () =>
    compilation.dependencies.cards(compilation.context, compilation.document.id).map((card) => ({
      type: card.kind === 'category' ? 'category' : 'link',
      label: card.title,
      href: card.href,
      description: card.description,
    }));
  return {
    useCurrentSidebarCategory: () => ({ items: siblings() }),
    useCurrentSidebarSiblings: siblings,
    filterDocCardListItems: (items: unknown) => items,
    findFirstSidebarItemLink: firstHref,
  };
}

/** `require('./x.png').default`, `require('./data.json')`: the same files as for `import`. */
export function requireFile(specifier: string, scope: FileScope): unknown {
  const module = builtIn(specifier, scope) ?? fileModule(specifier, scope);
  if (module) return 'json' in module ? module.json : module;
  const [, message] = refusal(specifier, scope);
  throw new Error(message);
}

function fileModule(specifier: string, scope: FileScope): ModuleExports | undefined {
  const [, loader = '', address = specifier] =
    /^!{0,2}(?:.*!)?((?:raw|url|file)-loader)(?:\?[^!]*)?!(.+)$/.exec(specifier) ?? [];
  const clean = address.replace(/\?.*$/, '');
  const plain = loader === '' ? specifier.replace(/[?#].*$/, '') : clean;
  if (!isPath(plain)) return undefined;
  if (loader === '' && !fileEndings.test(plain) && !plain.endsWith('.json')) return undefined;
  const stored = findAsset(scope, plain.startsWith('@site/') || plain.startsWith('.') ? plain : `./${plain}`);
  if (!stored) return undefined;
  if (loader === 'raw-loader') return { default: stored.bytes.toString('utf8') };
  if (loader === '' && plain.endsWith('.json')) {
    const json: unknown = JSON.parse(stored.bytes.toString('utf8'));
    return { ...(typeof json === 'object' ? json : {}), default: json, json };
  }
  const text = plain.endsWith('.svg') ? stored.bytes.toString('utf8') : undefined;
  return { default: publish(scope.compilation, stored), text };
}

function isPath(specifier: string): boolean {
  return specifier.startsWith('./') || specifier.startsWith('../') || specifier.startsWith('@site/');
}

function pathOf(specifier: string, scope: FileScope): string {
  return specifier.startsWith('@site/')
    ? path.join(scope.compilation.context.siteDir, specifier.slice('@site/'.length))
    : path.join(path.dirname(scope.file), specifier);
}

/** `import Logo from './logo.svg'` is an address in `src={Logo}` and the drawing itself in `<Logo />`. */
function svgAsUsed(
  module: ModuleExports,
  declaration: ImportDeclaration,
  specifier: string,
  elements: ReadonlySet<string>,
): ModuleExports {
  const name = declaration.specifiers.find((one) => one.type === 'ImportDefaultSpecifier')?.local.name;
  if (!specifier.endsWith('.svg') || name === undefined || !elements.has(name)) return module;
  return {
    ...module,
    default: () => createElement('span', { className: 'inline-svg', ...innerHtml(String(module.text)) }),
  };
}

function refusal(specifier: string, scope: FileScope): [code: string, message: string] {
  if (isPath(specifier) && (fileEndings.test(specifier) || /\.(?:json|mdx?)$/.test(specifier))) {
    return [
      'missing-import',
      `\`${specifier}\` does not exist: the path starts at the folder of this file, or at \`@site/\`.`,
    ];
  }
  if (/^@(?:theme|docusaurus)\//.test(specifier)) {
    const near = closest(specifier, Object.keys(documentModules(scope.compilation.context.liveParts)));
    return ['unknown-import', `This site has no \`${specifier}\`; the nearest is \`${near}\`.`];
  }
  const what = isPath(specifier) ? "code of the site's own" : 'a package';
  return [
    'refused-import',
    `\`${specifier}\` is ${what}, which a document cannot import: write the component into the document with \`export const\`, or use Markdown (${path.basename(scope.file)}).`,
  ];
}
