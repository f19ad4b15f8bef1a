/** A separate server process for a published build: `npm start` without the build. Prints its address. */
import path from 'node:path';
import { readEnvironment } from '../../../src/config/environment.ts';
import { engineFeatures } from '../../../src/features/index.ts';
import { serve } from '../../../src/server/serve.ts';

const { environment, problems } = readEnvironment(process.env, { features: engineFeatures });
if (!environment) throw new Error(problems.map(({ message }) => message).join('\n'));
const result = await serve({
  environment,
  features: engineFeatures,
  dist: path.resolve(environment.DIST_DIR),
});
if (result.problems) throw new Error(result.problems.map(({ message }) => message).join('\n'));
process.once('SIGTERM', () => void result.server.stop().then(() => process.exit(0)));
process.stdout.write(`${result.server.origin}\n`);
