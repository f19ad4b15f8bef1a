import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { compileWithReference as compile } from '../../../testing/compile-with-data.ts';
import { parseForm } from './form-definition.ts';

const folder = path.resolve(import.meta.dirname, '../../../docs/_data/forms');
const uses = readdirSync(folder).flatMap((file) => {
  const form = parseForm(readFileSync(path.join(folder, file), 'utf8'));
  if (typeof form === 'string') throw new Error(`${file}: ${form}`);
  return Object.keys(form.states).map((state) => [path.basename(file, '.json'), state] as const);
});

test.each(uses)('the form %s is drawn in the state %s', async (name, state) => {
  const { html, problems } = await compile(`<Form name="${name}" state="${state}" caption="A form" />`);
  expect(problems).toEqual([]);
  expect(html).not.toMatch(/<(?:select|button)|tabindex="0"[^>]*form|style=/);
});

test('text can be typed before a form is alive, into fields that replace their boxes where scripts run', async () => {
  const { html } = await compile('<Form name="purchase-request" state="filled" caption="Filled in" />');
  const fields = html.match(/<(?:input|textarea)[^>]*>/g) ?? [];
  expect(fields.length).toBeGreaterThan(3);
  for (const field of fields) expect(field).toMatch(/sketch-early.*data-early="[^"]+" aria-label="[^"]+"/);
  expect(
    html.match(/<(?:input [^>]*sketch-early[^>]*|\/textarea)> ?<span class="sketch-input/g),
  ).toHaveLength(fields.length);
  expect(html).toContain('data-early="[items][1][quantity]"');
  expect(html).not.toMatch(/data-early="[^"]*(?:unitPrice|lineTotal)/);
});

test('a filled form shows its values, its grid and its choices', async () => {
  const { html } = await compile('<Form name="purchase-request" state="filled" caption="Filled in" />');
  expect(html).toContain('Calipers and micrometers for line 2');
  expect(html).toContain('☑ Email');
  expect(html).toContain('<td>1642.00</td>');
  expect(html).toContain('<figcaption>Filled in</figcaption>');
});

test('a form in view mode has no boxes to type into and no hidden field', async () => {
  const { html } = await compile('<Form name="purchase-request-short" state="view" caption="To read" />');
  const drawing = html.slice(html.indexOf('<figure'));
  expect(drawing).toContain('To read');
  expect(drawing).not.toContain('sketch-input');
  expect(drawing).not.toContain('Continue');
});

test.each([
  ['<Form name="order" state="fill" caption="x" />', 'Did you mean "filled"?'],
  ['<Form name="orders" state="filled" caption="x" />', 'There is no file docs/_data/forms/orders.json'],
])('%s is a problem', async (source, message) => {
  const { problems } = await compile(source);
  expect(problems).toMatchObject([{ line: 1, message: expect.stringContaining(message) }]);
});

test('a state that speaks of an unknown field is named', () => {
  const form = {
    title: 'T',
    uid: 'f638bff4f77e6bff66d1b51917eafd77',
    rows: [[{ id: 'a', control: 'textbox' }]],
    states: { s: { fields: { b: { value: '1' } } } },
  };
  expect(parseForm(JSON.stringify(form))).toContain('"b"');
});

test('a page contains the definition of a form once, however often it shows the form', async () => {
  const { html } = await compile(
    '<Form name="order" state="empty" caption="Empty" />\n\n<Form name="order" state="filled" caption="Filled in" />',
  );
  expect(html.match(/data-form-definition="order"/g)).toHaveLength(1);
  expect(html.match(/data-name="LiveForm"/g)).toHaveLength(2);
  expect(html).toContain('PMT_SUPPLIER');
  expect(html).not.toContain('PMT_PRODUCT');
});
