import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type ReverseProxy, startReverseProxy } from './reverse-proxy.ts';

/** A real nginx that shares requests among servers on loopback, as our example configuration does. */
export function startNginx(ports: readonly number[]): Promise<ReverseProxy> {
  return startReverseProxy('nginx', async (folder, port) => {
    const config = path.join(folder, 'nginx.conf');
    await writeFile(config, configuration(folder, port, ports));
    return ['-p', folder, '-c', config, '-e', 'stderr'];
  });
}

/** One process, in the foreground, as whoever runs the tests. */
function configuration(folder: string, port: number, ports: readonly number[]): string {
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
  }
}
`;
}
