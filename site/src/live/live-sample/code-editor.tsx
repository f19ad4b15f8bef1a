import { CodeJar } from 'codejar';
import { useEffect, useId, useRef, useState } from 'react';
import { addStyle } from '../../add-style.ts';
import { locateSyntaxError } from '../../forms/code/find-syntax-error.ts';
import style from './code-editor.css?inline';
import { colorCode } from './color-code.ts';

interface CodeEditorProps {
  code: string;
  onChange: (code: string) => void;
}

/** An editor with colors and numbers of lines. It names the first error while the reader types. */
export function CodeEditor({ code, onChange }: CodeEditorProps) {
  const field = useRef<HTMLDivElement>(null);
  const [firstCode] = useState(code);
  const latestOnChange = useRef(onChange);
  latestOnChange.current = onChange;
  const message = useId();
  const error = locateSyntaxError(code);

  useEffect(() => {
    addStyle(style);
    const element = field.current;
    if (!element) return undefined;
    const editor = CodeJar(
      element,
      (box) => {
        box.innerHTML = colorCode(box.textContent ?? '');
      },
      // The Tab key leads on, as everywhere else.
      { tab: '  ', catchTab: false, addClosing: false },
    );
    // The numbers would be beside the wrong lines if the library wrapped them.
    element.style.whiteSpace = 'pre';
    element.style.overflowWrap = 'normal';
    editor.updateCode(firstCode);
    const report = (newCode: string) => latestOnChange.current(newCode.replace(/\n$/, ''));
    editor.onUpdate(report);
    // The library waits for keys to go up. Phones, dictation and spelling correction change text without keys.
    const recolor = () => {
      const newCode = readCode(element);
      const { start, end, dir } = editor.save();
      // The library counts characters. Line breaks that were blocks are all before the cursor.
      const added = newCode.length - (element.textContent ?? '').length;
      element.innerHTML = colorCode(newCode);
      editor.restore({ start: start + added, end: end + added, ...(dir && { dir }) });
      report(newCode);
    };
    let frame = 0;
    const onInput = (event: Event) => {
      if (event instanceof InputEvent && event.isComposing) return;
      // A browser inserts several lines one by one, and would lose its place if the elements changed in between.
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(recolor);
    };
    element.addEventListener('input', onInput);
    element.focus();
    return () => {
      element.removeEventListener('input', onInput);
      cancelAnimationFrame(frame);
      editor.destroy();
    };
  }, [firstCode]);

  return (
    <div className="code-editor">
      <div className="code-editor__box">
        <div className="code-editor__numbers" aria-hidden="true">
          {code.split('\n').map((_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line has no other identity
            <span key={index} data-error={error?.line === index + 1 || undefined}>
              {index + 1}
            </span>
          ))}
        </div>
        {/* The library makes it editable, and colors are elements, which a text area can't contain. */}
        {/* biome-ignore lint/a11y/useFocusableInteractive: see above */}
        {/* biome-ignore lint/a11y/useSemanticElements: see above */}
        <div
          ref={field}
          className="code-editor__code"
          role="textbox"
          aria-multiline="true"
          aria-label="Code of the sample"
          aria-invalid={error !== undefined}
          aria-describedby={message}
        />
      </div>
      <p id={message} className="code-editor__error" role="status">
        {error && (error.line === undefined ? error.words : `Line ${error.line}: ${error.words}`)}
      </p>
    </div>
  );
}

/** Reads what is in the editor. A browser that inserts several lines at once makes a block of each. */
function readCode(element: HTMLElement): string {
  let code = '';
  let isAfterBlock = false;
  for (const node of element.childNodes) {
    const isBlock = node.nodeName === 'DIV';
    if (isAfterBlock || (isBlock && code !== '' && !code.endsWith('\n'))) code += '\n';
    code += node.nodeName === 'BR' ? '\n' : (node.textContent ?? '');
    isAfterBlock = isBlock;
  }
  return code;
}
