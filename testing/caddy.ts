import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type ReverseProxy, startReverseProxy } from './reverse-proxy.ts';

export const caddyExample = path.resolve(import.meta.dirname, '../deploy/Caddyfile');

/** A real Caddy with our unchanged example, except that it listens on plain HTTP, which needs no certificate. */
export function startCaddy(upstream: number): Promise<ReverseProxy> {
  return startReverseProxy('caddy', async (folder, port) => {
    const config = path.join(folder, 'Caddyfile');
    const site = (await readFile(caddyExample, 'utf8'))
      .replace('docs.example.com {', `http://127.0.0.1:${port} {`)
      .replace('127.0.0.1:3000', `127.0.0.1:${upstream}`);
    await writeFile(config, `{\n\tadmin off\n\tauto_https off\n}\n${site}`);
    return ['run', '--adapter', 'caddyfile', '--config', config];
  });
}
