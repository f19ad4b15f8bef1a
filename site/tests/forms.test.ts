import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { type FormDefinition, listFields } from '../src/forms/definition.ts';
import type { FormView } from '../src/forms/form-view.ts';
import { openHere } from '../src/forms/open-form.ts';
import { runSelect } from '../src/forms/query/run-select.ts';
import { findFormsOnPages, readFormDefinitions } from '../testing/code-samples.ts';
import { manualData } from '../testing/manual.ts';

/** The tables of a form in a real engine, which compares texts as MySQL does: without regard to case. */
function createDatabase({ tables }: FormDefinition): DatabaseSync {
  const database = new DatabaseSync(':memory:');
  for (const { name, columns, rows } of tables) {
    database.exec(
      `CREATE TABLE ${name} (${columns.map((column) => `${column} TEXT COLLATE NOCASE`).join()})`,
    );
    const insert = database.prepare(`INSERT INTO ${name} VALUES (${columns.map(() => '?').join()})`);
    for (const row of rows) insert.run(...row);
  }
  return database;
}

test('every query of a form has the same result as in SQLite, whatever values its fields have', () => {
  let comparedRows = 0;
  for (const definition of readFormDefinitions()) {
    const database = createDatabase(definition);
    const everyValue = new Set(['', 'nothing', ...definition.tables.flatMap(({ rows }) => rows.flat())]);
    const fields = listFields(definition.rows).flatMap((field) => [field, ...(field.columns ?? [])]);
    for (const { sql } of fields) {
      if (sql === undefined) continue;
      for (const value of sql.includes('@@') ? everyValue : ['']) {
        const query = sql.replace(/@@\w+/g, JSON.stringify(value));
        const statement = database.prepare(sql.replace(/@@\w+/g, '?1'));
        statement.setReturnArrays(true);
        const expected = statement.all(...(sql.includes('@@') ? [value] : [])) as unknown as unknown[][];
        expect([query, runSelect(query, definition.tables)]).toEqual([
          query,
          expected.map((row) => row.map((one) => String(one ?? ''))),
        ]);
        comparedRows += 1;
      }
    }
    database.close();
  }
  expect(comparedRows).toBeGreaterThan(500);
});

test('every article on dependent fields has a form to try', () => {
  const pages = manualData
    .listFiles('docs', /\/DependentFields\/.*\.mdx?$/)
    .map(({ file, text }) => ({ file, forms: [...text.matchAll(/<Form name=/g)].length }));
  expect(pages.length).toBeGreaterThan(4);
  expect(pages.filter(({ forms }) => forms === 0)).toEqual([]);
});

test('forms live / forms shown', () => {
  const shownForms = findFormsOnPages();
  const dead = shownForms.filter(({ definition, state }) => {
    const views: FormView[] = [];
    const open = openHere(definition, state, (view) => views.push(view));
    // A mode that a reader chooses, and each of its buttons.
    open.send({ kind: 'mode', mode: 'edit' });
    for (const { id, control } of listFields(definition.rows))
      if (control === 'submit') open.send({ kind: 'click', id });
    open.close();
    return views.at(-1)?.rows.flat().length === 0 || views.length < 2;
  });
  expect(shownForms.length).toBeGreaterThan(35);
  expect(dead.map(({ page }) => page)).toEqual([]);
});
