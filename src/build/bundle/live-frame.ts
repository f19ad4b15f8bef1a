import path from 'node:path';
import type { Plugin } from 'vite';
import { liveFrameName, liveHolderName } from '../../model/urls.ts';
import type { Problem } from '../../shared/problem.ts';
import { liveHolder } from '../../ui/live/live-code/frame/live-holder.ts';
import { nameHash } from '../hashing.ts';
import { describeBundlerError } from './bundler-stops.ts';
import type { Output } from './run-vite.ts';
import { writeLiveFrameModule } from './site-plugin.ts';

/** A document in a frame, published under a name that contains the hash of its script. */
interface LiveFrame {
  name: string;
  html: string;
}

/** The document that runs live code: a single file, because it can load nothing else. */
export function composeLiveFrame(outputs: readonly Output[]): LiveFrame {
  const script = outputs.find((output) => output.type === 'chunk' && output.isEntry);
  if (script?.type !== 'chunk') throw new Error('The bundler wrote no script for the frame of live code.');
  const text = script.code.replace(/<\/script/gi, '<\\/script').replace(/<!--/g, '<\\!--');
  const nonce = nameHash(text);
  const html = `<!doctype html><meta charset="utf-8"><title>Live code</title><body><script nonce="${nonce}">${text}</script>`;
  return { name: liveFrameName(nonce), html };
}

/** The document around the frame: see `liveHolderHeaders`. */
function composeLiveHolder(frameName: string): LiveFrame {
  const script = `(${liveHolder.toString()})(${JSON.stringify(frameName)})`;
  const nonce = nameHash(script);
  const style = 'html,body,iframe{display:block;width:100%;height:100%;margin:0;border:0;background:none}';
  const html = `<!doctype html><meta charset="utf-8"><title>Live code</title><style nonce="${nonce}">${style}</style><body><script nonce="${nonce}">${script}</script>`;
  return { name: liveHolderName(nonce), html };
}

/** Publishes the frame and the document around it, and gives the page the name of the latter. */
export function liveFramePlugin({ name, html }: LiveFrame): Plugin {
  const holder = composeLiveHolder(name);
  return {
    name: 'live-frame',
    enforce: 'pre',
    resolveId: (id) => (id === 'virtual:live-frame' ? `\0live-frame` : undefined),
    load: (id) => (id === '\0live-frame' ? writeLiveFrameModule(holder.name) : undefined),
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: name, source: html });
      this.emitFile({ type: 'asset', fileName: holder.name, source: holder.html });
    },
  };
}

/** Reports an error in the site's `src/theme/ReactLiveScope`, the only code in the frame that isn't the engine's. */
export function liveScopeProblem(siteDir: string, error: unknown): Problem {
  const reason = describeBundlerError(error).replace(/\.$/, '');
  const message = `The scope of live code can't be bundled (${reason}). It may import npm packages and files of the site.`;
  const file = path.join(siteDir, 'src/theme/ReactLiveScope');
  return { code: 'live-scope', severity: 'error', file, message };
}
