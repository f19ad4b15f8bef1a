import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parseForm } from '../../reference/forms/form-definition.ts';
import { createLiveForm, createLiveState } from '../../reference/forms/live-form.ts';
import { storyData } from '../../reference/story-data.ts';
import { applyEvent } from '../events.ts';
import { createFormView } from '../form-view.ts';
import { FormModel } from './form-model.ts';

const data = path.resolve(import.meta.dirname, '../../../docs/_data');
const story = storyData.parse(readFileSync(path.join(data, 'story.json'), 'utf8'));
const files = readdirSync(path.join(data, 'forms')).map((file) => path.basename(file, '.json'));

/** Opens the form of a file. `answer` completes all queries and pauses. */
function openForm(name: string, state: string) {
  const form = parseForm(readFileSync(path.join(data, `forms/${name}.json`), 'utf8'));
  if (typeof form === 'string') throw new Error(form);
  const due: (() => void)[] = [];
  const model = new FormModel(createLiveForm(form, story), createLiveState(form, state), {
    later: (action) => due.push(action),
    changed() {},
  });
  const answer = () => {
    for (let action = due.shift(); action; action = due.shift()) action();
  };
  const readValue = (id: string) => model.findField(id)?.value;
  const choose = (id: string, value: string | string[]) => {
    applyEvent(model, { kind: 'change', id, value });
    answer();
  };
  const listErrors = () =>
    Object.fromEntries(
      model.fields.flatMap((field) => (field.error ? [[field.definition.id, field.error]] : [])),
    );
  const submit = () => {
    applyEvent(model, { kind: 'click', id: 'continue' });
    answer();
  };
  return { model, answer, value: readValue, choose, errors: listErrors, submit };
}

const states = files.flatMap((name) => {
  const form = parseForm(readFileSync(path.join(data, `forms/${name}.json`), 'utf8'));
  if (typeof form === 'string') throw new Error(`${name}: ${form}`);
  return Object.keys(form.states).map((state) => [name, state] as const);
});

test.each(states)('the form %s opens in the state %s with what its drawing shows', (name, state) => {
  const { model } = openForm(name, state);
  const definition = parseForm(readFileSync(path.join(data, `forms/${name}.json`), 'utf8'));
  if (typeof definition === 'string') throw new Error(definition);
  for (const [id, { value, totals, open }] of Object.entries(definition.states[state]?.fields ?? {})) {
    const field = model.findField(id);
    if (!field) throw new Error(id);
    const view = createFormView(model)
      .rows.flat()
      .flatMap((one) => [one, ...one.rows.flat()]);
    const fieldView = view.find((one) => one.id === id);
    if (field.definition.control === 'checkbox')
      expect(fieldView?.value).toBe(value === undefined ? '0' : '1');
    else if (field.definition.control === 'image') expect(fieldView?.source).toBe(value ?? '');
    else if (value !== undefined && !open) expect([fieldView?.text].flat()).toEqual([value].flat());
    if (totals) expect(fieldView?.grid?.totals?.filter((text) => text !== '')).toEqual(Object.values(totals));
  }
});

test('a list depends on the field before it, and loses a value that it no longer offers', () => {
  const { model, value, choose } = openForm('purchase-request', 'filled');
  expect(value('city')).toBe('PDX');
  choose('country', 'MX');
  expect([value('state'), value('city'), value('supplier')]).toEqual(['', '', '']);
  expect(model.findField('state')?.options.map(([, label]) => label)).toEqual(['Jalisco', 'Nuevo Leon']);
  choose('state', 'MX-JAL');
  choose('city', 'GDL');
  expect(model.readVariables()).toMatchObject({ city: 'GDL', city_label: 'Guadalajara' });
});

test('a text follows the supplier that was chosen by its name', () => {
  const { value, choose } = openForm('order', 'empty');
  choose('supplier', 'Columbia Tool Supply');
  expect([value('supplier'), value('supplierEmail')]).toEqual(['SUP-014', 'sales@columbia.example.com']);
  choose('supplier', 'Willamette Gauge');
  expect([value('supplier'), value('supplierEmail')]).toEqual(['Willamette Gauge', '']);
});

test('a row computes its total from the chosen values, and the column is the sum', () => {
  const { model, choose } = openForm('request-items', 'filled');
  applyEvent(model, { kind: 'add-row', id: 'items' });
  choose('[items][3][category]', 'optics');
  choose('[items][3][product]', 'LEN-050');
  choose('[items][3][quantity]', '2');
  expect(model.findField('[items][3][lineTotal]')?.value).toBe('530.00');
  const items = model.findField('items');
  expect(items && model.summarizeColumn(items, 4)).toEqual({ value: 2172, text: '2172.00' });
  applyEvent(model, { kind: 'delete-row', id: 'items', row: 1 });
  expect(items && model.summarizeColumn(items, 4)?.value).toBe(1098);
});

test('an external table answers for each row', () => {
  const { model, choose } = openForm('stock-check', 'filled');
  choose('[items][2][product]', 'CAL-150');
  expect(model.findField('[items][2][inStock]')?.value).toBe('40');
});

test('a form is checked before it is sent: required, then the pattern, then the number', () => {
  const { model, choose, errors, submit } = openForm('purchase-request', 'empty');
  choose('notifyBy', []);
  choose('totalAmount', 'abc');
  submit();
  expect(errors()).toEqual({
    requestTitle: 'Enter what you need.',
    neededBy: 'Choose the day on which you need the goods.',
    notifyBy: 'This field is required.',
    totalAmount: 'Enter a number.',
  });
  expect(model.focus?.id).toBe('requestTitle');
  choose('requestTitle', 'Calipers');
  choose('neededBy', '2026-03-27 00:00:00');
  choose('notifyBy', ['phone']);
  choose('totalAmount', '12.50');
  submit();
  expect([errors(), model.outcome]).toEqual([{}, 'sent']);
});

test('an order number has a form', () => {
  const { value, choose, errors, submit } = openForm('order', 'filled');
  choose('orderNumber', 'po-2026-0312');
  expect(value('orderNumber')).toBe('PO-2026-0312');
  choose('orderNumber', '0311');
  submit();
  expect(errors()).toEqual({ orderNumber: 'Use the form PO-2026-0000.' });
});

test('a step in view mode shows values as text, and a subform has its own mode', () => {
  const { model } = openForm('order-details', 'headings');
  const city = model.findField('city');
  expect(city && model.getMode(city)).toBe('view');
  expect(
    createFormView(model)
      .rows.flat()
      .find(({ id }) => id === 'orderHeading')?.label,
  ).toBe('Order: Laptops for the new controllers');
});

test('while a reader types, no handler runs; afterwards, the old value is the one from before', () => {
  const { model, value, answer } = openForm('order', 'filled');
  const changes: unknown[] = [];
  model.onChange = (...change) => changes.push(change);
  applyEvent(model, { kind: 'typed', id: 'supplier', value: 'Ced' });
  applyEvent(model, { kind: 'typed', id: 'supplier', value: 'Cedar Metrology' });
  expect(changes).toEqual([]);
  applyEvent(model, { kind: 'change', id: 'supplier', value: 'Cedar Metrology' });
  answer();
  expect(changes[0]).toEqual(['supplier', 'SUP-011', 'SUP-014']);
  expect(value('supplierEmail')).toBe('orders@cedar.example.com');
});
