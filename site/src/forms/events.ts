import type { Mode } from './definition.ts';
import { type Field, trigger } from './model/field.ts';
import type { FormModel } from './model/form-model.ts';

/** An action of a reader in a form. `id` is the result of `getFieldId`. */
export type FormEvent =
  /** The reader is typing. The form reacts when `change` follows. */
  | { kind: 'typed'; id: string; value: string }
  | { kind: 'change'; id: string; value: string | string[] }
  | { kind: 'focus' | 'blur' | 'click'; id: string }
  | { kind: 'piece'; id: string }
  | { kind: 'add-row'; id: string }
  | { kind: 'delete-row'; id: string; row: number }
  /** Row of a grid, from 1. */
  | { kind: 'page'; id: string; page: number }
  | { kind: 'mode'; mode: Mode }
  | { kind: 'print' };

export function applyEvent(form: FormModel, event: FormEvent): void {
  switch (event.kind) {
    case 'mode':
      form.mode = event.mode;
      form.touch();
      return;
    case 'print':
      form.print.before?.();
      form.say({ text: 'The form would be printed now.', emphasis: '', type: 'info' });
      form.print.after?.();
      return;
    case 'piece':
      trigger(form.pieces.get(event.id), 'click');
      return;
  }
  const field = form.findField(event.id);
  if (!field) return;
  switch (event.kind) {
    case 'typed':
      // The value when the field got the focus is the old value of the next change.
      field.typedOver ??= field.value;
      field.value = transformText(field, event.value);
      fire(field, 'keyup');
      return;
    case 'change':
      if (field.typedOver !== undefined) field.value = field.typedOver;
      field.typedOver = undefined;
      if (field.definition.control === 'suggest') form.setText(field, event.value);
      else form.set(field, typeof event.value === 'string' ? transformText(field, event.value) : event.value);
      return;
    case 'add-row':
      form.addRow(field);
      return;
    case 'delete-row':
      form.deleteRow(field, event.row);
      return;
    case 'page':
      form.openPage(field, event.page);
      return;
    case 'focus':
    case 'blur':
      fire(field, event.kind);
      return;
    case 'click':
      fire(field, 'click');
      if (field.definition.control === 'submit') form.submit();
      return;
  }
}

function transformText({ definition }: Field, text: string): string {
  switch (definition.textTransform) {
    case 'upper':
      return text.toUpperCase();
    case 'lower':
      return text.toLowerCase();
    case 'capitalizePhrase':
      return text.replace(/(^|\s)(\S)/g, (_, space: string, letter: string) => space + letter.toUpperCase());
    case undefined:
      return text;
  }
}

function fire(field: Field, event: string): void {
  for (const one of [field.box, ...field.inputs]) trigger(one, event);
}
