import source from '@mermaid-js/tiny/dist/mermaid.tiny.js?url';

/** As far as it is used here. */
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

let opened: Promise<Draw> | undefined;

/** How to draw in the frame where Mermaid works. Opened at the first diagram; after a failure it is tried again. */
export function mermaidFrame(): Promise<Draw> {
  opened ??= openFrame().catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

/**
 * The library measures its text in the page, and writes `style` elements and attributes, which the policy forbids.
 * So it works in an empty frame out of sight, whose own `style` elements and attributes lead to the same things
 * by the ways that a policy allows: style sheets made by script, and the properties of elements.
 */
async function openFrame(): Promise<Draw> {
  const frame = document.createElement('iframe');
  frame.className = 'diagram-frame';
  frame.tabIndex = -1;
  frame.ariaHidden = 'true';
  document.body.append(frame);
  const inside = frame.contentWindow as FrameWindow | null;
  if (!inside) throw new Error('The frame has no window.');
  const rules = withoutInlineStyles(inside);
  await loadScript(inside.document);
  const library = inside.mermaid;
  if (!library) throw new Error('Mermaid did not come.');
  let last: Promise<unknown> = Promise.resolve();
  return (id, text, options) => {
    // One after the other: options are the library's, not the drawing's.
    const drawing = last.then(async () => {
      library.initialize(options);
      const { svg } = await library.render(id, text);
      return { svg, rules: rules() };
    });
    last = drawing.catch(() => {});
    return drawing;
  };
}

/** Gives a look at the rules that were written last. */
function withoutInlineStyles(inside: FrameWindow): () => string {
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
    script.onerror = () => reject(new Error(`${source} did not come.`));
    canvas.head.append(script);
  });
}
