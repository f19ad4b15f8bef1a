import source from '@mermaid-js/tiny/dist/mermaid.tiny.js?url';

/** The parts of Mermaid used here. */
interface MermaidLibrary {
  initialize(options: Record<string, unknown>): void;
  render(id: string, text: string): Promise<{ svg: string }>;
}

type FrameWindow = Window & typeof globalThis & { mermaid?: MermaidLibrary };

type Draw = (
  id: string,
  text: string,
  options: Record<string, unknown>,
) => Promise<{ svg: string; rules: string }>;

let openedFrame: Promise<Draw> | undefined;

/** Opens the frame in which Mermaid works, at the first diagram. Tries again after a failure. */
export function openMermaidFrame(): Promise<Draw> {
  openedFrame ??= openFrame().catch((error: unknown) => {
    openedFrame = undefined;
    throw error;
  });
  return openedFrame;
}

/**
 * The library measures text in the page and writes `style` elements and attributes, which the policy forbids. So it
 * works in an empty hidden frame whose `style` elements and attributes use what the policy allows: constructed style
 * sheets and style properties.
 */
async function openFrame(): Promise<Draw> {
  const frame = document.createElement('iframe');
  frame.className = 'diagram-frame';
  frame.tabIndex = -1;
  frame.ariaHidden = 'true';
  document.body.append(frame);
  const inside = frame.contentWindow as FrameWindow | null;
  if (!inside) throw new Error('The frame has no window.');
  const rules = replaceInlineStyles(inside);
  await loadScript(inside.document);
  const library = inside.mermaid;
  if (!library) throw new Error("Mermaid wasn't loaded.");
  let last: Promise<unknown> = Promise.resolve();
  return (id, text, options) => {
    // One drawing at a time, because options belong to the library, not to the drawing.
    const drawing = last.then(async () => {
      // The page answers its reader between two drawings.
      await new Promise((resolve) => setTimeout(resolve));
      library.initialize(options);
      const { svg } = await library.render(id, text);
      return { svg, rules: rules() };
    });
    last = drawing.catch(() => {});
    return drawing;
  };
}

/** Returns the rules that were written last. */
function replaceInlineStyles(inside: FrameWindow): () => string {
  const { document: canvas } = inside;
  const setAttribute = inside.Element.prototype.setAttribute;
  inside.Element.prototype.setAttribute = function (name, value) {
    if (name === 'style' && 'style' in this) Object.assign(this.style as object, { cssText: value });
    else setAttribute.call(this, name, value);
  };
  const sheet = new inside.CSSStyleSheet();
  canvas.adoptedStyleSheets = [sheet];
  let rules = '';
  const createElement = canvas.createElement.bind(canvas);
  const create = (name: string, options?: ElementCreationOptions) => {
    if (name !== 'style') return createElement(name, options);
    return Object.defineProperty(
      canvas.createElementNS('http://www.w3.org/2000/svg', 'metadata'),
      'innerHTML',
      {
        set(value: string) {
          rules = value;
          sheet.replaceSync(value);
        },
      },
    );
  };
  canvas.createElement = create as typeof canvas.createElement;
  return () => rules;
}

function loadScript(canvas: Document): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const script = canvas.createElement('script');
    script.src = source;
    script.onload = resolve;
    script.onerror = () => reject(new Error(`${source} wasn't loaded.`));
    canvas.head.append(script);
  });
}
