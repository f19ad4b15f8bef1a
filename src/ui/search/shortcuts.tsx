import * as texts from 'virtual:site/texts';
import { createRoot } from 'react-dom/client';
import { adoptStyle } from '../adopt-style.ts';
import { ModalDialog } from '../modal-dialog.tsx';
import parts from '../parts.css?inline';
import style from './shortcuts.css?inline';

/** Keys that are pressed together. */
type Chord = readonly string[];

const shortcuts: readonly [chords: readonly Chord[], effect: string][] = [
  [[['/'], ['Ctrl', 'K']], texts.shortcutSearch],
  [[['Esc']], texts.shortcutMarks],
  [[['→']], texts.shortcutOpen],
  [[['←']], texts.shortcutClose],
  [[['?']], texts.shortcutHelp],
];

/** Shows a list of the keyboard shortcuts. */
export function showShortcuts(): void {
  adoptStyle(parts);
  adoptStyle(style);
  const container = document.createElement('div');
  document.body.append(container);
  const root = createRoot(container);
  const close = () => {
    root.unmount();
    container.remove();
  };
  root.render(
    <ModalDialog title={texts.shortcuts} onClose={close}>
      <dl className="shortcuts">
        {shortcuts.map(([chords, effect]) => (
          <div key={effect}>
            {chords.map((keys) => (
              <dt key={keys.join()}>
                {keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
            ))}
            <dd>{effect}</dd>
          </div>
        ))}
      </dl>
    </ModalDialog>,
  );
}
