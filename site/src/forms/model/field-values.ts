import type { FieldDefinition, FormDefinition, Option } from '../definition.ts';
import { runSelect } from '../query/run-select.ts';
import { createMarkup, type Field, getText, hasOptions, isInput, type Markup, openField } from './field.ts';
import { countDecimals, writeDecimals } from './formula.ts';

/** The fields of a form, the results of their queries, and values that are derived from them. */
export class FieldValues {
  readonly fields: Field[];
  /** Changes that code made to parts of panels, by their ids. */
  readonly pieces = new Map<string, Markup>();
  readonly definition: FormDefinition;

  constructor(definition: FormDefinition) {
    this.definition = definition;
    this.fields = definition.rows.flat().flatMap((item) => openWithSubform(item));
    for (const { definition: one } of this.fields)
      for (const { id } of one.pieces ?? []) if (id !== undefined) this.pieces.set(id, createMarkup());
  }

  get fieldsAndCells(): Field[] {
    return this.fields.flatMap((field) => [field, ...field.rows.flat()]);
  }

  findField(id: string): Field | undefined {
    const [, grid, row, column] = /^\[(.+?)\]\[(\d+)\]\[(.+?)\]$/.exec(id) ?? [];
    if (grid === undefined || column === undefined)
      return this.fields.find(({ definition }) => definition.id === id);
    return this.findField(grid)?.rows[Number(row) - 1]?.find(({ definition }) => definition.id === column);
  }

  findCell(grid: Field, row: number, column: number | string): Field | undefined {
    const cells = grid.rows[row - 1];
    return typeof column === 'number'
      ? cells?.[column - 1]
      : cells?.find(({ definition }) => definition.id === column);
  }

  /** The total below a column. Undefined if the column has no function. */
  summarizeColumn(grid: Field, column: number): { value: number; text: string } | undefined {
    const operation = grid.definition.columns?.[column]?.operation;
    if (operation === undefined) return undefined;
    const texts = grid.rows.flatMap((row) => row[column]?.value ?? '').filter((text) => text.trim() !== '');
    const numbers = texts.map(Number).filter(Number.isFinite);
    const sum = numbers.reduce((total, number) => total + number, 0);
    const value = operation === 'sum' ? sum : sum / Math.max(1, numbers.length);
    const text = writeDecimals(value, Math.max(0, ...texts.map(countDecimals)));
    return { value: Number(text), text };
  }

  /** Variables of the case, for `@@…` in texts: the value, and the label of the chosen option. */
  readVariables(): Record<string, unknown> {
    const values: Record<string, unknown> = { ...this.definition.variables };
    for (const field of this.fields) {
      const { id, control } = field.definition;
      if (control === 'grid') values[id] = collectGridValue(field);
      else if (isInput(field.definition)) values[id] = field.value;
      if (hasOptions(field.definition) || control === 'checkbox') values[`${id}_label`] = getText(field);
    }
    return values;
  }

  /** Fills in `@@name` and `@#name` in a text. */
  fillVariables(text: string): string {
    return text.replace(/@[@#%=?]([A-Za-z_]\w*)/g, (_, name: string) => this.readVariable(name));
  }

  /** Options that a Suggest offers for the entered text. */
  listSuggestions(field: Field): readonly Option[] {
    const typedText = String(getText(field)).toLowerCase();
    return field.options.filter(([, label]) => label.toLowerCase().includes(typedText)).slice(0, 10);
  }

  private readVariable(name: string, cell?: Field): string {
    const sibling = cell && this.listSiblings(cell).find(({ definition }) => definition.id === name);
    const value = (sibling ?? this.findField(name))?.value ?? this.definition.variables[name] ?? '';
    return String(value);
  }

  /** The other fields of the form, or of the row for a cell. */
  protected listSiblings(field: Field): readonly Field[] {
    return field.grid?.rows.find((row) => row.includes(field)) ?? this.fields;
  }

  /** Loads the options: first those of the definition, then those of the query. */
  protected loadOptions(field: Field): void {
    const { definition } = field;
    if (!hasOptions(definition)) return;
    const queried = this.runQuery(field).map(([key = '', label = ''] = []): Option => [key, label]);
    field.options = [...(definition.options ?? []), ...queried];
    const count =
      definition.control === 'checkgroup' || definition.control === 'radio' ? field.options.length : 1;
    while (field.inputs.length < count) field.inputs.push(createMarkup());
    field.inputs.length = Math.max(1, count);
  }

  /** Fills an empty field with the value of its query, or with its first option. */
  protected takeQueried(field: Field): void {
    const { control, placeholder } = field.definition;
    if (control === 'dropdown' && placeholder === undefined) field.value = field.options[0]?.[0] ?? '';
    else if (!hasOptions(field.definition) && field.definition.sql !== undefined)
      field.value = this.runQuery(field)[0]?.[0] ?? '';
  }

  protected runQuery(field: Field): string[][] {
    const { sql } = field.definition;
    if (sql === undefined) return [];
    const query = sql.replace(/@@(\w+)/g, (_, name: string) =>
      JSON.stringify(this.readVariable(name, field)),
    );
    return runSelect(query, this.definition.tables);
  }
}

function openWithSubform(definition: FieldDefinition): Field[] {
  const field = openField(definition);
  const inner = (definition.rows ?? []).flat().map((item) => openField(item, { subform: field }));
  return [field, ...inner];
}

/** The value of a grid in the form that a case stores: rows are numbered from 1. */
function collectGridValue({ rows }: Field): Record<string, Record<string, unknown>> {
  return Object.fromEntries(
    rows.map((row, index) => [
      String(index + 1),
      Object.fromEntries(row.map(({ definition, value }) => [definition.id, value])),
    ]),
  );
}
