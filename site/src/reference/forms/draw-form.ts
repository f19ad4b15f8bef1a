import { createHtmlElement, createHtmlText } from 'gatehouse/sections';
import type { Element } from 'hast';
import type { Mode } from '../../forms/definition.ts';
import { box, breakableWords, type Children, words } from '../elements.ts';
import type { DrawnForm, FieldState, FormField } from './form-definition.ts';

/**
 * A picture of a form made of words and boxes: nothing in it can be typed into or reached by the keyboard. Where it is
 * `isLive`, it has fields for text where readers may type before the form is alive, which then takes what they typed
 * (`live-form.tsx`). They show where scripts run: elsewhere, it is the same picture.
 */
export function drawForm(
  { rows, states, variables }: DrawnForm,
  stateName: string,
  isLive: boolean,
): Element[] {
  const withValues = (row: readonly FormField[]) =>
    row.map((field) => ({
      ...field,
      label: field.label.replace(/@#(\w+)/g, (_, name: string) => variables[name] ?? ''),
    }));
  const { mode, fields } = states[stateName] ?? { mode: 'edit' as const, fields: {} };
  return drawRows(rows.map(withValues), { mode, fields, isLive });
}

type FormState = Pick<DrawnForm['states'][string], 'fields'> & { mode: Mode; isLive: boolean };

function drawRows(rows: readonly (readonly FormField[])[], state: FormState): Element[] {
  return rows.flatMap((row) => {
    const visibleFields = row.filter(({ id, control }) => !state.fields[id]?.hidden && control !== 'hidden');
    if (visibleFields.length === 0) return [];
    const share = Math.floor(12 / row.length);
    return box(
      'sketch-row',
      visibleFields.map((field) => {
        const fieldState = state.fields[field.id] ?? { hidden: false, open: false };
        const span = `sketch-span-${field.span ?? share}`;
        const mode = fieldState.mode ?? field.mode ?? state.mode;
        const parts = field.rows
          ? drawRows(field.rows, { ...state, mode })
          : drawFieldParts(field, fieldState, { mode, isLive: state.isLive });
        return box(`sketch-field ${span}`, separateParts(parts));
      }),
    );
  });
}

/** Each on a line of its own in the picture; where only the words are read, they are apart, too. */
function separateParts(parts: Children): Children {
  return parts.flatMap((part, at) => (at === 0 ? [part] : [createHtmlText(' '), part]));
}

type Drawing = Pick<FormState, 'mode' | 'isLive'>;

function drawFieldParts(field: FormField, state: FieldState, drawing: Drawing): Children {
  const label = state.label ?? field.label;
  const required = state.required ?? field.required;
  switch (field.control) {
    case 'submit':
    case 'button':
      return [words('sketch-button', label)];
    case 'title':
    case 'subtitle':
      return [words(`sketch-${field.control}`, label)];
    case 'label':
      return [words('sketch-text', label)];
    case 'panel':
      return [words('sketch-panel', label)];
    case 'link':
      return [words('sketch-link', label)];
    case 'checkbox':
      return [
        words('sketch-choice', `${state.value === undefined ? '☐' : '☑'} ${label}`),
        ...drawRemarks(field, state),
      ];
    default:
      return [
        drawCaption(label, required && drawing.mode === 'edit'),
        ...control(field, state, drawing),
        ...drawRemarks(field, state),
      ];
  }
}

function drawCaption(label: string, required: boolean): Element {
  const star = required ? [words('sketch-star', ' *')] : [];
  return box('sketch-label', [createHtmlText(label), ...star], 'span');
}

function control(field: FormField, state: FieldState, drawing: Drawing): Element[] {
  const { mode } = drawing;
  const values = listValues(state);
  if (field.control === 'grid')
    return [
      drawGridTable(field, state, drawing),
      ...(mode === 'edit' ? [words('sketch-button', '+ New')] : []),
    ];
  if (field.control === 'radio' || field.control === 'checkgroup') {
    const [on, off] = field.control === 'radio' ? ['◉', '○'] : ['☑', '☐'];
    return (field.options ?? []).map(([, label]) =>
      words('sketch-choice', `${values.includes(label) ? on : off} ${label}`),
    );
  }
  if (mode === 'view') return [breakableWords('sketch-value', values.join(', ') || '–')];
  const valueText = values.join(', ');
  const classes = [
    'sketch-input',
    `sketch-${field.control}`,
    ...(mode === 'disabled' ? ['sketch-disabled'] : []),
    ...(state.error === undefined ? [] : ['sketch-wrong']),
    ...(valueText === '' ? ['sketch-empty'] : []),
  ];
  const input = breakableWords(
    classes.join(' '),
    valueText || field.placeholder || empties[field.control] || '\u00a0',
  );
  const list = state.open
    ? [
        box(
          'sketch-list',
          (field.options ?? []).map(([, label]) => words('sketch-option', label)),
        ),
      ]
    : [];
  const early = drawEarlyField(field, drawing, {
    id: field.id,
    name: state.label ?? field.label,
    value: valueText,
  });
  return [...early, input, ...list];
}

/** Draws a field in front of the box. Where scripts run, the field replaces the box. */
function drawEarlyField(
  { control: name, placeholder, maxLength, formula, mode: fieldMode }: FormField | GridColumn,
  { mode, isLive }: Drawing,
  { id, name: ariaLabel, value }: Record<'id' | 'name' | 'value', string>,
): Element[] {
  const isText = name === 'textbox' || name === 'textarea' || name === 'suggest';
  if (!isLive || mode !== 'edit' || (fieldMode ?? mode) !== mode || !isText || formula !== undefined)
    return [];
  const className = ['sketch-input', `sketch-${name}`, 'sketch-early'];
  // No browser fills it in by itself: the form would take that for what the reader typed.
  const shared = { className, dataEarly: id, ariaLabel, placeholder, maxLength, autoComplete: ['off'] };
  if (name !== 'textarea') return [createHtmlElement('input', { ...shared, value })];
  return [createHtmlElement('textarea', shared, value === '' ? [] : [createHtmlText(value)])];
}

/** Text of a control without a value. */
const empties: Record<string, string> = {
  'multiple-file-uploader': 'Drop files here, or choose them',
  file: 'Choose file',
  signature: 'Sign here',
  geomap: 'Position',
  'qr-code': 'Scan a code',
  'mobile-image': 'Take or choose a picture',
  'mobile-audio': 'Record',
  'mobile-video': 'Record',
  image: 'Picture',
  subform: 'The fields of the other form',
};

function listValues({ value }: FieldState): string[] {
  return typeof value === 'string' ? [value] : (value ?? []);
}

function drawRemarks(field: FormField, state: FieldState): Element[] {
  if (state.error !== undefined) return [words('sketch-error', state.error)];
  return field.hint === undefined ? [] : [words('sketch-hint', field.hint)];
}

type GridColumn = NonNullable<FormField['columns']>[number];

function drawGridTable(
  { id: grid, columns = [] }: FormField,
  { rows = [], totals }: FieldState,
  drawing: Drawing,
): Element {
  const line = (cells: Element[]) => box('', cells, 'tr');
  const head = line([words('', '#', 'th'), ...columns.map(({ label }) => words('', label, 'th'))]);
  const body = rows.map((row, index) =>
    line([
      words('', String(index + 1), 'td'),
      ...columns.map((column) => {
        const { id } = column;
        const cell = row[id] ?? '';
        const value = typeof cell === 'string' ? cell : cell.value;
        const errorLines = typeof cell === 'string' ? [] : [words('sketch-error', cell.error)];
        const number = index + 1;
        const name = `${column.label}, row ${number}`;
        const early = drawEarlyField(column, drawing, { id: `[${grid}][${number}][${id}]`, name, value });
        const input = breakableWords(
          drawing.mode === 'edit' ? 'sketch-input' : 'sketch-value',
          value || '\u00a0',
        );
        return box('', [...early, input, ...errorLines], 'td');
      }),
    ]),
  );
  const sums = columns.map(({ id }) => words('', totals?.[id] ?? '', 'td'));
  const foot = totals ? [line([words('', 'Total', 'td'), ...sums])] : [];
  return box('', [box('', [head], 'thead'), box('', [...body, ...foot], 'tbody')], 'table');
}
