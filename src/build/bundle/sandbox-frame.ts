import type { Plugin } from 'vite';
import { sandboxFrameName } from '../../model/urls.ts';
import { sandboxFrame } from '../../ui/sandbox/sandbox-frame.ts';
import { nameHash } from '../hashing.ts';

/** The document in which `gatehouse/sandbox` runs code. Its name is the hash of its script. */
const script = `(${sandboxFrame.toString()})()`;
const nonce = nameHash(script);
export const sandboxName = sandboxFrameName(nonce);

/** Publishes that document if a live part uses it. */
export const sandboxFramePlugin: Plugin = {
  name: 'sandbox-frame',
  generateBundle() {
    const isUsed = [...this.getModuleIds()].some((id) => id.includes('virtual:sandbox-frame'));
    if (!isUsed) return;
    const html = `<!doctype html><meta charset="utf-8"><title>Sandbox</title><body><script nonce="${nonce}">${script}</script>`;
    this.emitFile({ type: 'asset', fileName: sandboxName, source: html });
  },
};
