import type { FormDefinition, FormState } from './definition.ts';

/** Which form, and with what it is opened. Its definition is in the page once. */
export interface FormSource {
  form: string;
  state: FormState;
}

/** Form of the element that the page has before the form is first used. */
export function findFormDefinition(name: string): FormDefinition | undefined {
  const element = document.querySelector<HTMLElement>(`[data-form-definition="${CSS.escape(name)}"]`);
  // The build has written it from the form's file.
  return element ? (JSON.parse(element.dataset.json ?? '') as FormDefinition) : undefined;
}
