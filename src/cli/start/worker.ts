/** One of several processes that serve the site on one port. `workers.ts` starts it, and is told how it went. */
import { readEnvironment } from '../../config/environment.ts';
import { inBackground } from '../../shared/in-background.ts';
import { reportAndEnd } from './end-process.ts';
import { introduce } from './introduce.ts';
import { TERMINAL_ERRORS, TERMINAL_LOG } from './people-output.ts';
import { serveSite } from './serve-site.ts';
import type { FromWorker, ToWorker } from './workers.ts';

const tell = (message: FromWorker) =>
  new Promise<void>((resolve) => (process.send ? process.send(message, () => resolve()) : resolve()));

// Ctrl-C reaches every process of the terminal; the one that started us says when to stop.
process.on('SIGINT', () => {});

const { environment, problems } = readEnvironment(process.env);
const served = environment
  ? await serveSite(environment, { logAsText: process.argv.includes(TERMINAL_LOG) })
  : { problems };
if (served.problems || !environment) {
  await tell({ kind: 'refused', problems: served.problems ?? problems });
  process.exit(1);
}
const { server } = served;
let isStopping = false;
process.on('SIGTERM', () => {
  // A service manager signals us besides the one that started us.
  if (isStopping) return;
  isStopping = true;
  inBackground(server.stop().then(reportAndEnd), (error) => {
    console.error('Stopping failed:', error);
    process.exit(1);
  });
});
process.on('message', (message: ToWorker) => {
  if (message === 'introduce')
    inBackground(
      introduce(server, environment, process.argv.includes(TERMINAL_ERRORS)).then(() =>
        tell({ kind: 'introduced' }),
      ),
    );
});
await tell({ kind: 'serving' });
