import { liveNode, type SiteComponentHost, type SiteRefusal } from 'gatehouse/sections';
import type { Element } from 'hast';
import { type FormState, fieldsOf } from '../../forms/definition.ts';
import {
  dataComponent,
  dataOf,
  drawable,
  fileName,
  isRefusal,
  optionalText,
  text,
  unknownName,
} from '../component.ts';
import { type ControlData, formControls } from '../data.ts';
import { storyData } from '../story-data.ts';
import { drawForm } from './draw-form.ts';
import { type DrawnForm, parseForm } from './form-definition.ts';
import { liveForm, liveState } from './live-form.ts';

/** `<Form name="purchase-request" state="filled" caption="…" />`: a form in one of its states, to be filled in. */
export const formSketch = dataComponent(
  formControls,
  { name: fileName, state: text, caption: text },
  ({ name, state, caption, host, data }) => {
    const form = readForm(host, name, state, data);
    if ('problem' in form) return form;
    const sketch = element(
      'div',
      { className: ['form-sketch'], role: 'group', ariaLabel: `Form ${form.title}` },
      drawForm(form, state, true),
    );
    const words = element('figcaption', {}, [{ type: 'text', value: caption }]);
    const drawing = element('figure', { className: ['drawing'] }, [sketch, words]);
    const props: { form: string; state: FormState } = { form: name, state: liveState(form, state) };
    return [...definitionOf(host, name, form), { element: liveNode('LiveForm', props, [drawing]) }];
  },
);

/**
 * `<Sample form="sample-request" state="filled">`, around a code block: readers run it in this form. `name` is for
 * samples further down that begin with this one's code: `after="name"`.
 */
export const codeSample = dataComponent(
  formControls,
  { form: fileName, state: text, name: optionalText, after: optionalText },
  ({ form: file, state, name = '', after = '', host, data }) => {
    const form = readForm(host, file, state, data);
    if ('problem' in form) return form;
    const props = { form: file, state: liveState(form, state), name, after };
    return [...definitionOf(host, file, form), { children: true, live: { name: 'LiveSample', props } }];
  },
);

/** The form of a file, when the state is one of its states and all its controls exist. */
function readForm(
  host: SiteComponentHost,
  name: string,
  state: string,
  { controls }: ControlData,
): DrawnForm | SiteRefusal {
  const file = `docs/_data/forms/${name}.json`;
  const form = drawable(file, dataOf(host, { file, parse: parseForm }));
  if (isRefusal(form)) return form;
  if (!Object.hasOwn(form.states, state)) return unknownName('state', state, Object.keys(form.states));
  const known = controls.map(({ id }) => id);
  const strange = fieldsOf(form.rows)
    .flatMap((field) => [field, ...(field.columns ?? [])])
    .find((field) => !known.includes(field.control));
  return strange ? unknownName(`control in ${file}`, strange.control, known) : form;
}

/** Before the first use of the form on the page; `formOf` reads it there. */
function definitionOf(host: SiteComponentHost, name: string, form: DrawnForm): { element: Element }[] {
  const key = `form ${name}`;
  const story = dataOf(host, storyData);
  if (story === undefined || host.said.has(key)) return [];
  host.said.set(key, name);
  const json = JSON.stringify(liveForm(form, story));
  return [{ element: element('div', { hidden: true, dataFormDefinition: name, dataJson: json }, []) }];
}

function element(tagName: string, properties: Element['properties'], children: Element['children']): Element {
  return { type: 'element', tagName, properties, children };
}
