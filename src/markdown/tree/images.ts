import type { Properties } from 'hast';
import { imageSize } from 'image-size';
import type { Image, ImageReference, Root } from 'mdast';
import { hasProtocol } from '../../model/written-links.ts';
import { decodeUrl } from '../../shared/decode.ts';
import { type FileScope, findAsset, publishFile, suggestAsset } from '../compilation.ts';
import { splitUrl } from '../urls.ts';
import { visit } from './visit.ts';

/** Turns images with a path into assets with their size. Addresses with a protocol stay. */
export function resolveImages(tree: Root, scope: FileScope): void {
  const definitions = new Map<string, string>();
  visit(tree, 'definition', (definition) => {
    definitions.set(definition.identifier, definition.url);
  });
  visit(tree, ['image', 'imageReference'], (node) => {
    if (node.type !== 'image' && node.type !== 'imageReference') return;
    if (node.type === 'image') {
      resolveImage(node, scope);
      return;
    }
    setProperties(node, { dataSettled: '' });
    const url = definitions.get(node.identifier);
    const address = url === undefined ? undefined : findAddress(node, url, scope);
    if (address !== undefined) setProperties(node, { src: address });
  });
}

/** Resolves one image, as `resolveImages` does. */
export function resolveImage(image: Image, scope: FileScope): void {
  setProperties(image, { dataSettled: '' });
  image.url = findAddress(image, image.url, scope) ?? image.url;
}

function findAddress(node: Image | ImageReference, url: string, scope: FileScope): string | undefined {
  const { compilation } = scope;
  if (url.startsWith('pathname://')) return url.slice('pathname://'.length);
  if (hasProtocol(url)) return undefined;
  const { path: pathname, hash } = splitUrl(url);
  const storedFile =
    pathname === '' ? undefined : findAsset(scope, decodeUrl(pathname), node.position?.start);
  if (storedFile === 'refused') return undefined;
  if (!storedFile) {
    const message =
      url === ''
        ? 'This image has no address. Write one between the parentheses.'
        : `The image \`${url}\` doesn't exist. Paths start at the document's folder, or at the static folder if they begin with a slash.${suggestAsset(scope, decodeUrl(pathname))}`;
    scope.report('missing-image', message, node.position?.start);
    return undefined;
  }
  setProperties(node, measureImage(storedFile.bytes));
  return publishFile(compilation, storedFile) + hash;
}

function setProperties(node: Image | ImageReference, properties: Properties): void {
  node.data = { ...node.data, hProperties: { ...node.data?.hProperties, ...properties } };
}

/** Reads the size of an image. An image of an unknown format gets none. */
function measureImage(bytes: Uint8Array): Properties {
  try {
    const { width, height } = imageSize(bytes);
    return { width: Math.round(width), height: Math.round(height) };
  } catch {
    return {};
  }
}
