import type { Send } from '../../forms/view/form-body.tsx';

/** What was typed into the drawing before the form was alive goes on in the form, and so does the cursor. */
export function takeTyped(drawing: HTMLElement, send: Send): void {
  for (const early of drawing.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('[data-early]')) {
    const { value, defaultValue, selectionStart, selectionEnd } = early;
    const id = early.dataset.early ?? '';
    const hasCursor = early === document.activeElement;
    if (value !== defaultValue) {
      send({ kind: 'typed', id, value });
      if (!hasCursor) send({ kind: 'change', id, value });
    }
    if (!hasCursor) continue;
    const place = `[data-field="${CSS.escape(id)}"]`;
    const field = drawing.parentElement?.querySelector<HTMLInputElement | HTMLTextAreaElement>(
      `${place} input, ${place} textarea`,
    );
    field?.focus({ preventScroll: true });
    // Once the field has the value.
    queueMicrotask(() => field?.setSelectionRange(selectionStart, selectionEnd));
  }
}
