import path from 'node:path';
import type { Definition, Link, LinkReference, Root } from 'mdast';
import { pageHref } from '../../model/urls.ts';
import { hasProtocol } from '../../model/written-links.ts';
import { decodeUrl } from '../../shared/decode.ts';
import { formatPathFrom } from '../../shared/file-paths.ts';
import { suggestOtherCase } from '../../shared/path-on-disk.ts';
import {
  describePosition,
  type FileScope,
  findAsset,
  publishFile,
  suggestAsset,
  toDisplayPath,
} from '../compilation.ts';
import { splitUrl } from '../urls.ts';
import { visit } from './visit.ts';

/**
 * Turns links to Markdown files into permalinks and links to other files into assets. Other addresses are resolved
 * against the page later. Every link keeps what the author wrote and where.
 */
export function resolveFileLinks(tree: Root, scope: FileScope): void {
  const definitions = new Map<string, string>();
  visit(tree, ['link', 'definition'], (node) => {
    if (node.type === 'link') resolveFileLink(node, scope);
    if (node.type !== 'definition') return;
    definitions.set(node.identifier, node.url);
    resolveMarkdownLink(node, scope);
  });
  visit(tree, 'linkReference', (node: LinkReference) =>
    noteOrigin(node, definitions.get(node.identifier) ?? '', scope),
  );
}

/** Resolves one link, as `resolveFileLinks` does. */
export function resolveFileLink(link: Link, scope: FileScope): void {
  noteOrigin(link, link.url, scope);
  if (link.url === '') {
    scope.report(
      'empty-link',
      'This link has no address. Write one between the parentheses.',
      link.position?.start,
    );
    return;
  }
  if (!resolveMarkdownLink(link, scope)) resolveAssetLink(link, scope);
}

/** Adds `data-…` properties that the last step reads and removes. */
function noteOrigin(node: Link | LinkReference, linkAsWritten: string, scope: FileScope): void {
  node.data = {
    ...node.data,
    hProperties: { ...node.data?.hProperties, dataWritten: linkAsWritten, ...describePosition(node, scope) },
  };
}

function resolveMarkdownLink(node: Link | Definition, scope: FileScope): boolean {
  if (hasProtocol(node.url)) return false;
  const { path: pathname, search, hash } = splitUrl(node.url);
  if (!/\.mdx?$/i.test(pathname)) return false;
  const { compilation } = scope;
  const decodedPath = decodeUrl(pathname);
  const candidates = listMarkdownCandidates(scope, decodedPath);
  for (const candidate of candidates) {
    const permalink = compilation.dependencies.ask('docPath', compilation.context, candidate);
    if (permalink === undefined) continue;
    node.url = pageHref(permalink) + search + hash;
    return true;
  }
  const files = candidates.map((candidate) => path.join(compilation.context.docsDir, candidate));
  scope.report(
    'broken-markdown-link',
    `The link to \`${pathname}\` leads to no document. Paths start at ${toDisplayPath(compilation.context, path.dirname(scope.file))}/ and are case-sensitive.${suggestOtherCase(decodedPath, files)}`,
    node.position?.start,
  );
  return true;
}

/** Lists where Docusaurus looks for `x.md`, in its order, relative to the docs folder. */
function listMarkdownCandidates(scope: FileScope, pathname: string): string[] {
  const { context, document } = scope.compilation;
  const { docsDir, siteDir } = context;
  const roots = (context.listContentDirs?.(document.set ?? '') ?? ['']).map((folder) =>
    path.join(docsDir, folder),
  );
  const ownFolder = path.dirname(scope.file);
  const folders = pathname.startsWith('@site/')
    ? [siteDir]
    : pathname.startsWith('/')
      ? [...roots, siteDir]
      : /^\.\.?\//.test(pathname)
        ? [ownFolder]
        : [ownFolder, ...roots, siteDir];
  const pathBelow = pathname.replace(/^@site\//, '');
  return folders.map((folder) => formatPathFrom(docsDir, path.join(folder, pathBelow)));
}

/** Turns a link with a file extension into an asset if the file exists. `@site/` always means a file. */
function resolveAssetLink(link: Link, scope: FileScope): void {
  if (hasProtocol(link.url)) return;
  const { path: pathname, hash } = splitUrl(link.url);
  const ending = path.posix.extname(pathname);
  const isFromSite = pathname.startsWith('@site/');
  if (!isFromSite && (ending === '' || /^\.(?:mdx?|html)$/.test(ending))) return;
  const storedFile = findAsset(scope, decodeUrl(pathname), link.position?.start);
  if (storedFile === 'refused') return;
  if (storedFile) {
    link.url = publishFile(scope.compilation, storedFile) + hash;
    link.data = { ...link.data, hProperties: { ...link.data?.hProperties, dataAsset: '' } };
  } else if (isFromSite) {
    scope.report(
      'missing-file',
      `The file \`${pathname}\` doesn't exist. Paths after \`@site/\` start at the site folder.${suggestAsset(scope, decodeUrl(pathname))}`,
      link.position?.start,
    );
  }
}
