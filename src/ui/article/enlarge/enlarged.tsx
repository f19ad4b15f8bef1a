import { createRoot } from 'react-dom/client';
import { type Enlargeable, EnlargeWindow } from './enlarge-window.tsx';

/** Opens the window. When it closes, the focus returns to the button, unless the reader has moved it by then. */
export function enlarge(item: Enlargeable, button: HTMLElement): void {
  // If the picture was clicked, this isn't the button.
  const focusedBefore = document.activeElement;
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  const onClose = () => {
    // The dialog has returned the focus by itself, a moment before this event.
    const { activeElement } = document;
    const isMovedByReader =
      activeElement !== document.body &&
      activeElement !== focusedBefore &&
      !container.contains(activeElement);
    root.unmount();
    container.remove();
    if (!isMovedByReader) button.focus({ preventScroll: true });
  };
  root.render(<EnlargeWindow item={item} onClose={onClose} />);
}
