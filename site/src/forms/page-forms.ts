import type { FormDefinition, FormState } from './definition.ts';

/** Name and initial state of a form. The page contains its definition once. */
export interface FormSource {
  form: string;
  state: FormState;
}

/** Returns the definition of a form from the element in the page. */
export function findFormDefinition(name: string): FormDefinition | undefined {
  const element = document.querySelector<HTMLElement>(`[data-form-definition="${CSS.escape(name)}"]`);
  // The build has created the JSON from the file of the form.
  return element ? (JSON.parse(element.dataset.json ?? '') as FormDefinition) : undefined;
}
