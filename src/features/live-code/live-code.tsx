import frameName from 'virtual:live-frame/LiveCode';
import * as texts from 'virtual:site/texts';
import { type SyntheticEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { readShownTheme, subscribeToTheme } from '../../ui/shell/theme.ts';
import type { FromFrame, ToFrame } from './frame/messages.ts';

interface LiveCodeProps {
  code: string;
  /** Whether the code calls `render` itself. */
  noInline?: boolean;
  /** Whether the result is above the code. */
  resultFirst?: boolean;
  /** HTML of the code block, on the server; in the browser it is in the page already. */
  slots?: readonly string[];
}

/** Pause after the last key before the code runs. */
const TYPING_PAUSE_MS = 300;

/** An editable code block above its result. Without scripts it is a code block. */
export function LiveCode({ code: initialCode, noInline = false, resultFirst = false, slots }: LiveCodeProps) {
  const [alive, setAlive] = useState(false);
  const [code, setCode] = useState(initialCode);
  useEffect(() => setAlive(true), []);
  const isChanged = code !== initialCode;
  const result = alive && (
    <>
      <div className="live-code__bar">{texts.liveResult}</div>
      <Result code={code} noInline={noInline} />
    </>
  );
  return (
    <div className={alive ? 'live-code live-code--alive' : 'live-code'}>
      {resultFirst && result}
      <div className="live-code__bar" hidden={!alive}>
        <span>{texts.liveEditor}</span>
        <button type="button" disabled={!isChanged} onClick={() => setCode(initialCode)}>
          {texts.liveReset}
        </button>
      </div>
      <div className={isChanged ? 'live-code__editor live-code__editor--changed' : 'live-code__editor'}>
        <div
          suppressHydrationWarning
          aria-hidden={alive ? true : undefined}
          inert={alive}
          // The HTML is compiled from the documentation.
          // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
          dangerouslySetInnerHTML={{ __html: slots?.[0] ?? '' }}
        />
        {alive && (
          <textarea
            aria-label={texts.liveEditor}
            rows={code.split('\n').length}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            wrap="off"
            value={code}
            onChange={({ target }) => setCode(target.value)}
          />
        )}
        {/* Paper cuts a field off where it would scroll. */}
        {alive && isChanged && (
          <pre className="live-code__printed" aria-hidden="true">
            {code}
          </pre>
        )}
      </div>
      {!resultFirst && result}
    </div>
  );
}

function Result({ code, noInline }: { code: string; noInline: boolean }) {
  const [port, setPort] = useState<MessagePort>();
  const frame = useRef<HTMLIFrameElement>(null);
  const theme = useSyncExternalStore(subscribeToTheme, readShownTheme, readShownTheme);
  const isFirst = useRef(true);

  useEffect(() => {
    if (!port) return;
    frame.current?.contentWindow?.postMessage(theme, location.origin);
    port.postMessage({ kind: 'look', rules: readPageRules(), theme } satisfies ToFrame);
  }, [port, theme]);
  useEffect(() => {
    if (!port) return;
    const run = () => port.postMessage({ kind: 'run', code, noInline } satisfies ToFrame);
    if (isFirst.current) {
      isFirst.current = false;
      run();
      return;
    }
    const timer = setTimeout(run, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [port, code, noInline]);
  useEffect(() => () => port?.close(), [port]);

  const connect = ({ currentTarget }: SyntheticEvent<HTMLIFrameElement>) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = ({ data }: MessageEvent<FromFrame>) => {
      if (frame.current) frame.current.style.height = `${Math.ceil(data.height)}px`;
    };
    // Goes to the document around the frame, which passes it on.
    currentTarget.contentWindow?.postMessage(theme, location.origin, [channel.port2]);
    setPort(channel.port1);
  };
  return (
    <iframe
      ref={frame}
      className="live-code__result"
      title={texts.liveResult}
      src={new URL(frameName, import.meta.url).href}
      onLoad={connect}
    />
  );
}

/** Collects the page's style rules for the frame, which has no others. Leaves out fonts, which the frame can't fetch. */
function readPageRules(): string {
  return [...document.styleSheets, ...document.adoptedStyleSheets]
    .flatMap(readRules)
    .filter((rule) => !(rule instanceof CSSFontFaceRule))
    .map(({ cssText }) => cssText)
    .join('\n');
}

function readRules(sheet: CSSStyleSheet): CSSRule[] {
  try {
    return [...sheet.cssRules];
  } catch {
    // A sheet of another origin can't be read.
    return [];
  }
}
