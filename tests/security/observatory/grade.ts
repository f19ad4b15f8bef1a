import { Socket } from 'node:net';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * `grade.ts FOLDER NAME HTTP_PORT HTTPS_PORT`: lets MDN's grader, installed in FOLDER, look at the site of that name,
 * and prints what it says. It knows ports 80 and 443 only, so that every connection to these is led to loopback.
 */
const [folder = '', name = '', httpPort = '', httpsPort = ''] = process.argv.slice(2);
const ports = new Map([
  [80, Number(httpPort)],
  [443, Number(httpsPort)],
]);

const connect = Socket.prototype.connect;
Socket.prototype.connect = function (this: Socket, ...parameters: unknown[]) {
  // Node passes the arguments of `net.connect` as one list.
  const [first] = parameters;
  const options: unknown = Array.isArray(first) ? first[0] : first;
  if (typeof options === 'object' && options !== null) {
    const port = ports.get(Number(Reflect.get(options, 'port')));
    if (port === undefined) throw new Error('The grader asks for something else than the site.');
    Object.assign(options, { host: '127.0.0.1', port });
  }
  return Reflect.apply(connect, this, parameters) as Socket;
};

const scanner = path.join(folder, 'node_modules/@mdn/mdn-http-observatory/src/scanner/index.js');
const { scan } = (await import(pathToFileURL(scanner).href)) as {
  scan(host: string): Promise<{ scan: object; tests: Record<string, object> }>;
};
const { scan: summary, tests } = await scan(name);
console.log(JSON.stringify({ ...summary, tests }));
