import { useId, useState } from 'react';
import { Button } from '../../button.tsx';
import type { Opened } from './open.tsx';

interface TryItProps {
  /** Of the endpoint. */
  id: string;
  title: string;
  /** Addresses of the data of the page's endpoints, and of the story. */
  data: string;
  story: string;
  /** Origins of the owner's servers that may be called instead of the sandbox; absent: none. */
  servers?: readonly string[];
}

/** The button at an endpoint. What it opens is loaded with the first press, and without scripts nothing is missing. */
export function TryIt({ id, title, data, story, servers = [] }: TryItProps) {
  const panel = useId();
  const [opened, setOpened] = useState<Opened>();
  const [shown, setShown] = useState<'closed' | 'loading' | 'failed' | 'open'>('closed');

  const toggle = async () => {
    if (shown === 'open' || shown === 'loading') return setShown('closed');
    if (opened) return setShown('open');
    setShown('loading');
    try {
      const { open } = await import('./open.tsx');
      setOpened(await open(id, data, story, servers));
      setShown('open');
    } catch (error) {
      console.warn(error);
      setShown('failed');
    }
  };
  return (
    <div className="try-it">
      <Button
        aria-expanded={shown === 'open'}
        aria-controls={shown === 'open' ? panel : undefined}
        aria-label={`Try it: ${title}`}
        onClick={() => {
          toggle().catch(console.error);
        }}
      >
        Try it
      </Button>
      <span role="status">
        {shown === 'loading' && 'Loading…'}
        {shown === 'failed' && 'It could not be loaded. Press the button again.'}
      </span>
      {shown === 'open' && opened && (
        <section id={panel} aria-label={`Try it: ${title}`}>
          <opened.Panel {...opened.props} />
        </section>
      )}
    </div>
  );
}
