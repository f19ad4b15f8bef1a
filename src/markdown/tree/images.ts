import type { Properties } from 'hast';
import { imageSize } from 'image-size';
import type { Image, ImageReference, Root } from 'mdast';
import { decodeUrl } from '../../shared/decode.ts';
import { type FileScope, findAsset, publish } from '../compilation.ts';
import { hasProtocol, splitUrl } from '../urls.ts';
import { visit } from './visit.ts';

/** Images by path become assets that bring their size; addresses with a protocol stay. */
export function resolveImages(tree: Root, scope: FileScope): void {
  const definitions = new Map<string, string>();
  visit(tree, 'definition', (definition) => {
    definitions.set(definition.identifier, definition.url);
  });
  visit(tree, ['image', 'imageReference'], (node) => {
    if (node.type !== 'image' && node.type !== 'imageReference') return;
    setProperties(node, { dataSettled: '' });
    const url = node.type === 'image' ? node.url : definitions.get(node.identifier);
    const address = url === undefined ? undefined : resolveImage(node, url, scope);
    if (address === undefined) return;
    if (node.type === 'image') node.url = address;
    else setProperties(node, { src: address });
  });
}

function resolveImage(node: Image | ImageReference, url: string, scope: FileScope): string | undefined {
  const { compilation } = scope;
  if (url.startsWith('pathname://')) return url.slice('pathname://'.length);
  if (hasProtocol(url)) return undefined;
  const { path: pathname, hash } = splitUrl(url);
  const stored = pathname === '' ? undefined : findAsset(scope, decodeUrl(pathname), node.position?.start);
  if (stored === 'refused') return undefined;
  if (!stored) {
    const message =
      url === ''
        ? 'This image has no address.'
        : `The image \`${url}\` does not exist: a path starts at the document's folder, one with a leading slash at the static folder.`;
    scope.report('missing-image', message, node.position?.start);
    return undefined;
  }
  setProperties(node, sizeOf(stored.bytes));
  return publish(compilation, stored) + hash;
}

function setProperties(node: Image | ImageReference, properties: Properties): void {
  node.data = { ...node.data, hProperties: { ...node.data?.hProperties, ...properties } };
}

/** What cannot be measured is shown without a reserved place. */
function sizeOf(bytes: Uint8Array): Properties {
  try {
    const { width, height } = imageSize(bytes);
    return { width: Math.round(width), height: Math.round(height) };
  } catch {
    return {};
  }
}
