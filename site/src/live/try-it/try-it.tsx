import { useId, useRef, useState } from 'react';
import { Button } from '../../button.tsx';
import type { Opened } from './open.tsx';

interface TryItProps {
  /** Id of the endpoint. */
  id: string;
  title: string;
  /** Addresses of the data of the page's endpoints, and of the story. */
  data: string;
  story: string;
  /** Origins of the owner's servers that may be called instead of the sandbox; absent: none. */
  servers?: readonly string[];
}

/**
 * The button at an endpoint, which loads the panel on the first press. With scripts off, nothing is missing from the
 * page.
 */
export function TryIt({ id, title, data, story, servers = [] }: TryItProps) {
  const panel = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [openedPanel, setOpened] = useState<Opened>();
  const [panelState, setPanelState] = useState<'closed' | 'loading' | 'failed' | 'open'>('closed');

  const toggle = async () => {
    if (panelState === 'open' || panelState === 'loading') return setPanelState('closed');
    if (openedPanel) return setPanelState('open');
    setPanelState('loading');
    try {
      const { open } = await import('./open.tsx');
      setOpened(await open(id, data, story, servers));
      setPanelState('open');
    } catch (error) {
      console.warn(error);
      setPanelState('failed');
    }
  };
  /** Another panel that opens closes this one without taking the focus. */
  const close = (isByReader: boolean) => {
    setPanelState('closed');
    if (isByReader) button.current?.focus({ preventScroll: true });
  };
  return (
    <div className="try-it">
      <Button
        ref={button}
        aria-expanded={panelState === 'open'}
        aria-controls={panelState === 'open' ? panel : undefined}
        aria-label={`Try it: ${title}`}
        onClick={() => {
          toggle().catch(console.error);
        }}
      >
        Try it
      </Button>
      <span role="status">
        {panelState === 'loading' && 'Loading…'}
        {panelState === 'failed' && 'It could not be loaded. Press the button again.'}
      </span>
      {panelState === 'open' && openedPanel && (
        <openedPanel.Frame id={panel} title={title} endpoint={openedPanel.props.endpoint} onClose={close}>
          <openedPanel.Panel {...openedPanel.props} />
        </openedPanel.Frame>
      )}
    </div>
  );
}
