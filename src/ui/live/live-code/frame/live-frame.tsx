import siteScope from 'virtual:site/live-scope';
import * as React from 'react';
import { createRoot } from 'react-dom/client';
import { transform } from 'sucrase';
import type { FromFrame, ToFrame } from './messages.ts';

/**
 * Where the code of a live block runs: a document of an origin of its own, which reaches neither the site nor the
 * network. Its policy runs scripts that carry its nonce, so the code is one, and nothing has to be evaluated.
 */
const nonce = document.currentScript?.nonce ?? '';
// It has been read: what is in the body is what the code shows.
document.currentScript?.remove();
const result = document.body.appendChild(document.createElement('div'));
const sheet = new CSSStyleSheet();
document.adoptedStyleSheets = [sheet];

/** The frame is as high as what it shows. */
const OWN_RULES =
  'html,body{display:block;min-height:0;height:auto;margin:0;padding:0;overflow:hidden;background:none}' +
  'body{padding:16px}.live-error{margin:0;white-space:pre-wrap;color:var(--danger,#c00);font-family:monospace}';

class Boundary extends React.Component<{ children: React.ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {};

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render(): React.ReactNode {
    return 'error' in this.state ? <Failure error={this.state.error} /> : this.props.children;
  }
}

function Failure({ error }: { error: unknown }) {
  return (
    <pre className="live-error" role="alert">
      {String(error)}
    </pre>
  );
}

let root = createRoot(result);
let shows = 0;

function show(content: React.ReactNode): void {
  shows += 1;
  root.render(<Boundary key={shows}>{content}</Boundary>);
}

/** What the code gives: an element, or a component. */
function render(value: unknown): void {
  const isComponent =
    typeof value === 'function' ||
    (typeof value === 'object' && value !== null && '$$typeof' in value && !React.isValidElement(value));
  // What is no component is for React to refuse.
  show(isComponent ? React.createElement(value as React.FunctionComponent) : (value as React.ReactNode));
}

const scope: Record<string, unknown> = { ...React, ...siteScope, React, render };
const names = Object.keys(scope).filter((name) => /^[A-Za-z_$][\w$]*$/.test(name) && name !== 'default');

declare global {
  interface Window {
    liveRun?: ((values: Record<string, unknown>) => void) | undefined;
  }
}

/** What the script has left there. */
const runnable = () => window.liveRun;

function run(code: string, noInline: boolean): void {
  // A new one: what an earlier run left behind is gone.
  root.unmount();
  root = createRoot(result);
  window.liveRun = undefined;
  let refused = '';
  const refuse = ({ message }: ErrorEvent) => {
    refused = message.replace(/^Uncaught /, '');
  };
  // The browser's word, where the compiler has seen nothing wrong.
  addEventListener('error', refuse);
  try {
    const script = document.createElement('script');
    script.nonce = nonce;
    script.text = `window.liveRun = ({ ${names.join(', ')} }) => {{\n${compileJsx(code, noInline)}\n}};`;
    document.head.append(script);
    script.remove();
    const run = runnable();
    if (run) run(scope);
    else show(<Failure error={refused} />);
  } catch (error) {
    show(<Failure error={error} />);
  } finally {
    removeEventListener('error', refuse);
  }
}

addEventListener('message', ({ ports: [port], source }) => {
  if (!port || source !== parent) return;
  const tell = () => {
    const message: FromFrame = { height: document.documentElement.getBoundingClientRect().height };
    port.postMessage(message);
  };
  new ResizeObserver(tell).observe(document.documentElement);
  port.onmessage = ({ data }: MessageEvent<ToFrame>) => {
    switch (data.kind) {
      case 'run':
        run(data.code, data.noInline);
        break;
      case 'look':
        document.documentElement.dataset.theme = data.theme;
        sheet.replaceSync(data.rules + OWN_RULES);
        break;
    }
  };
});
// Before the first answer of the page, and where none comes.
sheet.replaceSync(OWN_RULES);

/**
 * The body of a function that shows what the code says: the code itself where it calls `render`, else its value, a
 * component or an element. Types are left out. Throws where it is no JavaScript, as far as that is seen without running it.
 */
function compileJsx(code: string, noInline: boolean): string {
  const source = noInline ? code : `render((${code.trim().replace(/;+$/, '')}\n))`;
  return transform(source, {
    transforms: ['jsx', 'typescript'],
    jsxRuntime: 'classic',
    production: true,
    disableESTransforms: true,
    keepUnusedImports: true,
  }).code;
}
