import path from 'node:path';
import type { Element } from 'hast';
import type { ArticleLink } from '../../content/links/check-links.ts';
import { applyTrailingSlash, type SlashRule } from '../../model/trailing-slash.ts';
import { pageHref } from '../../model/urls.ts';
import { ensureBasePath, hasProtocol } from '../../model/written-links.ts';
import { toCanonicalUrl } from '../../shared/canonical-text.ts';
import { decodeUrl } from '../../shared/decode.ts';
import { suggestOtherCase } from '../../shared/path-on-disk.ts';
import { type Compilation, isRefused, lookUp } from '../compilation.ts';
import { encodeUrl, resolveUrl, splitUrl } from '../urls.ts';
import { warn } from './left-out.ts';
import { takeProperty, toText } from './properties.ts';
import type { Findings } from './walk.ts';

/** Gives a link its final address and records it. */
export function finishLink(link: Element, { compilation, links }: Findings): void {
  const record = settleLink(link, compilation);
  if (record) links.push(record);
}

/** Resolves links from Markdown and `<Link>` against the page. A raw `<a>` stays as written. Files aren't recorded. */
function settleLink(link: Element, compilation: Compilation): ArticleLink | undefined {
  const fromMarkdown = takeProperty(link, 'dataMd') !== undefined;
  const writtenHref = takeProperty(link, 'dataWritten');
  const position = takePosition(link);
  const isUnchecked =
    takeProperty(link, 'dataNoBrokenLinkCheck') ??
    takeProperty(link, 'dataNobrokenlinkcheck') ??
    // The spelling in raw elements.
    toText(link.properties['data-noBrokenLinkCheck']);
  takeProperty(link, 'dataAsset');
  const isPlain = takeProperty(link, 'dataPlain') !== undefined;
  const givenHref = toText(link.properties.href);
  if (givenHref === undefined) return undefined;
  const href = hasProtocol(givenHref) ? givenHref : toCanonicalUrl(givenHref);
  link.properties.href = href;
  if (/^\s*javascript:/i.test(href)) {
    delete link.properties.href;
    return undefined;
  }
  if (isBundledFile(splitUrl(href).path, compilation)) {
    if (fromMarkdown) openElsewhere(link, compilation);
    return undefined;
  }
  const record = { written: writtenHref ?? href, ...position };
  // An empty address is reported earlier, with its place in the source.
  if (href === '') return { href, checked: false, ...record };
  const isExempt = isUnchecked !== undefined && isUnchecked !== 'false';
  if (!fromMarkdown) return { href, checked: false, ...record, ...(isExempt ? {} : { raw: true }) };
  const { trailingSlash } = compilation.context;
  // The link has `autoAddBaseUrl={false}`.
  const basePath = (isPlain ? undefined : compilation.context.basePath) ?? '/';
  const isPathname = href.startsWith('pathname://');
  const address = encodeUrl(
    isPathname
      ? ensureBasePath(href.slice('pathname://'.length), basePath)
      : toPageAddress(resolveUrl(ensureBasePath(href, basePath), pageHref(compilation.document.path)), {
          trailingSlash,
          basePath: compilation.context.basePath ?? '/',
        }),
  );
  link.properties.href = address;
  if (isPathname || hasProtocol(address)) openElsewhere(link, compilation);
  return {
    href: hasProtocol(address) ? address : decodeUrl(address),
    checked: !isPathname && !isExempt && !isPlain,
    ...record,
  };
}

/** Adds or removes the trailing slash, as the site is configured. */
function toPageAddress(address: string, rule: SlashRule): string {
  if (rule.trailingSlash === undefined || !address.startsWith('/')) return address;
  const { path: pathname, search, hash } = splitUrl(address);
  return applyTrailingSlash(pathname, rule) + search + hash;
}

/**
 * Opens everything that isn't a page of the site in a new tab, as Docusaurus does. Addresses of mail and telephones, for
 * which a tab would stay empty, get one only on sites that moved in.
 */
function openElsewhere(link: Element, { context }: Compilation): void {
  if (context.usesInfima !== true && /^(?!https?:|\/)/.test(toText(link.properties.href) ?? '')) return;
  link.properties.target ??= '_blank';
  link.properties.rel ??= ['noopener', 'noreferrer'];
}

/** `/_assets/big.1a2b3c4d.png`, after any base path. */
const BUILT_ASSET = /\/_assets\/[^/]+\.[\w-]{8,}\.\w+$/;

/** Whether a file belongs to the document, or is bundled under a name with a hash because a component imports it. */
function isBundledFile(address: string, { assets }: Compilation): boolean {
  return assets.has(address) || BUILT_ASSET.test(address);
}

/**
 * Checks a raw `<img>`, or one from a component. It keeps its address, which must lead to a file in a static folder. A
 * dead address is only a warning, because Docusaurus accepts it. Images from Markdown have been resolved already.
 */
export function finishPicture(image: Element, compilation: Compilation): void {
  const position = takePosition(image);
  const isSettled = takeProperty(image, 'dataSettled') !== undefined;
  image.properties.loading ??= 'lazy';
  image.properties.decoding ??= 'async';
  const src = toText(image.properties.src);
  if (isSettled || src === undefined || src === '' || hasProtocol(src)) return;
  const { context, document } = compilation;
  const { path: address } = splitUrl(resolveUrl(src, pageHref(document.path)));
  if (isBundledFile(address, compilation)) return;
  // Pages in other languages also use the files of the default language.
  const { basePath = '/', rootPath = basePath } = context;
  const above = [basePath, rootPath].find((start) => address.startsWith(start)) ?? '';
  const name = decodeUrl(address.slice(above.length));
  const files = context.staticDirs.map((folder) => path.join(folder, name));
  const isServed = (file: string) => {
    const storedFile = lookUp(compilation, file, 'publish');
    return storedFile !== undefined && !isRefused(storedFile);
  };
  if (files.some(isServed)) return;
  const message = `The image \`${src}\` doesn't exist. Its address must lead to a file in the static folder.${suggestOtherCase(decodeUrl(address), files)}`;
  warn(compilation, 'missing-image', message, position);
}

/** Reads and removes the properties of `describePosition`. */
function takePosition(node: Element) {
  const [line, column] = [takeProperty(node, 'dataLine'), takeProperty(node, 'dataColumn')];
  return {
    line: line === undefined ? line : Number(line),
    column: column === undefined ? column : Number(column),
  };
}
