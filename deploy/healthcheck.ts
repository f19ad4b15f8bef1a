/** Whether the site of this container is ready: for images without curl. Exit code 0: yes. */
const port = process.env.PORT ?? '3000';
const ready = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(3_000) }).then(
  (answer) => answer.ok,
  () => false,
);
process.exitCode = ready ? 0 : 1;
