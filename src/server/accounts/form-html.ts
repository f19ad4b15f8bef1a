import { escapeHtml } from '../release/slots.ts';

/** What came of the last act, above the page. `html`: safe as it is. */
export interface Notice {
  kind: 'done' | 'error';
  text: string;
  html?: string;
}

export function noticeHtml(notice: Notice | undefined): string {
  if (notice === undefined) return '';
  const [className, role] = notice.kind === 'done' ? ['form-done', 'status'] : ['form-error', 'alert'];
  return `<div class="${className}" role="${role}">${escapeHtml(notice.text)}${notice.html ?? ''}</div>`;
}

interface FieldOptions {
  type: 'email' | 'password' | 'text' | 'search';
  autocomplete: string;
  value?: string;
  hint?: string;
  required?: boolean;
  minLength?: number;
}

export function fieldHtml(
  name: string,
  label: string,
  { type, autocomplete, value = '', hint, required = true, minLength }: FieldOptions,
): string {
  const attributes = [
    `id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" value="${escapeHtml(value)}"`,
    required ? 'required' : '',
    minLength === undefined ? '' : `minlength="${minLength}"`,
    hint === undefined ? '' : `aria-describedby="${name}-hint"`,
  ];
  const hintHtml = hint === undefined ? '' : `<p class="field__hint" id="${name}-hint">${hint}</p>`;
  return `<div class="field"><label for="${name}">${label}</label><input ${attributes.filter(Boolean).join(' ')}>${hintHtml}</div>`;
}

/** What a form is there for. */
export function mainButtonHtml(act: string, label: string): string {
  return `<button type="submit" class="button button--main" name="act" value="${act}">${label}</button>`;
}

/** `about`: whom or what the button acts on, for those who hear one button at a time. */
export function buttonHtml(act: string, label: string, about?: string): string {
  const name = about === undefined ? '' : ` aria-label="${escapeHtml(`${label}: ${about}`)}"`;
  return `<button type="submit" class="button" name="act" value="${act}"${name}>${label}</button>`;
}

const times = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

export function timeHtml(at: number): string {
  const date = new Date(at);
  return `<time datetime="${date.toISOString()}">${times.format(date)} UTC</time>`;
}
