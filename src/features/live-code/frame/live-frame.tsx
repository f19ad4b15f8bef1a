import siteScope from 'virtual:site/live-scope';
import * as React from 'react';
import { createRoot } from 'react-dom/client';
import { transform } from 'sucrase';
import type { FromFrame, ToFrame } from './messages.ts';

/**
 * Script of the frame in which a live code block runs: a document with its own origin, without access to the site or
 * the network. Its policy runs scripts with its nonce, so the code becomes such a script and needs no `eval`.
 */
const nonce = document.currentScript?.nonce ?? '';
// Remove the script, so that the body contains only what the code renders.
document.currentScript?.remove();
const result = document.body.appendChild(document.createElement('div'));
const sheet = new CSSStyleSheet();
document.adoptedStyleSheets = [sheet];

/** The frame is as tall as its content. */
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

/** Renders what the code returns: an element or a component. */
function render(value: unknown): void {
  const isComponent =
    typeof value === 'function' ||
    (typeof value === 'object' && value !== null && '$$typeof' in value && !React.isValidElement(value));
  // React rejects anything else.
  show(isComponent ? React.createElement(value as React.FunctionComponent) : (value as React.ReactNode));
}

const scope: Record<string, unknown> = { ...React, ...siteScope, React, render };
const names = Object.keys(scope).filter((name) => /^[A-Za-z_$][\w$]*$/.test(name) && name !== 'default');

declare global {
  interface Window {
    liveRun?: ((values: Record<string, unknown>) => void) | undefined;
  }
}

/** The function that the script has set. */
const findRun = () => window.liveRun;

function run(code: string, noInline: boolean): void {
  // A new root, without anything of an earlier run.
  root.unmount();
  root = createRoot(result);
  window.liveRun = undefined;
  let refusalText = '';
  const refuse = ({ message }: ErrorEvent) => {
    refusalText = message.replace(/^Uncaught /, '');
  };
  // Errors that only the browser finds.
  addEventListener('error', refuse);
  try {
    const script = document.createElement('script');
    script.nonce = nonce;
    script.text = `window.liveRun = ({ ${names.join(', ')} }) => {{\n${compileJsx(code, noInline)}\n}};`;
    document.head.append(script);
    script.remove();
    const run = findRun();
    if (run) run(scope);
    else show(<Failure error={refusalText} />);
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
// Until the page sends its styles, or if it sends none.
sheet.replaceSync(OWN_RULES);

/**
 * Compiles code to the body of a function that renders it: the code itself if it calls `render`, else its value, a
 * component or an element. Removes types. Throws on syntax errors.
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
