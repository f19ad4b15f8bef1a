import path from 'node:path';
import type { Plugin } from 'vite';
import { liveFrameName, liveHolderName } from '../../model/urls.ts';
import type { Problem } from '../../shared/problem.ts';
import { liveHolder } from '../../ui/live/live-code/frame/live-holder.ts';
import { messageOf } from '../components/bundler-stops.ts';
import { nameHash } from '../hashing.ts';
import type { Output } from './run-vite.ts';
import { liveFrameModule } from './site-plugin.ts';

/** The document in which live code runs: a file in one piece, as nothing else comes to where it is. */
export function liveFrame(outputs: readonly Output[]): { name: string; html: string } {
  const script = outputs.find((output) => output.type === 'chunk' && output.isEntry);
  if (script?.type !== 'chunk') throw new Error('The bundler made no script for the frame of live code.');
  const text = script.code.replace(/<\/script/gi, '<\\/script').replace(/<!--/g, '<\\!--');
  const nonce = nameHash(text);
  const html = `<!doctype html><meta charset="utf-8"><title>Live code</title><body><script nonce="${nonce}">${text}</script>`;
  return { name: liveFrameName(nonce), html };
}

/** The document around the frame: see `liveHolderHeaders`. */
function liveHolderDocument(frameName: string): { name: string; html: string } {
  const script = `(${liveHolder.toString()})(${JSON.stringify(frameName)})`;
  const nonce = nameHash(script);
  const style = 'html,body,iframe{display:block;width:100%;height:100%;margin:0;border:0;background:none}';
  const html = `<!doctype html><meta charset="utf-8"><title>Live code</title><style nonce="${nonce}">${style}</style><body><script nonce="${nonce}">${script}</script>`;
  return { name: liveHolderName(nonce), html };
}

/** Has the frame and the document around it published, and tells the page the name of that one. */
export function liveFramePlugin({ name, html }: ReturnType<typeof liveFrame>): Plugin {
  const holder = liveHolderDocument(name);
  return {
    name: 'live-frame',
    enforce: 'pre',
    resolveId: (id) => (id === 'virtual:live-frame' ? `\0live-frame` : undefined),
    load: (id) => (id === '\0live-frame' ? liveFrameModule(holder.name) : undefined),
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: name, source: html });
      this.emitFile({ type: 'asset', fileName: holder.name, source: holder.html });
    },
  };
}

/** The site's `src/theme/ReactLiveScope` is the only part of it that is not the engine's. */
export function liveScopeProblem(siteDir: string, error: unknown): Problem {
  const said = messageOf(error).replace(/\.$/, '');
  const message = `The scope of live code cannot be bundled (${said}): it may import npm packages and files of the site.`;
  const file = path.join(siteDir, 'src/theme/ReactLiveScope');
  return { code: 'live-scope', severity: 'error', file, message };
}
