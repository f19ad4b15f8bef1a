/** Checks whether the site of this container is ready, in images without curl. Exit code: 0 ready, 1 not ready. */
const port = process.env.PORT ?? '3000';
const isReady = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(3_000) }).then(
  (answer) => answer.ok,
  () => false,
);
process.exitCode = isReady ? 0 : 1;
