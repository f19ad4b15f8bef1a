/** One of several processes that serve the site on one port. `workers.ts` starts it and gets its reports. */
import { readEnvironment } from '../../config/environment.ts';
import { loadSettingsFeatures } from '../../features/index.ts';
import { runInBackground } from '../../shared/in-background.ts';
import { reportAndEnd } from './end-process.ts';
import { introduce } from './introduce.ts';
import { TERMINAL_ERRORS, TERMINAL_LOG } from './people-output.ts';
import { serveSite } from './serve-site.ts';
import type { FromWorker, ToWorker } from './workers.ts';

const sendToPrimary = (message: FromWorker) =>
  new Promise<void>((resolve) => (process.send ? process.send(message, () => resolve()) : resolve()));

// Ctrl+C signals every process of the terminal. The primary process decides when its workers stop.
process.on('SIGINT', () => {});

const { environment, problems } = readEnvironment(process.env, {
  features: await loadSettingsFeatures(process.env),
});
const { server, problems: startProblems } = environment
  ? await serveSite(environment, { logAsText: process.argv.includes(TERMINAL_LOG) })
  : { problems };
if (!server || !environment) {
  await sendToPrimary({ kind: 'refused', problems: startProblems ?? problems });
  process.exit(1);
}
let isStopping = false;
process.on('SIGTERM', () => {
  // A service manager may send the signal as well as the primary process.
  if (isStopping) return;
  isStopping = true;
  runInBackground(server.stop().then(reportAndEnd), (error) => {
    console.error('Stopping failed:', error);
    process.exit(1);
  });
});
process.on('message', (message: ToWorker) => {
  if (message === 'introduce')
    runInBackground(
      introduce(server, environment, process.argv.includes(TERMINAL_ERRORS)).then(() =>
        sendToPrimary({ kind: 'introduced' }),
      ),
    );
});
await sendToPrimary({ kind: 'serving' });
