import { createHtmlElement, liveNode, type SiteComponentHost, type SiteRefusal } from 'gatehouse/sections';
import type { Element } from 'hast';
import { type FormState, listFields } from '../../forms/definition.ts';
import {
  defineDataComponent,
  isRefusal,
  readData,
  readFileName,
  readOptionalText,
  readTextAttribute,
  reportUnknownName,
} from '../component.ts';
import { type ControlData, formControls } from '../data.ts';
import { addCaption } from '../elements.ts';
import { storyData } from '../story-data.ts';
import { drawForm } from './draw-form.ts';
import { type DrawnForm, findDrawnForm } from './form-definition.ts';
import { createLiveForm, createLiveState } from './live-form.ts';

/** `<Form name="purchase-request" state="filled" caption="…" />`: a form in one of its states, to be filled in. */
export const formSketch = defineDataComponent(
  formControls,
  { name: readFileName, state: readTextAttribute, caption: readTextAttribute },
  ({ name, state, caption, host, data }) => {
    const form = readForm(host, name, state, data);
    if ('problem' in form) return form;
    const look = { className: ['form-sketch'], role: 'group', ariaLabel: `Form ${form.title}` };
    const drawing = addCaption(
      'drawing',
      createHtmlElement('div', look, drawForm(form, state, true)),
      caption,
    );
    const props: { form: string; state: FormState } = { form: name, state: createLiveState(form, state) };
    return [...showDefinition(host, name, form), { element: liveNode('LiveForm', props, [drawing]) }];
  },
);

/**
 * `<Sample form="sample-request" state="filled">`, around a code block: readers run it in this form. `name` is for
 * samples further down that begin with this one's code: `after="name"`.
 */
export const codeSample = defineDataComponent(
  formControls,
  { form: readFileName, state: readTextAttribute, name: readOptionalText, after: readOptionalText },
  ({ form: file, state, name = '', after = '', host, data }) => {
    const form = readForm(host, file, state, data);
    if ('problem' in form) return form;
    const props = { form: file, state: createLiveState(form, state), name, after };
    return [...showDefinition(host, file, form), { children: true, live: { name: 'LiveSample', props } }];
  },
);

/** The form of a file, when all its controls exist. */
function readForm(
  host: SiteComponentHost,
  name: string,
  state: string,
  { controls }: ControlData,
): DrawnForm | SiteRefusal {
  const form = findDrawnForm(host, name, state);
  if (isRefusal(form)) return form;
  const controlIds = controls.map(({ id }) => id);
  const strange = listFields(form.rows)
    .flatMap((field) => [field, ...(field.columns ?? [])])
    .find((field) => !controlIds.includes(field.control));
  return strange
    ? reportUnknownName(`control in docs/_data/forms/${name}.json`, strange.control, controlIds)
    : form;
}

/** Writes the definition of the form before its first use on the page, where `formOf` reads it. */
function showDefinition(host: SiteComponentHost, name: string, form: DrawnForm): { element: Element }[] {
  const key = `form ${name}`;
  const story = readData(host, storyData);
  if (story === undefined || host.said.has(key)) return [];
  host.said.set(key, name);
  const json = JSON.stringify(createLiveForm(form, story));
  return [{ element: createHtmlElement('div', { hidden: true, dataFormDefinition: name, dataJson: json }) }];
}
