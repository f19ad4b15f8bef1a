import { readFileSync } from 'node:fs';
import path from 'node:path';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { formControls } from '../../reference/data.ts';
import type { FieldDefinition, Mode } from '../definition.ts';
import { createFormView } from '../form-view.ts';
import { FormModel } from '../model/form-model.ts';
import { FormBody } from './form-body.tsx';

const file = path.resolve(import.meta.dirname, '../../../docs/_data/controls.json');
/** Grids and subforms contain the others. */
const controls = formControls
  .parse(readFileSync(file, 'utf8'))
  .controls.map(({ id }) => id)
  .filter((id) => id !== 'form' && id !== 'row');

function renderControl(control: string, mode: Mode): string {
  const field: FieldDefinition = {
    id: 'one',
    control,
    label: 'Its label',
    required: true,
    options: [['a', 'First']],
    columns: [{ id: 'cell', control: 'textbox', label: 'Cell', required: false }],
    rows:
      control === 'subform'
        ? [[{ id: 'inner', control: 'textbox', label: 'Inner', required: false }]]
        : undefined,
    defaultValue: 'a',
  };
  const form = new FormModel(
    {
      uid: 'f',
      title: 'Form',
      rows: [[field]],
      variables: {},
      tables: [],
      facts: {
        host: '',
        workspace: '',
        caseUid: '',
        taskUid: '',
        processUid: '',
        user: { uid: '', username: '', firstName: '', lastName: '', email: '' },
      },
    },
    { mode, fields: { one: { rows: [{ cell: 'x' }] } } },
    { later() {}, changed() {} },
  );
  return renderToStaticMarkup(<FormBody form={createFormView(form)} send={() => {}} />);
}

/** Controls that readers don't fill in. */
const texts = ['title', 'subtitle', 'label', 'panel', 'link'];

test.each(controls)(
  "a %s can be filled in, is text in view mode, and can't be changed when disabled",
  (control) => {
    const [edit, view, disabledView] = [
      renderControl(control, 'edit'),
      renderControl(control, 'view'),
      renderControl(control, 'disabled'),
    ];
    if (control === 'hidden') {
      expect(edit).not.toContain('Its label');
      return;
    }
    expect(edit).toContain(control === 'subform' ? 'Inner' : 'Its label');
    if (texts.includes(control)) return;
    expect(edit).toMatch(/<(?:input|select|textarea|button)/);
    expect(edit).not.toContain('disabled=""');
    if (['submit', 'button', 'image'].includes(control)) return;
    expect(view).not.toMatch(/<(?:input|select|textarea)/);
    expect(disabledView).toMatch(/<(?:input|select|textarea|button)[^>]* disabled=""/);
  },
);
