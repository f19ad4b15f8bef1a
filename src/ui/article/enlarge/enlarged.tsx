import { createRoot } from 'react-dom/client';
import { type Enlargeable, EnlargeWindow } from './enlarge-window.tsx';

/** Opens the window. When it closes, the focus returns to the button. */
export function enlarge(item: Enlargeable, button: HTMLElement): void {
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  const onClose = () => {
    root.unmount();
    container.remove();
    button.focus({ preventScroll: true });
  };
  root.render(<EnlargeWindow item={item} onClose={onClose} />);
}
