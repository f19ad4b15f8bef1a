import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { addStyle } from '../../add-style.ts';
import { Button } from '../../button.tsx';
import { CompiledHtml, type CompiledProps } from '../../compiled-html.tsx';
import { type FormSource, findFormDefinition } from '../../forms/page-forms.ts';
import controlStyle from '../../forms/view/controls.css?inline';
import formStyle from '../../forms/view/form.css?inline';
import runStyle from '../../forms/view/sample-run.css?inline';
import { SampleRun } from '../../forms/view/sample-run.tsx';

/** The editor is loaded when a reader edits the first sample. */
const CodeEditor = lazy(() => import('./code-editor.tsx').then((module) => ({ default: module.CodeEditor })));

interface LiveSampleProps extends FormSource, CompiledProps {
  /** Name by which other samples refer to it. */
  name: string;
  /** The sample whose code runs first. */
  after: string;
}

/**
 * A code block with a form's JavaScript that readers can change and run. With scripts off, it is a plain code block.
 */
export function LiveSample({ form, state, name, after, slots }: LiveSampleProps) {
  const block = useRef<HTMLDivElement>(null);
  const [isAlive, setAlive] = useState(false);
  const [editedCode, setEditedCode] = useState<string>();
  const [run, setRun] = useState<{ codes: string[]; count: number }>();
  useEffect(() => {
    addStyle(formStyle + controlStyle);
    addStyle(runStyle);
    setAlive(true);
  }, []);

  const definition = isAlive ? findFormDefinition(form) : undefined;
  const getCode = () => editedCode ?? readCode(block.current);
  const start = () => {
    const before =
      after === '' ? [] : [readCode(document.querySelector(`[data-sample="${CSS.escape(after)}"]`))];
    setRun({ codes: [...before, getCode()], count: (run?.count ?? 0) + 1 });
  };
  const reset = () => {
    setEditedCode(undefined);
    setRun(undefined);
  };
  return (
    <div className="live-sample" data-sample={name || undefined}>
      <CompiledHtml ref={block} hidden={editedCode !== undefined} slots={slots} />
      {definition && (
        <>
          {editedCode !== undefined && (
            // Until the editor is loaded, the code looks as it did.
            <Suspense fallback={<pre className="live-sample__loading">{editedCode}</pre>}>
              <CodeEditor code={editedCode} onChange={setEditedCode} />
            </Suspense>
          )}
          <div className="live-form__bar">
            <Button onClick={start}>Run</Button>
            <Button disabled={editedCode !== undefined} onClick={() => setEditedCode(getCode())}>
              Edit
            </Button>
            <Button disabled={editedCode === undefined && !run} onClick={reset}>
              Reset
            </Button>
          </div>
          {run && <SampleRun key={run.count} definition={definition} state={state} codes={run.codes} />}
        </>
      )}
    </div>
  );
}

function readCode(block: Element | null | undefined): string {
  return block?.querySelector('pre code')?.textContent ?? '';
}
