import { type ReactNode, useId } from 'react';
import type { Mode } from '../definition.ts';

export type Device = 'desktop' | 'tablet' | 'phone';

interface FormBarProps {
  device: Device;
  mode: Mode;
  onDevice: (device: Device) => void;
  onMode: (mode: Mode) => void;
  onReset?: () => void;
  /** More of the kind. */
  children?: ReactNode;
}

const devices: readonly [Device, string][] = [
  ['desktop', 'Desktop'],
  ['tablet', 'Tablet'],
  ['phone', 'Phone'],
];
const modes: readonly [Mode, string][] = [
  ['edit', 'Edit'],
  ['view', 'View'],
  ['disabled', 'Disabled'],
];

/** How a form is shown: as wide as on a device, in one of the modes, and as it was at first. */
export function FormBar({ device, mode, onDevice, onMode, onReset, children }: FormBarProps) {
  return (
    <div className="live-form__bar">
      <Choice label="Width" value={device} options={devices} onChange={onDevice} />
      <Choice label="Mode" value={mode} options={modes} onChange={onMode} />
      {onReset && (
        <button type="button" className="button" onClick={onReset}>
          Reset
        </button>
      )}
      {children}
    </div>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly [Value, string][];
  onChange: (value: Value) => void;
}

function Choice<Value extends string>({ label, value, options, onChange }: ChoiceProps<Value>) {
  const id = useId();
  return (
    <span>
      <label htmlFor={id}>{label}</label>{' '}
      <select
        id={id}
        value={value}
        onChange={({ target }) => {
          const chosen = options.find(([one]) => one === target.value);
          if (chosen) onChange(chosen[0]);
        }}
      >
        {options.map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </select>
    </span>
  );
}
