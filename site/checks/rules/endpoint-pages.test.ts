import { expect, test } from 'vitest';
import { openApi } from '../../src/reference/openapi/endpoints.ts';
import { check, createWholeArticle, FIRST_LINE, manualData } from '../../testing/manual.ts';
import { endpointPages } from './endpoint-pages.ts';

test('no page of the reference has more endpoints than a reader can look over', async () => {
  expect(await check(endpointPages, [])).toEqual([]);
  const text = manualData.file(openApi.file).text.replaceAll('Cases/ClassicLists"', 'Cases/CaseLists"');
  const findings = await check(endpointPages, [], { api: openApi.parse(text) });
  expect(findings).toMatchObject([
    { message: expect.stringContaining('RESTAPI/Cases/CaseLists" has 38 endpoints') },
  ]);
});

test('endpoints below the level of the contents, and above it, are named', async () => {
  const createPage = (level: number, body: string) =>
    createWholeArticle(
      `---\ntitle: A page\nsidebar_position: 1\ntoc_max_heading_level: ${level}\n---\n\n${body}`,
    );
  const below = '<Endpoint id="listUsers" />';
  expect(await check(endpointPages, [createPage(2, below)])).toEqual([]);
  expect(await check(endpointPages, [createPage(3, '<Endpoints tag="Users" level="3" />')])).toEqual([]);
  expect(await check(endpointPages, [createPage(2, '<Endpoint id="listUsers" level="3" />')])).toMatchObject([
    { line: FIRST_LINE, message: expect.stringContaining('The contents go to level 2') },
  ]);
  expect(await check(endpointPages, [createPage(3, below)])).toMatchObject([{ line: FIRST_LINE }]);
});
