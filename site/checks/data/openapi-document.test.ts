import { expect, test } from 'vitest';
import { check, createManualWithText, manualData } from '../../testing/manual.ts';
import { openApiDocument } from './openapi-document.ts';

test('the document passes the strict rules', async () => {
  expect(await check(openApiDocument, [])).toEqual([]);
});

test('an operation without a summary is named by its place', async () => {
  const { text } = manualData.file('static/openapi/lurana.json');
  const brokenManual = createManualWithText(text.replace('"summary": "List users",', ''));
  const findings = await check(openApiDocument, [], brokenManual);
  expect(findings[0]?.message).toContain('#/paths/~1users/get');
});
