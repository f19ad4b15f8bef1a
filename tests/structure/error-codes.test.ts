import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { engineFeatures } from '../../src/features/index.ts';
import { commonErrorCodes } from '../../src/model/api/error-codes.ts';
import { loadFeatureApi } from '../../src/server/api/load-api.ts';
import { projectDir } from '../../testing/running-site.ts';

const listFile = 'src/model/api/error-codes.ts';
/** `feature.ts` of a feature lists its codes. */
const sources = globSync('src/**/*.{ts,tsx}', {
  cwd: projectDir,
  exclude: ['**/*.test.*', 'src/features/*/feature.ts'],
})
  .filter((file) => file !== listFile)
  .map((file) => ({ file, text: readFileSync(path.join(projectDir, file), 'utf8') }));

/** An error answer with its own code: `error: { code: … }`. `sendError` and `formatErrorBody` accept only listed codes. */
const writtenByHand = /\berror['"]?\s*:\s*\{\s*['"]?code['"]?\s*[:,]/;

test('the body of an error answer is written in one place, which takes listed codes only', () => {
  const writers = sources.filter(({ text }) => writtenByHand.test(text)).map(({ file }) => file);
  // The files are a type of the list's codes, a copy of an `ErrorAnswer`, and the one place that writes
  // answers.
  expect(writers.toSorted()).toEqual([
    'src/model/api/endpoint.ts',
    'src/server/api/answer-endpoint.ts',
    'src/server/http/errors.ts',
  ]);
});

test('every listed error code can be sent', async () => {
  const server = sources.filter(({ file }) => /^src\/(?:server|accounts|features)\//.test(file));
  const { errorCodes } = await loadFeatureApi(engineFeatures);
  const codes = Object.keys({ ...commonErrorCodes, ...errorCodes });
  const unusedCodes = codes.filter(
    (code) =>
      !server.some(({ text }) => text.includes(`'${code}'`) || new RegExp(`^ +${code}: `, 'm').test(text)),
  );
  expect(unusedCodes).toEqual([]);
});
