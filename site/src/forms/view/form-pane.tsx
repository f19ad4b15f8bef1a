import type { ReactNode } from 'react';
import { Button } from '../../button.tsx';
import { Choice } from '../../choice.tsx';
import type { Mode } from '../definition.ts';
import type { FormView } from '../form-view.ts';
import { FormBody, type Send } from './form-body.tsx';

export type Device = 'desktop' | 'tablet' | 'phone';

interface FormPaneProps {
  view: FormView;
  send: Send;
  device: Device;
  setDevice: (device: Device) => void;
  onReset?: () => void;
  /** Ids of the fields to show. All are shown if it is missing. */
  only?: ReadonlySet<string> | undefined;
  /** Controls that the bar above the form shows besides its own. */
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

/** An open form with a bar, in which readers choose the width of a device and the mode, and start over. */
export function FormPane({ view, send, device, setDevice, onReset, only, children }: FormPaneProps) {
  return (
    <>
      <div className="live-form__bar">
        <span>
          <Choice label="Width" value={device} options={devices} onChange={setDevice} />
        </span>
        <span>
          <Choice
            label="Mode"
            value={view.mode}
            options={modes}
            onChange={(mode) => send({ kind: 'mode', mode })}
          />
        </span>
        {onReset && <Button onClick={onReset}>Reset</Button>}
        {children}
      </div>
      <div className="live-form__device" data-device={device}>
        <FormBody form={view} send={send} only={only} />
      </div>
    </>
  );
}
