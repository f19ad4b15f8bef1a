import { createRoot } from 'react-dom/client';
import { adoptStyle } from '../adopt-style.ts';
import { stepUpBy } from '../api-client.ts';
import parts from '../parts.css?inline';
import style from './step-up.css?inline';
import { StepUpDialog } from './step-up-dialog.tsx';

let asking: Promise<boolean> | undefined;

/** Asks the reader to prove who they are, above whatever is open. False when they would not. */
function askToVerify(): Promise<boolean> {
  asking ??= ask().finally(() => {
    asking = undefined;
  });
  return asking;
}

function ask(): Promise<boolean> {
  for (const sheet of [parts, style]) adoptStyle(sheet);
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  return new Promise((resolve) => {
    const end = (isVerified: boolean) => {
      root.unmount();
      container.remove();
      resolve(isVerified);
    };
    root.render(<StepUpDialog onEnd={end} />);
  });
}

stepUpBy(askToVerify);
