import { memo, useEffect, useId, useRef } from 'react';
import { Button } from '../../button.tsx';
import type { FormEvent } from '../events.ts';
import type { FieldView, FormView } from '../form-view.ts';
import { Control } from './control.tsx';
import { listDescriptionIds, makeAttributes, makeStyle, Remarks, Star } from './field-looks.tsx';
import { Grid } from './grid.tsx';
import { isSameField } from './same-field.ts';

export type Send = (event: FormEvent) => void;

interface FormBodyProps {
  form: FormView;
  send: Send;
  /** Ids of the fields to show. All are shown if it is missing. */
  only?: ReadonlySet<string> | undefined;
}

/** The fields of a form, in the rows of its drawing. */
export function FormBody({ form, send, only }: FormBodyProps) {
  const body = useRef<HTMLFieldSetElement>(null);
  const { focus } = form;
  useEffect(() => {
    if (!focus) return;
    const field = body.current?.querySelector(`[data-field="${CSS.escape(focus.id)}"]`);
    field?.querySelector<HTMLElement>('input, select, textarea, button')?.focus();
  }, [focus]);
  const isOpen = form.outcome === 'open';
  return (
    <div className="live-form__sheet">
      <fieldset
        ref={body}
        className="live-form__rows"
        disabled={!isOpen || form.isCovered}
        aria-busy={form.isBusy}
      >
        <legend className="live-form__unseen">Form {form.title}</legend>
        <Rows rows={only ? selectRows(form.rows, only) : form.rows} send={send} />
      </fieldset>
      {form.isCovered && <p className="live-form__cover">Please wait …</p>}
      <div role="status" className="live-form__says">
        {form.message && (
          <p data-type={form.message.type}>
            {form.message.emphasis && <strong>{form.message.emphasis} </strong>}
            {form.message.text}
          </p>
        )}
        {form.outcome === 'sent' && (
          <p data-type="success">The form is complete. The case goes to the next step.</p>
        )}
        {form.outcome === 'closed' && <p data-type="info">The form is closed. The list of cases follows.</p>}
      </div>
    </div>
  );
}

function selectRows(rows: FieldView[][], shownIds: ReadonlySet<string>): FieldView[][] {
  return rows.flatMap((row) => {
    const placedFields = row.flatMap((field) => {
      if (shownIds.has(field.id)) return [field];
      const inner = selectRows(field.rows, shownIds);
      return inner.length > 0 ? [{ ...field, rows: inner }] : [];
    });
    return placedFields.length > 0 ? [placedFields] : [];
  });
}

function Rows({ rows, send }: { rows: FieldView[][]; send: Send }) {
  return rows.map((row) => {
    const visibleFields = row.filter(({ isHidden, look }) => !isHidden && !look.isRemoved);
    if (visibleFields.length === 0) return null;
    const share = Math.floor(12 / row.length);
    return (
      <div key={row[0]?.id} className="sketch-row">
        {visibleFields.map((field) => (
          <Field key={field.id} field={field} share={share} send={send} />
        ))}
      </div>
    );
  });
}

interface FieldProps {
  field: FieldView;
  /** Width in twelfths. */
  share?: number;
  send: Send;
}

const Field = memo(function Field({ field, share = 12, send }: FieldProps) {
  const span = `sketch-span-${field.span ?? share}`;
  return (
    <div className={`sketch-field ${span}`} data-field={field.id} {...makeAttributes(field.look)}>
      <FieldParts field={field} send={send} />
    </div>
  );
}, isSameField);

function FieldParts({ field, send }: { field: FieldView; send: Send }) {
  const id = useId();
  const click = () => send({ kind: 'click', id: field.id });
  switch (field.control) {
    case 'submit':
    case 'button':
      // In view mode, values are text, and nothing can be sent.
      return (
        <button
          type="button"
          className="sketch-button"
          disabled={field.inputLooks[0]?.isDisabled}
          onClick={click}
        >
          {field.label}
        </button>
      );
    case 'title':
      return <p className="sketch-title">{field.label}</p>;
    case 'subtitle':
      return <p className="sketch-subtitle">{field.label}</p>;
    case 'label':
      return <p className="sketch-text">{field.label}</p>;
    case 'panel':
      return <Panel field={field} send={send} />;
    case 'link':
      return <FormLink field={field} />;
    case 'image':
      return <Picture field={field} onClick={click} />;
    case 'subform':
      return <Rows rows={field.rows} send={send} />;
    case 'grid':
      return <Grid field={field} send={send} />;
  }
  const captionLook = { className: 'sketch-label', style: makeStyle(field.labelLook) };
  const isGroup = field.control === 'radio' || field.control === 'checkgroup';
  const caption = (
    <>
      {field.label}
      {field.hasStar && field.mode === 'edit' && <Star />}
    </>
  );
  const control = <Control field={field} id={id} send={send} />;
  const remarks = <Remarks field={field} id={id} />;
  if (field.control === 'checkbox')
    return (
      <>
        <label className="live-form__choice" htmlFor={id} style={makeStyle(field.labelLook)}>
          {control} {caption}
        </label>
        {remarks}
      </>
    );
  if (isGroup)
    return (
      <fieldset className="live-form__group" aria-describedby={listDescriptionIds(field, id)}>
        <legend {...captionLook}>{caption}</legend>
        {control}
        {remarks}
      </fieldset>
    );
  return (
    <>
      {field.mode === 'view' ? (
        <span {...captionLook}>{caption}</span>
      ) : (
        <label htmlFor={id} {...captionLook}>
          {caption}
        </label>
      )}
      {control}
      {remarks}
    </>
  );
}

function Panel({ field, send }: { field: FieldView; send: Send }) {
  if (field.pieces.length === 0) return <div className="sketch-panel">{field.label}</div>;
  return (
    <div className="sketch-panel">
      {field.pieces.map(({ id, text, isButton, look }, index) => {
        const key = id ?? index;
        if (look.isRemoved) return null;
        return isButton && id !== undefined ? (
          <Button key={key} {...makeAttributes(look)} onClick={() => send({ kind: 'piece', id })}>
            {text}
          </Button>
        ) : (
          <span key={key} {...makeAttributes(look)}>
            {text}{' '}
          </span>
        );
      })}
    </div>
  );
}

/** Links of the story aren't real, so the address is shown instead of being opened. */
function FormLink({ field }: { field: FieldView }) {
  return (
    <span>
      <span className="sketch-link">{field.label}</span>
      {field.href && <code className="live-form__address">{field.href}</code>}
    </span>
  );
}

/** The picture isn't loaded either. */
function Picture({ field, onClick }: { field: FieldView; onClick: () => void }) {
  return (
    <button type="button" className="sketch-input sketch-image" onClick={onClick}>
      {field.label}: {field.source || 'Picture'}
    </button>
  );
}
