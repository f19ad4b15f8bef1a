import { fillText } from '../../fill-text.ts';
import { numberFormat } from '../number.ts';

interface Props {
  label: string;
  /** Text with `{done}` and `{count}`. */
  words: string;
  done: number;
  of: number;
}

/** ProgressBar bar. Screen readers announce each quarter. */
export function ProgressBar({ label, words, done, of }: Props) {
  const say = (count: number) =>
    fillText(words, { done: numberFormat.format(count), count: numberFormat.format(of) });
  const quarters = of === 0 ? 0 : Math.floor((4 * done) / of);
  return (
    <div className="progress">
      <progress aria-label={label} max={of} value={done} />
      <p>{say(done)}</p>
      <p role="status" className="visually-hidden">
        {quarters > 0 && say(Math.floor((of * quarters) / 4))}
      </p>
    </div>
  );
}
