import * as texts from 'virtual:site/texts';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { adoptStyle } from '../../ui/adopt-style.ts';
import { trackDrawing } from '../../ui/live/drawings-for-paper.ts';
import { readShownTheme, subscribeToTheme } from '../../ui/shell/theme.ts';
import { drawMermaid } from './draw-mermaid.ts';
import style from './mermaid.css?inline';

interface MermaidProps {
  code: string;
  /** HTML of the code block, on the server; in the browser it is in the page already. */
  slots?: readonly string[];
}

/** May differ between server and browser, because the rendered output doesn't depend on it. */
const chooseFirstTheme = () => (typeof document === 'undefined' ? 'dark' : readShownTheme());

/** A diagram with its code, which is shown alone if the diagram can't be drawn. */
export function Mermaid({ code, slots }: MermaidProps) {
  const box = useRef<HTMLDivElement>(null);
  const [isDrawn, setIsDrawn] = useState(false);
  const theme = useSyncExternalStore(subscribeToTheme, readShownTheme, chooseFirstTheme);
  useEffect(() => {
    let isOver = false;
    let remove = () => {};
    if (!box.current) return;
    adoptStyle(style);
    const drawing = drawMermaid(box.current, code, theme);
    trackDrawing(drawing);
    drawing.then(
      (undo) => {
        remove = undo;
        if (isOver) undo();
        else setIsDrawn(true);
      },
      (error) => console.warn("A diagram couldn't be drawn.", error),
    );
    return () => {
      isOver = true;
      remove();
    };
  }, [code, theme]);
  return (
    <>
      <div
        className="diagram"
        ref={box}
        {...(isDrawn && { tabIndex: 0, role: 'group', 'aria-label': texts.diagram })}
      />
      <details className={isDrawn ? 'details' : undefined} open={!isDrawn}>
        <summary hidden={!isDrawn}>{texts.diagramCode}</summary>
        <div
          suppressHydrationWarning
          // The HTML is compiled from the documentation.
          // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
          dangerouslySetInnerHTML={{ __html: slots?.[0] ?? '' }}
        />
      </details>
    </>
  );
}
