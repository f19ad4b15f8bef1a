import { useEffect, useId, useRef, useState } from 'react';
import { addStyle } from '../../add-style.ts';
import { Button } from '../../button.tsx';
import { CompiledHtml, type CompiledProps } from '../../compiled-html.tsx';
import { type FormSource, formOf } from '../../forms/page-forms.ts';
import controlStyle from '../../forms/view/controls.css?inline';
import formStyle from '../../forms/view/form.css?inline';
import runStyle from '../../forms/view/sample-run.css?inline';
import { SampleRun } from '../../forms/view/sample-run.tsx';

interface LiveSampleProps extends FormSource, CompiledProps {
  /** By which other samples find it. */
  name: string;
  /** The sample whose code runs first. */
  after: string;
}

/** A code block of a form's JavaScript that can be changed and run. Without scripts, the code block. */
export function LiveSample({ form, state, name, after, slots }: LiveSampleProps) {
  const block = useRef<HTMLDivElement>(null);
  const editor = useId();
  const [isAlive, setAlive] = useState(false);
  const [written, setWritten] = useState<string>();
  const [run, setRun] = useState<{ codes: string[]; count: number }>();
  useEffect(() => {
    addStyle(formStyle + controlStyle);
    addStyle(runStyle);
    setAlive(true);
  }, []);

  const definition = isAlive ? formOf(form) : undefined;
  const code = () => written ?? codeOf(block.current);
  const start = () => {
    const before =
      after === '' ? [] : [codeOf(document.querySelector(`[data-sample="${CSS.escape(after)}"]`))];
    setRun({ codes: [...before, code()], count: (run?.count ?? 0) + 1 });
  };
  const reset = () => {
    setWritten(undefined);
    setRun(undefined);
  };
  return (
    <div className="live-sample" data-sample={name || undefined}>
      <CompiledHtml ref={block} hidden={written !== undefined} slots={slots} />
      {definition && (
        <>
          {written !== undefined && (
            <textarea
              id={editor}
              className="live-sample__editor"
              aria-label="Code of the sample"
              rows={written.split('\n').length + 1}
              spellCheck={false}
              autoCapitalize="off"
              autoComplete="off"
              wrap="off"
              value={written}
              onChange={({ target }) => setWritten(target.value)}
            />
          )}
          <div className="live-form__bar">
            <Button onClick={start}>Run</Button>
            <Button disabled={written !== undefined} onClick={() => setWritten(code())}>
              Edit
            </Button>
            <Button disabled={written === undefined && !run} onClick={reset}>
              Reset
            </Button>
          </div>
          {run && <SampleRun key={run.count} definition={definition} state={state} codes={run.codes} />}
        </>
      )}
    </div>
  );
}

function codeOf(block: Element | null | undefined): string {
  return block?.querySelector('pre code')?.textContent ?? '';
}
