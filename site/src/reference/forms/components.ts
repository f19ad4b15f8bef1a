import type { Element } from 'hast';
import { dataComponent, dataOf, fileName, refusal, text, unknownName } from '../component.ts';
import { formControls } from '../data.ts';
import { drawForm } from './draw-form.ts';
import { parseForm } from './form-definition.ts';

/** `<Form name="purchase-request" state="filled" caption="…" />`: a picture of a form in one of its states. */
export const formSketch = dataComponent(
  formControls,
  { name: fileName, state: text, caption: text },
  ({ name, state, caption, host, data: { controls } }) => {
    const file = `docs/_data/forms/${name}.json`;
    const form = dataOf(host, { file, parse: parseForm });
    if (form === undefined) return refusal(`There is no file ${file}.`);
    if (typeof form === 'string') return refusal(`${file} cannot be drawn. ${form}`);
    if (!Object.hasOwn(form.states, state)) return unknownName('state', state, Object.keys(form.states));
    const known = controls.map(({ id }) => id);
    const strange = form.rows.flat().find((field) => !known.includes(field.control));
    if (strange) return unknownName(`control in ${file}`, strange.control, known);
    const sketch = element(
      'div',
      { className: ['form-sketch'], role: 'group', ariaLabel: `Form ${form.title}` },
      drawForm(form, state),
    );
    const words = element('figcaption', {}, [{ type: 'text', value: caption }]);
    return [{ element: element('figure', { className: ['drawing'] }, [sketch, words]) }];
  },
);

function element(tagName: string, properties: Element['properties'], children: Element['children']): Element {
  return { type: 'element', tagName, properties, children };
}
