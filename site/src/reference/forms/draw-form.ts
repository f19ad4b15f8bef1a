import { createHtmlElement, createHtmlText } from 'gatehouse/sections';
import type { Element } from 'hast';
import type { Mode } from '../../forms/definition.ts';
import { type Children, createBox, createBreakableWords, createWords } from '../elements.ts';
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
  const addValues = (row: readonly FormField[]) =>
    row.map((field) => ({
      ...field,
      label: field.label.replace(/@#(\w+)/g, (_, name: string) => variables[name] ?? ''),
    }));
  const { mode, fields } = states[stateName] ?? { mode: 'edit' as const, fields: {} };
  return drawRows(rows.map(addValues), { mode, fields, isLive });
}

type FormState = Pick<DrawnForm['states'][string], 'fields'> & { mode: Mode; isLive: boolean };

function drawRows(rows: readonly (readonly FormField[])[], state: FormState): Element[] {
  return rows.flatMap((row) => {
    const visibleFields = row.filter(({ id, control }) => !state.fields[id]?.hidden && control !== 'hidden');
    if (visibleFields.length === 0) return [];
    const share = Math.floor(12 / row.length);
    return createBox(
      'sketch-row',
      visibleFields.map((field) => {
        const fieldState = state.fields[field.id] ?? { hidden: false, open: false };
        const span = `sketch-span-${field.span ?? share}`;
        const mode = fieldState.mode ?? field.mode ?? state.mode;
        const parts = field.rows
          ? drawRows(field.rows, { ...state, mode })
          : drawFieldParts(field, fieldState, { mode, isLive: state.isLive });
        return createBox(`sketch-field ${span}`, separateParts(parts));
      }),
    );
  });
}

/** Each on a line of its own in the picture; where only the words are read, they are apart, too. */
function separateParts(parts: Children): Children {
  return parts.flatMap((part, index) => (index === 0 ? [part] : [createHtmlText(' '), part]));
}

type Drawing = Pick<FormState, 'mode' | 'isLive'>;

function drawFieldParts(field: FormField, state: FieldState, drawing: Drawing): Children {
  const label = state.label ?? field.label;
  const required = state.required ?? field.required;
  switch (field.control) {
    case 'submit':
    case 'button':
      return [createWords('sketch-button', label)];
    case 'title':
    case 'subtitle':
      return [createWords(`sketch-${field.control}`, label)];
    case 'label':
      return [createWords('sketch-text', label)];
    case 'panel':
      return [createWords('sketch-panel', label)];
    case 'link':
      return [createWords('sketch-link', label)];
    case 'checkbox':
      return [
        createWords('sketch-choice', `${state.value === undefined ? '☐' : '☑'} ${label}`),
        ...drawRemarks(field, state),
      ];
    default:
      return [
        drawCaption(label, required && drawing.mode === 'edit'),
        ...drawControl(field, state, drawing),
        ...drawRemarks(field, state),
      ];
  }
}

function drawCaption(label: string, required: boolean): Element {
  const star = required ? [createWords('sketch-star', ' *')] : [];
  return createBox('sketch-label', [createHtmlText(label), ...star], 'span');
}

function drawControl(field: FormField, state: FieldState, drawing: Drawing): Element[] {
  const { mode } = drawing;
  const values = listValues(state);
  if (field.control === 'grid')
    return [
      drawGridTable(field, state, drawing),
      ...(mode === 'edit' ? [createWords('sketch-button', '+ New')] : []),
    ];
  if (field.control === 'radio' || field.control === 'checkgroup') {
    const [on, off] = field.control === 'radio' ? ['◉', '○'] : ['☑', '☐'];
    return (field.options ?? []).map(([, label]) =>
      createWords('sketch-choice', `${values.includes(label) ? on : off} ${label}`),
    );
  }
  if (mode === 'view') return [createBreakableWords('sketch-value', values.join(', ') || '–')];
  const valueText = values.join(', ');
  const classes = [
    'sketch-input',
    `sketch-${field.control}`,
    ...(mode === 'disabled' ? ['sketch-disabled'] : []),
    ...(state.error === undefined ? [] : ['sketch-wrong']),
    ...(valueText === '' ? ['sketch-empty'] : []),
  ];
  const input = createBreakableWords(
    classes.join(' '),
    valueText || field.placeholder || empties[field.control] || '\u00a0',
  );
  const list = state.open
    ? [
        createBox(
          'sketch-list',
          (field.options ?? []).map(([, label]) => createWords('sketch-option', label)),
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
  // Browsers must not fill the field in: the form would take that for what the reader typed.
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
  if (state.error !== undefined) return [createWords('sketch-error', state.error)];
  return field.hint === undefined ? [] : [createWords('sketch-hint', field.hint)];
}

type GridColumn = NonNullable<FormField['columns']>[number];

function drawGridTable(
  { id: grid, columns = [] }: FormField,
  { rows = [], totals }: FieldState,
  drawing: Drawing,
): Element {
  const createRow = (cells: Element[]) => createBox('', cells, 'tr');
  const head = createRow([
    createWords('', '#', 'th'),
    ...columns.map(({ label }) => createWords('', label, 'th')),
  ]);
  const body = rows.map((row, index) =>
    createRow([
      createWords('', String(index + 1), 'td'),
      ...columns.map((column) => {
        const { id } = column;
        const cell = row[id] ?? '';
        const value = typeof cell === 'string' ? cell : cell.value;
        const errorLines = typeof cell === 'string' ? [] : [createWords('sketch-error', cell.error)];
        const number = index + 1;
        const name = `${column.label}, row ${number}`;
        const early = drawEarlyField(column, drawing, { id: `[${grid}][${number}][${id}]`, name, value });
        const input = createBreakableWords(
          drawing.mode === 'edit' ? 'sketch-input' : 'sketch-value',
          value || '\u00a0',
        );
        return createBox('', [...early, input, ...errorLines], 'td');
      }),
    ]),
  );
  const sums = columns.map(({ id }) => createWords('', totals?.[id] ?? '', 'td'));
  const foot = totals ? [createRow([createWords('', 'Total', 'td'), ...sums])] : [];
  return createBox('', [createBox('', [head], 'thead'), createBox('', [...body, ...foot], 'tbody')], 'table');
}
