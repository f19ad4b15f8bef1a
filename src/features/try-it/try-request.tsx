import * as texts from 'virtual:site/texts';
import { useId, useRef, useState } from 'react';
import { runInBackground } from '../../shared/in-background.ts';
import { fillText } from '../../ui/fill-text.ts';
import type { TryRequestProps } from './compile.ts';

/** The button at an operation, which loads the form on the first press. It doesn't show where scripts are off. */
export function TryRequest(props: TryRequestProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [modules, setModules] = useState<Awaited<ReturnType<typeof load>>>();
  const [state, setState] = useState<'closed' | 'loading' | 'failed' | 'open'>('closed');
  const isOpen = state === 'open';

  const toggle = async () => {
    if (isOpen || state === 'loading') return setState('closed');
    setState('loading');
    try {
      setModules(modules ?? (await load()));
      // The reader may have closed it in the meantime.
      setState((now) => (now === 'loading' ? 'open' : now));
    } catch (error) {
      console.warn(error);
      setState('failed');
    }
  };
  /** Another form that opens closes this one without taking the focus. */
  const close = (isByReader: boolean) => {
    setState('closed');
    if (isByReader) button.current?.focus({ preventScroll: true });
  };
  return (
    <div className="try-it">
      <button
        ref={button}
        type="button"
        className="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-label={fillText(texts.tryItAt, { title: props.title })}
        onClick={() => runInBackground(toggle())}
      >
        {texts.tryIt}
      </button>{' '}
      <span role="status">
        {state === 'loading' && texts.loading}
        {state === 'failed' && texts.tryItFailed}
      </span>
      {isOpen && modules && (
        <modules.PanelFrame id={id} title={props.title} endpoint={props} onClose={close}>
          <modules.RequestPanel {...props} />
        </modules.PanelFrame>
      )}
    </div>
  );
}

/** Loads the form and its style. */
function load() {
  return import('./request-panel.tsx').then((module) => {
    module.adoptPanelStyle();
    return module;
  });
}
