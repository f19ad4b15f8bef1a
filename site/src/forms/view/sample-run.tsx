import { Component, type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../button.tsx';
import type { ConsoleLine } from '../code/messages.ts';
import { openInSandbox } from '../code/open-in-sandbox.ts';
import type { FormDefinition, FormState } from '../definition.ts';
import type { FieldView, FormView } from '../form-view.ts';
import type { OpenForm } from '../open-form.ts';
import { type Device, FormPane } from './form-pane.tsx';
import { Variables } from './variables.tsx';

interface SampleRunProps {
  definition: FormDefinition;
  state: FormState;
  codes: readonly string[];
}

/** Runs code on a form. If the code sends invalid messages, only its own form breaks. */
export class SampleRun extends Component<SampleRunProps, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override render(): ReactNode {
    return this.state.isBroken ? (
      <Stopped reason="The code broke the form, and was stopped." />
    ) : (
      <Run {...this.props} />
    );
  }
}

function Stopped({ reason }: { reason: string }) {
  return (
    <p role="alert" className="live-sample__stopped">
      {reason}
    </p>
  );
}

/** The form, its console and its values. */
function Run({ definition, state, codes }: SampleRunProps) {
  const open = useRef<OpenForm>(undefined);
  const [view, setView] = useState<FormView>();
  const [lines, setLines] = useState<ConsoleLine[]>([]);
  const [stopped, setStopped] = useState<string>();
  const [device, setDevice] = useState<Device>('desktop');
  const [confirms, setConfirms] = useState(true);
  const [isWhole, setWhole] = useState(false);
  const isMobile = device === 'phone';

  // The code learns each of these when the form opens.
  // biome-ignore lint/correctness/useExhaustiveDependencies: form and state stay what they are
  useEffect(() => {
    setLines([]);
    setStopped(undefined);
    const openedForm = openInSandbox({
      start: { definition, state, settings: { codes, confirms, isMobile } },
      show: setView,
      onLine: (line) => setLines((all) => [...all, line]),
      onStop: (why) => setStopped(reasons[why]),
    });
    open.current = openedForm;
    return () => openedForm.close();
  }, [codes, confirms, isMobile]);

  const send: OpenForm['send'] = (event) => open.current?.send(event);
  const mentionedFields = view && findNamedFields(view, codes.join('\n'));
  return (
    <section className="live-form live-sample__run" aria-label="The sample, running">
      {stopped !== undefined && <Stopped reason={stopped} />}
      {view && stopped === undefined && (
        <FormPane {...{ view, send, device, setDevice }} only={isWhole ? undefined : mentionedFields}>
          {mentionedFields && (
            <label>
              <input type="checkbox" checked={isWhole} onChange={() => setWhole(!isWhole)} /> All fields
            </label>
          )}
          {codes.some((code) => /\bconfirm\(/.test(code)) && (
            <label>
              <input type="checkbox" checked={confirms} onChange={() => setConfirms(!confirms)} /> Answer OK
            </label>
          )}
          {view.canPrint && <Button onClick={() => send({ kind: 'print' })}>Print</Button>}
        </FormPane>
      )}
      <Console lines={lines} />
      {view && stopped === undefined && <Variables variables={view.variables} />}
    </section>
  );
}

const reasons = {
  silent: 'The code didn’t finish, so it was stopped.',
  loud: 'The code printed more than the page can show, so it was stopped.',
  broken: 'The code couldn’t be started here.',
} as const;

function Console({ lines }: { lines: readonly ConsoleLine[] }) {
  return (
    <div className="live-sample__console" role="log" aria-label="Console">
      {lines.length === 0 && <span className="sketch-hint">The console is empty.</span>}
      {lines.map(({ level, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines are only added at the end
        <p key={index} data-level={level}>
          {words[level]}
          {text}
        </p>
      ))}
    </div>
  );
}

const words: Readonly<Record<ConsoleLine['level'], string>> = {
  log: '',
  warn: 'Warning: ',
  error: '',
  alert: 'A message appears: ',
  confirm: 'A question appears: ',
  opens: 'A new tab opens: ',
};

/**
 * Lists the fields that the code names, and the buttons that submit. Undefined if the code names none, or
 * goes through all fields.
 */
function findNamedFields({ rows }: FormView, code: string): ReadonlySet<string> | undefined {
  const all = listEveryField(rows).filter(({ isHidden }) => !isHidden);
  const isNamed = (id: string) => new RegExp(`["'#\\[]${id}\\b`).test(code);
  const mentionedFields = all.filter(
    ({ id, pieces }) => isNamed(id) || pieces.some((piece) => piece.id !== undefined && isNamed(piece.id)),
  );
  if (mentionedFields.length === 0 || /\.getFields\(|ByAttribute\(/.test(code)) return undefined;
  const submits = all.filter(({ control }) => control === 'submit');
  return new Set([...mentionedFields, ...submits].map(({ id }) => id));
}

function listEveryField(rows: FieldView[][]): FieldView[] {
  return rows.flat().flatMap((field) => [field, ...listEveryField(field.rows)]);
}
