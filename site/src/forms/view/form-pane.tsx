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
  /** Ids of the fields that are shown; all unless given. */
  only?: ReadonlySet<string> | undefined;
  /** More for the bar. */
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

/** An open form below its bar: as wide as on a device, in one of the modes, and as it was at first. */
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
