import { parse } from 'acorn';
import { writeCurlSample, writeJavaScriptSample, writePhpSample } from 'gatehouse/api-samples';
import { expect, test } from 'vitest';
import { phpSamples } from '../../../../checks/samples/php.ts';
import { check, createArticle, manualData } from '../../../../testing/manual.ts';
import { findEndpoint } from '../endpoints.ts';
import { createEndpointSample } from './sample-request.ts';

const { api } = manualData;

function request(name: string) {
  const endpoint = findEndpoint(api, name);
  if (!endpoint) throw new Error(`The document has no ${name}.`);
  return createEndpointSample(api.document, endpoint);
}

test('every endpoint has a JavaScript sample that parses', () => {
  const options = { ecmaVersion: 'latest', sourceType: 'module' } as const;
  for (const { id } of api.endpoints)
    expect(() => parse(writeJavaScriptSample(request(id)), options), id).not.toThrow();
});

test("every endpoint has a PHP sample that parses and uses PHP's own functions", async () => {
  const articles = api.endpoints.map(({ id }) =>
    createArticle(`\`\`\`php\n${writePhpSample(request(id))}\n\`\`\``, id),
  );
  expect(await check(phpSamples, articles)).toEqual([]);
});

test('no sample leaves a parameter of its path open', () => {
  for (const { id } of api.endpoints)
    expect(writeCurlSample(request(id)), id).not.toMatch(/alderbrook[^\s"]*[{}]/);
});

test('a secret comes from the environment in every language', () => {
  const sample = request('getTokensWithPassword');
  expect(writeCurlSample(sample)).toContain('"password=$PASSWORD"');
  expect(writeJavaScriptSample(sample)).toContain('password: process.env.PASSWORD');
  expect(writePhpSample(sample)).toContain("'password' => getenv('PASSWORD')");
});

test('a file is sent as a part, and the token is in the address where the path has it', () => {
  expect(writeCurlSample(request('uploadProfilePicture'))).toContain('-F "USR_PHOTO=@maria-lopez.png"');
  expect(writeCurlSample(request('expireAccessToken'))).toContain(
    '"https://bpa.example.com/alderbrook/oauth2/$TOKEN/expire"',
  );
  expect(writePhpSample(request('expireAccessToken'))).toContain("oauth2/' . getenv('TOKEN') . '/expire'");
});
