import type { FormDefinition } from '../definition.ts';
import {
  type Field,
  findValue,
  getFieldId,
  getRow,
  hasOptions,
  isInput,
  trigger,
  type Value,
} from './field.ts';
import { FieldValues } from './field-values.ts';
import { computeFormula, listFormulaFields } from './formula.ts';

export interface FormHost {
  /** Runs the action after a pause: the answer of a query, or a timer of the code. */
  later(action: () => void, milliseconds?: number): void;
  /** Tells the page to draw the form again. */
  changed(): void;
}

/** How long a query takes. */
const QUERY_MS = 40;

/** Field values with everything that depends on them: formulas, queries, and handlers of the code. */
export class FollowingValues extends FieldValues {
  onChange: ((id: string, newValue: unknown, oldValue: unknown, row?: number) => void) | undefined;
  protected readonly host: FormHost;
  private running = 0;
  private waiting: (() => void)[] = [];

  constructor(definition: FormDefinition, host: FormHost) {
    super(definition);
    this.host = host;
  }

  /** Sets a value and updates everything that depends on it. */
  set(field: Field, value: Value): void {
    const oldValue = field.value;
    if (String(oldValue) === String(value) && Array.isArray(oldValue) === Array.isArray(value)) return;
    field.value = value;
    field.error = undefined;
    for (const sibling of this.listSiblings(field)) this.compute(sibling);
    this.refreshDependents(field);
    this.announce(field, oldValue);
    this.host.changed();
  }

  /** Sets the value by the text that the reader sees, which is the label for an option. */
  setText(field: Field, text: Value): void {
    if (!isInput(field.definition)) {
      field.text = String(text);
      this.host.changed();
      return;
    }
    this.set(
      field,
      typeof text === 'string' ? findValue(field, text) : text.map((item) => findValue(field, item)),
    );
  }

  /** Runs the action when no query is running. */
  runWhenSettled(action: () => void): void {
    if (this.running === 0) this.host.later(action, 0);
    else this.waiting.push(action);
  }

  get isBusy(): boolean {
    return this.running > 0;
  }

  protected compute(field: Field): void {
    const { formula } = field.definition;
    if (formula === undefined) return;
    const siblings = this.listSiblings(field);
    const neededFields = listFormulaFields(formula);
    const value = computeFormula(formula, (id) => {
      const one = siblings.find(({ definition }) => definition.id === id);
      return neededFields.includes(id) && one ? String(one.value) : '';
    });
    if (value === field.value) return;
    const oldValue = field.value;
    field.value = value;
    if (field.grid === undefined || getRow(field) > 0) this.announce(field, oldValue);
  }

  private refreshDependents(changedField: Field): void {
    const name = changedField.definition.id;
    const reads = ({ definition }: Field) => new RegExp(`@@${name}\\b`).test(definition.sql ?? '');
    const inRow = changedField.grid ? this.listSiblings(changedField).filter(reads) : [];
    const outside = changedField.grid ? [] : this.fields.filter(reads);
    const cells = changedField.grid
      ? []
      : this.fields
          .filter(({ definition }) => !definition.columns?.some(({ id }) => id === name))
          .flatMap(({ rows }) => rows.flat().filter(reads));
    for (const field of [...inRow, ...outside, ...cells]) this.refresh(field);
  }

  private refresh(field: Field): void {
    this.running += 1;
    this.host.later(() => {
      try {
        this.takeAnswer(field);
      } finally {
        this.running -= 1;
        this.host.changed();
        if (this.running === 0) for (const action of this.waiting.splice(0)) action();
      }
    }, QUERY_MS);
  }

  private takeAnswer(field: Field): void {
    if (!hasOptions(field.definition)) {
      this.set(field, this.runQuery(field)[0]?.[0] ?? '');
      return;
    }
    this.loadOptions(field);
    const isThere = (key: string) => field.options.some(([one]) => one === key);
    if (typeof field.value !== 'string') this.set(field, field.value.filter(isThere));
    else if (!isThere(field.value)) {
      const { control, placeholder } = field.definition;
      const first = control === 'dropdown' && placeholder === undefined ? field.options[0]?.[0] : '';
      this.set(field, first ?? '');
    }
  }

  private announce(field: Field, oldValue: Value): void {
    field.onChange?.(field.value, oldValue);
    for (const markup of [field.box, field.inputs[0]]) trigger(markup, 'change');
    const row = getRow(field);
    this.onChange?.(getFieldId(field), field.value, oldValue, ...(row > 0 ? [row] : []));
  }
}
