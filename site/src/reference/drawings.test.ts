import { expect, test } from 'vitest';
import { compileWithReference as compile } from '../../testing/compile-with-data.ts';

test("a sequence is drawn, and told in words for those who don't see it", async () => {
  const { html, problems } = await compile(
    '<Sequence name="authorization-code" caption="From consent to a token" />',
  );
  expect(problems).toEqual([]);
  expect(html).toContain('Supplier portal to Lurana BPA: code and client secret.');
  expect(html).toContain('<figcaption>From consent to a token</figcaption>');
});

test('the chart of symbols tells which ones the engine runs', async () => {
  const { html, problems } = await compile('<BpmnCoverage caption="All symbols" />');
  expect(problems).toEqual([]);
  expect(html).toMatch(/The engine runs: task, [^.]*terminate end event\. Only drawn: [^.]*signal end event/);
});

test.each([
  ['<Sequence caption="x" />', 'name'],
  [
    '<Sequence name="authorisation" caption="x" />',
    'There is no file docs/_data/sequences/authorisation.json',
  ],
  ['<BpmnCoverage />', 'caption'],
])('%s is refused', async (source, reason) => {
  expect((await compile(source)).problems).toMatchObject([{ message: expect.stringContaining(reason) }]);
});
