import type { Plugin } from 'vite';
import { nameRequestFrame, nameSandboxFrame } from '../../model/urls.ts';
import { runSandboxFrame } from '../../ui/sandbox/sandbox-frame.ts';
import { runRequestFrame } from '../../ui/try-it/request-frame.ts';
import { nameHash } from '../hashing.ts';

/** A document whose only content is a script of the engine's. Its name contains the hash of the script. */
interface InlinedFrame {
  /** The module from which the interface learns the name of the document. */
  module: string;
  name: string;
  html: string;
}

function composeFrame(
  module: string,
  title: string,
  run: () => void,
  nameWithHash: (hash: string) => string,
): InlinedFrame {
  const script = `(${run.toString()})()`;
  const nonce = nameHash(script);
  const html = `<!doctype html><meta charset="utf-8"><title>${title}</title><body><script nonce="${nonce}">${script}</script>`;
  return { module, name: nameWithHash(nonce), html };
}

/** The document in which `gatehouse/sandbox` runs code. */
export const sandboxFrameDocument = composeFrame(
  'virtual:sandbox-frame',
  'Sandbox',
  runSandboxFrame,
  nameSandboxFrame,
);

/** The document that sends requests of pages to servers of the owner's. */
export const requestFrameDocument = composeFrame(
  'virtual:request-frame',
  'Request',
  runRequestFrame,
  nameRequestFrame,
);

/** Publishes each of these documents if something uses it. */
export const inlinedFramesPlugin: Plugin = {
  name: 'inlined-frames',
  generateBundle() {
    const moduleIds = [...this.getModuleIds()];
    for (const { module, name, html } of [sandboxFrameDocument, requestFrameDocument])
      if (moduleIds.some((id) => id.includes(module)))
        this.emitFile({ type: 'asset', fileName: name, source: html });
  },
};
