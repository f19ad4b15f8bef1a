/** A way to request content that isn't for visitors. Each returns the bytes of one request. */
export interface Trick {
  name: string;
  /** `path` is percent-encoded. */
  request(path: string): string;
}

const methods = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'SEARCH',
  'QUERY',
];

const token = 'A'.repeat(43);

/** Headers that bypass the access checks of some servers. */
const headers: readonly string[] = [
  'Accept: text/html',
  'Sec-Fetch-Mode: navigate',
  'Sec-Fetch-Mode: navigate\r\nSec-Fetch-Dest: document\r\nSec-Fetch-Site: same-origin',
  'Sec-Fetch-Site: same-origin',
  'Purpose: prefetch',
  'Sec-Purpose: prefetch;prerender',
  'Accept-Encoding: br, gzip',
  'Accept-Encoding: identity;q=0, *;q=0',
  'Range: bytes=0-',
  'Range: bytes=0-0,-1',
  'If-None-Match: *',
  'If-Match: *',
  'If-Modified-Since: Thu, 01 Jan 1970 00:00:00 GMT',
  'Cache-Control: only-if-cached',
  'Authorization: Basic YWRtaW46YWRtaW4=',
  `Authorization: Bearer ${token}`,
  `Cookie: __Host-sid=${token}`,
  `Cookie: sid=${token}`,
  'Cookie: sid=',
  'Cookie: sid=null; __Host-sid=true',
  'Cookie: sid=../../accounts.db',
  `Cookie: ${'sid=x; __Host-sid=x; '.repeat(100)}`,
  'X-Forwarded-For: 127.0.0.1',
  'X-Forwarded-Host: localhost',
  'X-Forwarded-Proto: https',
  'X-Real-IP: ::1',
  'X-HTTP-Method-Override: GET',
  'X-Forwarded-User: admin',
  'X-Remote-User: admin',
  'X-Requested-With: XMLHttpRequest',
  'Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAAQAAP__',
  'Upgrade: websocket\r\nConnection: Upgrade',
  'Connection: close, Cookie',
  'Content-Type: application/x-www-form-urlencoded',
  'Origin: null',
  'Referer: http://localhost/login',
  'User-Agent: Googlebot/2.1 (+http://www.google.com/bot.html)',
];

/** Headers with the path, sent to a public address. */
const rerouting = [
  'X-Original-URL',
  'X-Rewrite-URL',
  'X-Forwarded-Path',
  'X-Forwarded-Prefix',
  'X-Forwarded-Uri',
  'Destination',
  'Content-Location',
];

const paths: readonly ((path: string) => string)[] = [
  (path) => `/${path}`,
  (path) => `//${path}`,
  (path) => `/.${path}`,
  (path) => `/x/..${path}`,
  (path) => `/login${path}`,
  (path) => `/login/..${path}`,
  (path) => `/login/%2e%2e${path}`,
  (path) => `/login%2f..${path}`,
  (path) => `/login;${path}`,
  (path) => `/login%00${path}`,
  (path) => `/login?${path}`,
  (path) => `/assets/..${path}`,
  (path) => `/assets/..%2f..${path}`,
  (path) => `/assets/%252e%252e${path}`,
  (path) => `/auth/session/..${path}`,
  (path) => `/healthz/..;${path}`,
  (path) => `${path}/`,
  (path) => `${path}//`,
  (path) => `${path}/.`,
  (path) => `${path}/..`,
  (path) => `${path}.`,
  (path) => `${path}%20`,
  (path) => `${path}%00`,
  (path) => `${path}%00.css`,
  (path) => `${path}%0d%0aX-Sent: 1`,
  (path) => `${path};.css`,
  (path) => `${path}?x`,
  (path) => `${path}?sid=${token}`,
  (path) => `${path}#x`,
  (path) => `${path}%23`,
  (path) => `${path}%3f`,
  (path) => `${path}.html`,
  (path) => `${path}/index.html`,
  (path) => `${path}.json`,
  (path) => `${path}.br`,
  (path) => `${path}.gz`,
  (path) => `${path}.md`,
  (path) => `/_page${path}.json`,
  (path) => `/dist${path}`,
  (path) => `/docs/../..${path}`,
  (path) => path.toUpperCase(),
  (path) => path.replaceAll('/', '%2f'),
  (path) => path.replaceAll('/', '%2F').replace('%2F', '/'),
  (path) => path.replaceAll('/', '%252f').replace('%252f', '/'),
  (path) => path.replaceAll('/', '\\').replace('\\', '/'),
  (path) => path.replaceAll('/', '%5c').replace('%5c', '/'),
  (path) => path.replaceAll('/', '%c0%af').replace('%c0%af', '/'),
  (path) => path.replaceAll('/', '%ef%bc%8f').replace('%ef%bc%8f', '/'),
  (path) => path.replaceAll('%', '%25'),
  (path) => path.replace(/[a-z]/gi, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  (path) => `http://localhost${path}`,
  (path) => `http://localhost@evil.example${path}`,
  (path) => path.slice(1),
];

const end = 'Host: localhost\r\nConnection: close\r\n\r\n';

export const tricks: readonly Trick[] = [
  ...methods.map(
    (method): Trick => ({ name: method, request: (path) => `${method} ${path} HTTP/1.1\r\n${end}` }),
  ),
  ...headers.map(
    (header): Trick => ({ name: header, request: (path) => `GET ${path} HTTP/1.1\r\n${header}\r\n${end}` }),
  ),
  ...headers.slice(0, 4).map(
    (header): Trick => ({
      name: `HEAD ${header}`,
      request: (path) => `HEAD ${path} HTTP/1.1\r\n${header}\r\n${end}`,
    }),
  ),
  ...rerouting.flatMap((header) =>
    ['/login', '/healthz'].map(
      (open): Trick => ({
        name: `${header} on ${open}`,
        request: (path) => `GET ${open} HTTP/1.1\r\n${header}: ${path}\r\n${end}`,
      }),
    ),
  ),
  ...paths.map(
    (rewrite): Trick => ({
      name: `path ${rewrite('/P')}`,
      request: (path) => `GET ${rewrite(path)} HTTP/1.1\r\n${end}`,
    }),
  ),
  ...paths.map(
    (rewrite): Trick => ({
      name: `page ${rewrite('/P')}`,
      request: (path) => `GET ${rewrite(path)} HTTP/1.1\r\nAccept: text/html\r\n${end}`,
    }),
  ),
  { name: 'HTTP/1.0', request: (path) => `GET ${path} HTTP/1.0\r\n\r\n` },
  { name: 'HTTP/0.9', request: (path) => `GET ${path}\r\n\r\n` },
  { name: 'no Host', request: (path) => `GET ${path} HTTP/1.1\r\nConnection: close\r\n\r\n` },
  {
    name: 'another Host',
    request: (path) => `GET ${path} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`,
  },
  { name: 'a body', request: (path) => `GET ${path} HTTP/1.1\r\nContent-Length: 2\r\n${end}{}` },
  {
    name: 'a request behind a request',
    request: (path) => `GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nGET ${path} HTTP/1.1\r\n${end}`,
  },
  {
    name: 'a smuggled request',
    request: (path) =>
      `POST /auth/sign-out HTTP/1.1\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n${end}0\r\n\r\nGET ${path} HTTP/1.1\r\n${end}`,
  },
];

/** Requests as ordinary browsers and programs send them. */
export const plainTricks: readonly Trick[] = tricks.filter(({ name }) =>
  [
    'GET',
    'HEAD',
    'POST',
    'Accept: text/html',
    'Sec-Fetch-Mode: navigate',
    'Accept-Encoding: br, gzip',
    'If-None-Match: *',
  ].includes(name),
);
