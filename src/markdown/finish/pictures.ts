import path from 'node:path';
import type { Element } from 'hast';
import { type Compilation, lookUp, shownPath } from '../compilation.ts';
import { decodeUrl, encodePath, hasProtocol, resolveUrl, splitUrl } from '../urls.ts';
import { stringOf, take } from './properties.ts';

/**
 * A raw `<img>`, or that of a component, keeps its address, which has to lead to a file of the static folders. A dead
 * one is worth a warning, as Docusaurus lets it pass. Pictures of Markdown have been looked up.
 */
export function finishPicture(image: Element, compilation: Compilation): void {
  const [line, column] = [take(image, 'dataLine'), take(image, 'dataColumn')];
  const settled = take(image, 'dataSettled') !== undefined;
  image.properties.loading ??= 'lazy';
  image.properties.decoding ??= 'async';
  const src = stringOf(image.properties.src);
  if (settled || src === undefined || src === '' || hasProtocol(src)) return;
  const { context, document, assets, problems } = compilation;
  const { path: address } = splitUrl(resolveUrl(src, encodePath(document.path)));
  if (assets.has(address)) return;
  const files = context.staticDirs.map((folder) => path.join(folder, decodeUrl(address)));
  if (files.some((file) => lookUp(compilation, file))) return;
  problems.push({
    code: 'missing-image',
    severity: 'warning',
    file: shownPath(context, path.join(context.docsDir, document.file)),
    line: line === undefined ? undefined : Number(line),
    column: column === undefined ? undefined : Number(column),
    message: `The image \`${src}\` does not exist: this address must lead to a file of the static folder.`,
  });
}
