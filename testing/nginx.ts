import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type ReverseProxy, startReverseProxy } from './reverse-proxy.ts';

/** A real nginx that shares requests among servers on loopback, as our example configuration does. */
export function startNginx(ports: readonly number[]): Promise<ReverseProxy> {
  return startReverseProxy('nginx', async (folder, port) => {
    const config = path.join(folder, 'nginx.conf');
    await writeFile(config, writeConfiguration(folder, port, ports));
    return ['-p', folder, '-c', config, '-e', 'stderr'];
  });
}

export const nginxExample = path.resolve(import.meta.dirname, '../deploy/nginx.conf');

/** A real nginx with our example, changed only to listen over plain HTTP, which needs no certificate. */
export function startNginxExample(upstream: number): Promise<ReverseProxy> {
  return startReverseProxy('nginx', async (folder, port) => {
    const example = await readFile(nginxExample, 'utf8');
    const site = example
      // The server that redirects from HTTP to HTTPS.
      .replace(/^server \{\n {2}listen 80;.*?^\}\n/ms, '')
      .replace(/^ {2}(listen \[::\]:443|ssl_).*\n/gm, '')
      .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
      .replace('127.0.0.1:3000', `127.0.0.1:${upstream}`)
      // In tests the address has a port.
      .replaceAll('$host;', '$http_host;');
    const config = path.join(folder, 'nginx.conf');
    await writeFile(config, writeFrame(folder, site));
    return ['-p', folder, '-c', config, '-e', 'stderr'];
  });
}

/** One process in the foreground that runs as the user who runs the tests. */
function writeFrame(folder: string, site: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `
daemon off;
master_process off;
pid ${folder}/pid;
worker_rlimit_nofile 8192;
events { worker_connections 8192; }
http {
  access_log off;
  ${temporary.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join('\n  ')}
  ${site}
}
`;
}

function writeConfiguration(folder: string, port: number, ports: readonly number[]): string {
  return writeFrame(
    folder,
    `
  upstream site {
    ${ports.map((each) => `server 127.0.0.1:${each} max_fails=1 fail_timeout=1s;`).join('\n    ')}
    keepalive 64;
  }
  server {
    listen 127.0.0.1:${port} backlog=4096;
    keepalive_requests 100000;
    location / {
      proxy_pass http://site;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header X-Forwarded-Proto $scheme;
    }
  }`,
  );
}
