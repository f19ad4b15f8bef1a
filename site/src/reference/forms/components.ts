import type { SiteComponent } from 'gatehouse/sections';
import type { Element } from 'hast';
import { parseControlData } from '../controls/controls.ts';
import { dataFiles } from '../data-files.ts';
import { dataOf, isRefusal, refusal, required, unknownName, unknownProps } from '../requests.ts';
import { drawForm } from './draw-form.ts';
import { parseForm } from './form-definition.ts';

/** `<Form name="purchase-request" state="filled" caption="…" />`: a picture of a form in one of its states. */
export const formSketch: SiteComponent = (props, host) => {
  const wrong = unknownProps(props, ['name', 'state', 'caption']);
  if (wrong) return wrong;
  const name = required(props, 'name');
  const state = required(props, 'state');
  const caption = required(props, 'caption');
  const controls = dataOf(host, dataFiles.controls, parseControlData);
  if (isRefusal(name)) return name;
  if (isRefusal(state)) return state;
  if (isRefusal(caption)) return caption;
  if (isRefusal(controls)) return controls;
  if (!/^[\w-]+$/.test(name))
    return refusal(`"${name}" is no name of a file: letters, digits and dashes only.`);
  const file = `_data/forms/${name}.json`;
  const form = host.data(file, parseForm);
  if (form === undefined) return refusal(`There is no file docs/${file}.`);
  if (typeof form === 'string') return refusal(`docs/${file} cannot be drawn. ${form}`);
  if (!Object.hasOwn(form.states, state)) return unknownName('state', state, Object.keys(form.states));
  const known = controls.controls.map(({ id }) => id);
  const strange = form.rows.flat().find((field) => !known.includes(field.control));
  if (strange) return unknownName(`control in docs/${file}`, strange.control, known);
  const sketch = element(
    'div',
    { className: ['form-sketch'], role: 'group', ariaLabel: `Form ${form.title}` },
    drawForm(form, state),
  );
  const words = element('figcaption', {}, [{ type: 'text', value: caption }]);
  return [{ element: element('figure', { className: ['drawing'] }, [sketch, words]) }];
};

function element(tagName: string, properties: Element['properties'], children: Element['children']): Element {
  return { type: 'element', tagName, properties, children };
}
