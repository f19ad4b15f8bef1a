import { startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { addStyle } from '../../add-style.ts';
import { CompiledHtml, type CompiledProps } from '../../compiled-html.tsx';
import type { FormView } from '../../forms/form-view.ts';
import { type OpenForm, openHere } from '../../forms/open-form.ts';
import { type FormSource, findFormDefinition } from '../../forms/page-forms.ts';
import controlStyle from '../../forms/view/controls.css?inline';
import style from '../../forms/view/form.css?inline';
import type { Send } from '../../forms/view/form-body.tsx';
import { type Device, FormPane } from '../../forms/view/form-pane.tsx';
import { Variables } from '../../forms/view/variables.tsx';

/** A form that readers can fill in. It replaces its drawing, which stays where scripts are off. */
export function LiveForm({ form: name, state, slots }: FormSource & CompiledProps) {
  const frame = useRef<HTMLDivElement>(null);
  const open = useRef<OpenForm>(undefined);
  const [view, setView] = useState<FormView>();
  const [device, setDevice] = useState<Device>('desktop');
  const [count, setCount] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `count` opens it again
  useEffect(() => {
    const definition = findFormDefinition(name);
    if (!definition) return;
    addStyle(style + controlStyle);
    let isShown = false;
    const openedForm = openHere(definition, state, (next) => {
      // Starts in slices, so that the page stays responsive while its forms come alive.
      if (isShown) setView(next);
      else startTransition(() => setView(next));
      isShown = true;
    });
    open.current = openedForm;
    return () => openedForm.close();
  }, [name, count]);

  const isAlive = view !== undefined;
  // Runs before the form is painted, so that no key press comes in between.
  useLayoutEffect(() => {
    if (isAlive && frame.current) takeTyped(frame.current, (event) => open.current?.send(event));
  }, [isAlive]);

  const send: Send = (event) => open.current?.send(event);
  return (
    <div className="live-form" data-alive={isAlive || undefined}>
      {view && (
        <>
          <FormPane {...{ view, send, device, setDevice }} onReset={() => setCount(count + 1)} />
          <Variables variables={view.variables} />
        </>
      )}
      <CompiledHtml ref={frame} className="live-form__drawing" slots={slots} />
    </div>
  );
}

/** Takes over the text and the cursor from before the form was hydrated. */
function takeTyped(drawing: HTMLElement, send: Send): void {
  for (const early of drawing.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('[data-early]')) {
    const { value, defaultValue, selectionStart, selectionEnd } = early;
    const id = early.dataset.early ?? '';
    const hasCursor = early === document.activeElement;
    if (value !== defaultValue) {
      send({ kind: 'typed', id, value });
      if (!hasCursor) send({ kind: 'change', id, value });
    }
    if (!hasCursor) continue;
    const fieldSelector = `[data-field="${CSS.escape(id)}"]`;
    const field = drawing.parentElement?.querySelector<HTMLInputElement | HTMLTextAreaElement>(
      `${fieldSelector} input, ${fieldSelector} textarea`,
    );
    field?.focus({ preventScroll: true });
    // Restores the cursor after the field has received the value.
    queueMicrotask(() => field?.setSelectionRange(selectionStart, selectionEnd));
  }
}
