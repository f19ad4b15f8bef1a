import * as texts from 'virtual:site/texts';
import { type ComponentType, useId, useRef, useState } from 'react';
import { ChevronRight } from '../shell/icons.tsx';
import type { AssistantMenuProps } from './assistant-menu.tsx';

/** Opens what a reader's own tools can do with a page. Its menu is loaded when somebody opens it. */
export function AssistantButton({ path }: { path: string }) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [Menu, setMenu] = useState<ComponentType<AssistantMenuProps>>();

  function toggle(): void {
    setOpen(!isOpen);
    if (Menu !== undefined || isOpen) return;
    const loading = import('./assistant-menu.tsx').then(({ loadMenu }) => loadMenu());
    loading.then(
      (loaded) => setMenu(() => loaded),
      (error) => {
        setOpen(false);
        console.warn('The menu could not be loaded.', error);
      },
    );
  }

  const isShown = isOpen && Menu !== undefined;
  return (
    <div className="assistant">
      <button
        ref={button}
        type="button"
        className="assistant__button"
        aria-label={texts.assistantMenu}
        title={texts.assistantMenu}
        aria-expanded={isShown}
        aria-controls={isShown ? id : undefined}
        onClick={toggle}
      >
        <ChevronRight size={14} />
      </button>
      {isShown && (
        <Menu
          id={id}
          path={path}
          onClose={(wasKey) => {
            setOpen(false);
            if (wasKey) button.current?.focus();
          }}
        />
      )}
    </div>
  );
}
