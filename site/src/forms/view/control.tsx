import { type ChangeEvent, useState } from 'react';
import { Button } from '../../button.tsx';
import type { FieldView } from '../form-view.ts';
import { listDescriptionIds, makeAttributes, makeStyle } from './field-looks.tsx';
import type { Send } from './form-body.tsx';
import { MobileControl, type MobileControlProps } from './mobile-control.tsx';

interface ControlProps {
  field: FieldView;
  /** Attributes of the input. */
  id: string;
  send: Send;
  /** Name for a cell, whose label is its column. */
  name?: string;
}

/** The input of a field; in view mode, its value as text. */
export function Control({ field, id, send, name }: ControlProps) {
  const { control, mode, value, options, inputLooks } = field;
  const [look] = inputLooks;
  // Typed text shows at once, without waiting for the form's values, which may be kept elsewhere.
  const [draft, setDraft] = useState<string>();
  const text = Array.isArray(field.text) ? field.text.join(', ') : field.text;
  if (mode === 'view') return <span className="sketch-value">{text || '–'}</span>;
  const common = {
    id,
    'aria-label': name,
    'aria-invalid': field.error !== undefined || undefined,
    'aria-describedby': listDescriptionIds(field, id),
    'aria-required': field.hasStar || undefined,
    ...makeAttributes(look),
    disabled: mode === 'disabled' || look?.isDisabled,
    onFocus: () => send({ kind: 'focus', id: field.id }),
    onBlur: () => send({ kind: 'blur', id: field.id }),
    onClick: () => send({ kind: 'click', id: field.id }),
  };
  const change = (next: string | string[]) => send({ kind: 'change', id: field.id, value: next });
  const readOnly = look?.isReadOnly;
  const placeholder = look?.placeholder ?? field.placeholder;
  /** The reader has finished typing. */
  const finish = () => {
    if (draft !== undefined || field.isTyped) change(draft ?? text);
    setDraft(undefined);
  };
  const inputProps = {
    value: draft ?? text,
    readOnly,
    placeholder,
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      setDraft(target.value);
      send({ kind: 'typed', id: field.id, value: target.value });
    },
    onBlur: () => {
      finish();
      common.onBlur();
    },
  };
  switch (control) {
    case 'textarea':
      return <textarea className="sketch-input" rows={3} {...common} {...inputProps} />;
    case 'suggest':
      return (
        <>
          <input
            className="sketch-input"
            list={`${id}-list`}
            autoComplete="off"
            {...common}
            {...inputProps}
          />
          <datalist id={`${id}-list`}>
            {field.suggestions.map(([key, label]) => (
              <option key={key} value={label} />
            ))}
          </datalist>
        </>
      );
    case 'dropdown':
      return (
        <select
          className="sketch-input"
          {...common}
          value={String(value)}
          onChange={({ target }) => change(target.value)}
        >
          {(placeholder !== undefined || value === '') && <option value="">{placeholder ?? ''}</option>}
          {options.map(([key, label]) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </select>
      );
    case 'checkbox':
      return (
        <input
          type="checkbox"
          {...common}
          checked={value === '1'}
          onChange={({ target }) => change(target.checked ? '1' : '0')}
        />
      );
    case 'radio':
    case 'checkgroup':
      return options.map(([key, label], index) => (
        <label key={key} className="live-form__choice" style={makeStyle(inputLooks[index])}>
          <input
            {...common}
            id={`${id}-${index}`}
            type={control === 'radio' ? 'radio' : 'checkbox'}
            name={id}
            checked={value.includes(key) && (Array.isArray(value) || value === key)}
            disabled={mode === 'disabled' || inputLooks[index]?.isDisabled}
            onChange={() => change(control === 'radio' ? key : toggleValue(options, value, key))}
          />{' '}
          {label}
        </label>
      ));
    case 'datetime':
      return (
        <input
          className="sketch-input"
          type="date"
          {...common}
          readOnly={readOnly}
          value={draft ?? String(value).slice(0, 10)}
          onChange={({ target }) => {
            setDraft(target.value);
            change(target.value === '' ? '' : `${target.value} 00:00:00`);
          }}
          onBlur={() => {
            setDraft(undefined);
            common.onBlur();
          }}
        />
      );
    case 'file':
    case 'multiple-file-uploader':
    case 'mobile-image':
      return <Files field={field} common={common} change={change} />;
    case 'geomap':
    case 'qr-code':
    case 'signature':
    case 'mobile-audio':
    case 'mobile-video':
      return <MobileControl field={field} common={common} change={change} />;
    default:
      return (
        <input
          className="sketch-input"
          autoComplete="off"
          // A cell's input is narrow, to leave room for the others.
          size={name === undefined ? undefined : 6}
          {...common}
          {...inputProps}
          onKeyDown={({ key }) => key === 'Enter' && finish()}
        />
      );
  }
}

/** Adds or removes a value, and keeps the order of the options. */
function toggleValue(options: FieldView['options'], value: string | string[], key: string): string[] {
  const isOn = value.includes(key);
  return options
    .map(([one]) => one)
    .filter((candidate) => (candidate === key ? !isOn : value.includes(candidate)));
}

export interface InputCommon {
  id: string;
  disabled?: boolean | undefined;
  'aria-label'?: string | undefined;
}

/** Shows the names of the chosen files, which are never read. */
function Files({ field, common, change }: MobileControlProps) {
  const names = typeof field.value === 'string' ? [] : field.value;
  const isOne = field.control === 'file';
  return (
    <>
      <input
        className="sketch-input"
        type="file"
        multiple={!isOne}
        accept={field.control === 'mobile-image' ? 'image/*' : field.extensions}
        {...common}
        onChange={({ target }) => {
          const fileNames = [...(target.files ?? [])].map(({ name }) => name);
          change(isOne ? fileNames : [...new Set([...names, ...fileNames])]);
          target.value = '';
        }}
      />
      {names.length > 0 && (
        <ul className="live-form__files">
          {names.map((name) => (
            <li key={name}>
              {name}{' '}
              <Button
                disabled={common.disabled}
                aria-label={`Remove ${name}`}
                onClick={() => change(names.filter((candidate) => candidate !== name))}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
