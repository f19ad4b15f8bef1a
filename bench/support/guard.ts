import { createServer } from 'node:http';

/**
 * The server that nginx asks about each request, in a separate process. It only compares one cookie, so nginx
 * has the cheapest possible check. It sends its port to its parent process.
 */
const cookie = process.env.GUARD_COOKIE;
const guard = createServer((request, response) => {
  response.writeHead(request.headers.cookie === cookie ? 204 : 401).end();
});
guard.keepAliveTimeout = 60_000;
guard.listen(0, '127.0.0.1', () => {
  const address = guard.address();
  process.send?.(typeof address === 'object' && address !== null ? address.port : 0);
});
process.once('disconnect', () => process.exit());
