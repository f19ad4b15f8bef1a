import { type Enlargeable, EnlargeWindow } from 'gatehouse/live';
import { type ReactNode, type RefObject, useId, useState } from 'react';
import type { Diagram } from './diagram.ts';
import { measureNaturalSize, showToken } from './drawing.ts';

interface EnlargedProps {
  frame: RefObject<HTMLDivElement | null>;
  title: string;
  diagram: Diagram;
  onClose: () => void;
  /** Elements that can be pressed while the process is played. */
  children: ReactNode;
}

/** The window with the drawing at a larger size. Readers find its elements by name. */
export function Enlarged({ frame, title, diagram, onClose, children }: EnlargedProps) {
  // Moves the drawing itself, with its marks, instead of copying it: ids in it must stay unique.
  const [item] = useState(() => readDrawing(title, frame.current));
  const [matchCount, setMatchCount] = useState<number>();
  const field = useId();
  if (!item) return null;
  const drawing = item.copy;
  const search = (words: string) => {
    const query = words.trim().toLowerCase();
    const names = new Map(diagram.nodes.map(({ id, name }) => [id, name.toLowerCase()]));
    const hits = [...drawing.querySelectorAll('[data-node]')].filter((node) => {
      const isHit = query !== '' && (names.get(node.getAttribute('data-node') ?? '') ?? '').includes(query);
      node.toggleAttribute('data-found', isHit);
      return isHit;
    });
    hits[0]?.scrollIntoView({ block: 'center', inline: 'center' });
    setMatchCount(query === '' ? undefined : hits.length);
  };
  const close = () => {
    search('');
    drawing.removeAttribute('style');
    frame.current?.querySelector('.drawing-scroll')?.append(drawing);
    showToken(drawing.querySelector('[data-token]'));
    onClose();
  };
  return (
    <EnlargeWindow
      item={item}
      onClose={close}
      findAnchor={() => drawing.querySelector('[data-found]')}
      tools={
        <span className="process-player__find">
          <label htmlFor={field}>Find</label>
          <input id={field} autoComplete="off" onChange={(event) => search(event.target.value)} />
          <span role="status">{matchCount === undefined ? '' : `${matchCount} found`}</span>
        </span>
      }
    >
      {children}
    </EnlargeWindow>
  );
}

function readDrawing(name: string, frame: HTMLElement | null): Enlargeable | undefined {
  const drawing = frame?.querySelector('svg');
  if (!drawing) return undefined;
  return {
    name,
    copy: drawing,
    kind: 'drawing',
    ...measureNaturalSize(drawing),
    scale: 1,
    around: 'drawing',
  };
}
