import type { FormDefinition, FormState } from './definition.ts';
import { applyEvent, type FormEvent } from './events.ts';
import { createFormView, type FormView } from './form-view.ts';
import { FormModel } from './model/form-model.ts';

/** A form that someone has open, wherever its values are kept. */
export interface OpenForm {
  send(event: FormEvent): void;
  close(): void;
}

/** Opens a form in the page itself, with its own rules and without code. */
export function openHere(
  definition: FormDefinition,
  state: FormState,
  show: (view: FormView) => void,
): OpenForm {
  const timers = new Set<ReturnType<typeof setTimeout>>();
  let isChanged = false;
  const form: FormModel = new FormModel(definition, state, {
    later(action, milliseconds = 0) {
      const timer = setTimeout(() => {
        timers.delete(timer);
        action();
      }, milliseconds);
      timers.add(timer);
    },
    changed() {
      if (isChanged) return;
      isChanged = true;
      queueMicrotask(() => {
        if (isChanged) showNow();
      });
    },
  });
  const showNow = () => {
    isChanged = false;
    show(createFormView(form));
  };
  showNow();
  return {
    send(event) {
      applyEvent(form, event);
      // The view updates synchronously, so that a typed letter is there before the next key. Most events
      // without a value change nothing.
      const isSilent = event.kind === 'focus' || event.kind === 'blur' || event.kind === 'click';
      if (isChanged || !isSilent) showNow();
    },
    close() {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
