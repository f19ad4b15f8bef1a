import path from 'node:path';
import type { Plugin } from 'vite';
import { nameLiveFrame, nameLiveHolder } from '../../model/urls.ts';
import { escapeHtml } from '../../shared/html.ts';
import type { Problem } from '../../shared/problem.ts';
import { runLiveHolder } from '../../ui/live/live-holder.ts';
import { nameHash } from '../hashing.ts';
import { collectBundlerStops, describeBundlerError } from './bundler-stops.ts';
import type { Output } from './run-vite.ts';
import { nameLiveFrameModule, writeLiveFrameModule } from './site-plugin.ts';

/** A document in a frame, published under a name that contains the hash of its script. */
export interface LiveFrame {
  /** Name of the live part. */
  part: string;
  title: string;
  name: string;
  html: string;
}

/** The document that runs code of a live part: a single file, because it can load nothing else. */
export function composeLiveFrame(
  about: Pick<LiveFrame, 'part' | 'title'>,
  outputs: readonly Output[],
): LiveFrame {
  const script = outputs.find((output) => output.type === 'chunk' && output.isEntry);
  if (script?.type !== 'chunk')
    throw new Error(`The bundler wrote no script for the frame of ${about.part}.`);
  const text = script.code.replace(/<\/script/gi, '<\\/script').replace(/<!--/g, '<\\!--');
  const rules = outputs.flatMap((output) =>
    output.type === 'asset' && output.fileName.endsWith('.css')
      ? Buffer.from(output.source)
          .toString('utf8')
          .replace(/<\/style/gi, '<\\/style')
      : [],
  );
  const nonce = nameHash(text + rules.join(''));
  const style = rules.map((css) => `<style nonce="${nonce}">${css}</style>`).join('');
  const html = `<!doctype html><meta charset="utf-8"><title>${escapeHtml(about.title)}</title>${style}<body><script nonce="${nonce}">${text}</script>`;
  return { ...about, name: nameLiveFrame(nonce), html };
}

/** The document around the frame: see `liveHolderHeaders`. */
function composeLiveHolder({ title, name: frameName }: LiveFrame): Pick<LiveFrame, 'name' | 'html'> {
  const script = `(${runLiveHolder.toString()})(${JSON.stringify(frameName)})`;
  const nonce = nameHash(script);
  const style = 'html,body,iframe{display:block;width:100%;height:100%;margin:0;border:0;background:none}';
  const html = `<!doctype html><meta charset="utf-8"><title>${escapeHtml(title)}</title><style nonce="${nonce}">${style}</style><body><script nonce="${nonce}">${script}</script>`;
  return { name: nameLiveHolder(nonce), html };
}

/** Publishes the frame and the document around it, and gives the page the name of the latter. */
export function createLiveFramePlugin(frame: LiveFrame): Plugin {
  const { part, name, html } = frame;
  const holder = composeLiveHolder(frame);
  const virtualName = nameLiveFrameModule(part);
  return {
    name: `live-frame-${part}`,
    enforce: 'pre',
    resolveId: (id) => (id === virtualName ? `\0${id}` : undefined),
    load: (id) => (id === `\0${virtualName}` ? writeLiveFrameModule(holder.name) : undefined),
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: name, source: html });
      this.emitFile({ type: 'asset', fileName: holder.name, source: holder.html });
    },
  };
}

/** Reports an error in the site's `src/theme/ReactLiveScope`, the only code in the frame that isn't the engine's. */
export function createLiveScopeProblem(siteDir: string, error: unknown): Problem {
  const message = `The scope of live code can't be bundled: ${describeBundlerError(error)} It may import npm packages and files of the site.`;
  const [stop] = collectBundlerStops(error, siteDir);
  const place = stop
    ? { file: stop.file, line: stop.problem.line }
    : { file: path.join(siteDir, 'src/theme/ReactLiveScope') };
  return { code: 'live-scope', severity: 'error', ...place, message };
}
