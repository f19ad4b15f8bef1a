import path from 'node:path';
import type { Element } from 'hast';
import type { ArticleLink } from '../../content/check-links.ts';
import { withBasePath, withTrailingSlash } from '../../model/written-links.ts';
import { canonicalUrl } from '../../shared/canonical-text.ts';
import { decodeUrl } from '../../shared/decode.ts';
import { type Compilation, isRefused, lookUp } from '../compilation.ts';
import { encodePath, encodeUrl, hasProtocol, resolveUrl, splitUrl } from '../urls.ts';
import { warn } from './left-out.ts';
import { stringOf, take } from './properties.ts';
import type { Findings } from './walk.ts';

/** Gives a link the address a browser needs, and notes it. */
export function finishLink(link: Element, { compilation, links }: Findings): void {
  const record = recordOf(link, compilation);
  if (record) links.push(record);
}

/** Links from Markdown (and `<Link>`) are resolved against the page; a raw `<a>` stays as written. Files are no links. */
function recordOf(link: Element, compilation: Compilation): ArticleLink | undefined {
  const fromMarkdown = take(link, 'dataMd') !== undefined;
  const written = take(link, 'dataWritten');
  const position = takePosition(link);
  const unchecked =
    take(link, 'dataNoBrokenLinkCheck') ??
    take(link, 'dataNobrokenlinkcheck') ??
    // As a raw element has it.
    stringOf(link.properties['data-noBrokenLinkCheck']);
  take(link, 'dataAsset');
  const isPlain = take(link, 'dataPlain') !== undefined;
  const givenHref = stringOf(link.properties.href);
  if (givenHref === undefined) return undefined;
  const href = hasProtocol(givenHref) ? givenHref : canonicalUrl(givenHref);
  link.properties.href = href;
  if (/^\s*javascript:/i.test(href)) {
    delete link.properties.href;
    return undefined;
  }
  if (compilation.assets.has(splitUrl(href).path)) {
    if (fromMarkdown) openElsewhere(link);
    return undefined;
  }
  const record = { written: written ?? href, ...position };
  // An empty address is reported where it is in the source.
  if (href === '') return { href, checked: false, ...record };
  const exempt = unchecked !== undefined && unchecked !== 'false';
  if (!fromMarkdown) return { href, checked: false, ...record, ...(exempt ? {} : { raw: true }) };
  const { trailingSlash } = compilation.context;
  // `autoAddBaseUrl={false}`
  const basePath = (isPlain ? undefined : compilation.context.basePath) ?? '/';
  const isPathname = href.startsWith('pathname://');
  const address = encodeUrl(
    isPathname
      ? withBasePath(href.slice('pathname://'.length), basePath)
      : pageAddress(
          resolveUrl(withBasePath(href, basePath), encodePath(compilation.document.path)),
          trailingSlash,
        ),
  );
  link.properties.href = address;
  if (isPathname || hasProtocol(address)) openElsewhere(link);
  return {
    href: hasProtocol(address) ? address : decodeUrl(address),
    checked: !isPathname && !exempt && !isPlain,
    ...record,
  };
}

/** With or without the slash that all addresses of the site have. */
function pageAddress(address: string, trailingSlash: boolean | undefined): string {
  if (trailingSlash === undefined || !address.startsWith('/')) return address;
  const { path: pathname, search, hash } = splitUrl(address);
  return withTrailingSlash(pathname, trailingSlash) + search + hash;
}

/** As Docusaurus does with everything that is no page of the site. */
function openElsewhere(link: Element): void {
  if (/^(?!https?:|\/)/.test(stringOf(link.properties.href) ?? '')) return;
  link.properties.target ??= '_blank';
  link.properties.rel ??= ['noopener', 'noreferrer'];
}

/** `/_assets/big.1a2b3c4d.png`, with any base path in front. */
const BUILT_ASSET = /\/_assets\/[^/]+\.[\w-]{8,}\.\w+$/;

/**
 * A raw `<img>`, or that of a component, keeps its address, which has to lead to a file of the static folders. A dead
 * one is worth a warning, as Docusaurus lets it pass. Pictures of Markdown have been looked up.
 */
export function finishPicture(image: Element, compilation: Compilation): void {
  const position = takePosition(image);
  const settled = take(image, 'dataSettled') !== undefined;
  image.properties.loading ??= 'lazy';
  image.properties.decoding ??= 'async';
  const src = stringOf(image.properties.src);
  if (settled || src === undefined || src === '' || hasProtocol(src)) return;
  const { context, document, assets } = compilation;
  const { path: address } = splitUrl(resolveUrl(src, encodePath(document.path)));
  // What a component or a page imports was built with it, under a name with a hash.
  if (assets.has(address) || BUILT_ASSET.test(address)) return;
  // Other languages have the address of the main one's files too.
  const { basePath = '/', rootPath = basePath } = context;
  const above = [basePath, rootPath].find((start) => address.startsWith(start)) ?? '';
  const name = decodeUrl(address.slice(above.length));
  const files = context.staticDirs.map((folder) => path.join(folder, name));
  const isServed = (file: string) => {
    const stored = lookUp(compilation, file, 'publish');
    return stored !== undefined && !isRefused(stored);
  };
  if (files.some(isServed)) return;
  const message = `The image \`${src}\` does not exist: this address must lead to a file of the static folder.`;
  warn(compilation, 'missing-image', message, position);
}

/** See `positionData`. */
function takePosition(node: Element) {
  const [line, column] = [take(node, 'dataLine'), take(node, 'dataColumn')];
  return {
    line: line === undefined ? line : Number(line),
    column: column === undefined ? column : Number(column),
  };
}
