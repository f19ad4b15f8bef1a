import { type PointerEvent, useState } from 'react';
import { Button } from '../../button.tsx';
import type { FieldView } from '../form-view.ts';
import type { InputCommon } from './control.tsx';

export interface MobileControlProps {
  field: FieldView;
  common: InputCommon;
  change: (value: string | string[]) => void;
}

/**
 * Control for data that the app gets from a phone. Pages can't use camera or position, so a button fills in
 * the values of the story.
 */
export function MobileControl({ field, common, change }: MobileControlProps) {
  if (field.control === 'signature') return <Signature field={field} common={common} change={change} />;
  const { button, take } = sources[field.control] ?? { button: '', take: () => '' };
  const isEmpty = field.value.length === 0;
  return (
    <div className="live-form__taken">
      {!isEmpty && <span className="sketch-value">{String(field.value)}</span>}
      <Button
        {...common}
        disabled={(common.disabled ?? false) || (field.isFixed && !isEmpty)}
        onClick={() => change(take(field.value))}
      >
        {button}
      </Button>
      {!isEmpty && !field.isFixed && (
        <Button disabled={common.disabled} onClick={() => change(isListed(field) ? [] : '')}>
          Clear
        </Button>
      )}
    </div>
  );
}

const isListed = ({ value }: FieldView) => typeof value !== 'string';

const sources: Readonly<
  Record<string, { button: string; take: (value: string | string[]) => string | string[] }>
> = {
  'qr-code': { button: 'Scan a code', take: () => 'PO-2026-0311' },
  geomap: {
    button: 'Take the position',
    take: () => JSON.stringify({ latitude: 45.5202, longitude: -122.6742, altitude: 15 }),
  },
  'mobile-audio': { button: 'Record sound', take: (value) => [...value, `remark-${value.length + 1}.m4a`] },
  'mobile-video': { button: 'Record a video', take: (value) => [...value, `damage-${value.length + 1}.mp4`] },
};

/** Signature that is drawn with a finger or the mouse. A button signs for readers who can't draw. */
function Signature({ field, common, change }: MobileControlProps) {
  const [lines, setLines] = useState<string[]>([]);
  const [isDrawing, setDrawing] = useState(false);
  const isSigned = field.value !== '';
  const at = ({ nativeEvent }: PointerEvent) =>
    `${Math.round(nativeEvent.offsetX)} ${Math.round(nativeEvent.offsetY)}`;
  const finish = () => {
    if (isDrawing) change('signature.png');
    setDrawing(false);
  };
  return (
    <div className="live-form__taken">
      {/* The button beside the drawing does the same. */}
      <svg
        className="live-form__pad"
        aria-hidden="true"
        onPointerDown={(event) => {
          if (common.disabled) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          setDrawing(true);
          setLines([...lines, `M${at(event)}`]);
        }}
        onPointerMove={(event) => {
          const last = lines.at(-1);
          if (isDrawing && last !== undefined) setLines([...lines.slice(0, -1), `${last}L${at(event)}`]);
        }}
        onPointerUp={finish}
        onPointerCancel={finish}
      >
        <path d={isSigned && lines.length === 0 ? 'M20 40C40 0 50 70 70 30S100 50 130 25' : lines.join('')} />
      </svg>
      <Button
        {...common}
        onClick={() => {
          setLines([]);
          change(isSigned ? '' : 'signature.png');
        }}
      >
        {isSigned ? 'Clear the signature' : 'Sign'}
      </Button>
    </div>
  );
}
