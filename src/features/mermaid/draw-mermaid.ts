import * as texts from 'virtual:site/texts';
import type { Theme } from '../../ui/shell/theme.ts';
import { diagramColors } from '../../ui/theme/diagram-colors.ts';
import { openMermaidFrame } from './mermaid-frame.ts';

let drawings = 0;

/** Draws a diagram in the colours of the page into a box. Returns a function that removes it. */
export async function drawMermaid(box: HTMLElement, text: string, theme: Theme): Promise<() => void> {
  drawings += 1;
  const id = `diagram-${drawings}`;
  const draw = await openMermaidFrame();
  const { svg, rules } = await draw(id, text, createOptions(box, theme));
  const drawing = importDrawing(svg);
  drawing.role = 'img';
  if (!drawing.hasAttribute('aria-labelledby')) drawing.ariaLabel = texts.diagram;
  keepWidth(drawing);
  const sheet = new CSSStyleSheet();
  // All rules start with the drawing's id.
  sheet.replaceSync(rules);
  document.adoptedStyleSheets.push(sheet);
  box.replaceChildren(drawing);
  return () => {
    drawing.remove();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter(
      (adoptedStyleSheet) => adoptedStyleSheet !== sheet,
    );
  };
}

/**
 * Keeps the width of the drawing, so that the box scrolls. The library would shrink it until its text is unreadable.
 */
function keepWidth(drawing: SVGElement): void {
  const { maxWidth } = drawing.style;
  if (maxWidth === '') return;
  drawing.setAttribute('width', maxWidth);
  drawing.style.maxWidth = '';
}

/** Imports a drawing without scripts. Sets styles one by one, as the policy requires. */
function importDrawing(svg: string): SVGElement {
  const parsedDocument = new DOMParser().parseFromString(
    svg.replaceAll(' style="', ' data-style="'),
    'image/svg+xml',
  );
  if (parsedDocument.querySelector('parsererror')) throw new Error("The drawing isn't an SVG.");
  for (const element of parsedDocument.querySelectorAll('script, foreignObject')) element.remove();
  const drawing = document.importNode(parsedDocument.documentElement, true) as unknown as SVGElement;
  for (const element of [drawing, ...drawing.querySelectorAll<SVGElement>('*')]) {
    for (const { name, value } of [...element.attributes]) {
      if (name === 'data-style') element.style.cssText = value;
      const leadsOut = /href$/i.test(name) && !/^(#|https?:)/.test(value);
      if (name === 'data-style' || /^on/i.test(name) || leadsOut) element.removeAttribute(name);
    }
  }
  return drawing;
}

function createOptions(box: HTMLElement, theme: Theme): Record<string, unknown> {
  const colour = createColourReader(box);
  return {
    startOnLoad: false,
    suppressErrorRendering: true,
    // Sanitised here instead, because the library's way sets styles that the policy reports.
    securityLevel: 'loose',
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    fontFamily: getComputedStyle(box).fontFamily,
    theme: 'base',
    themeVariables: {
      darkMode: theme === 'dark',
      ...Object.fromEntries(
        Object.entries(diagramColors).map(([name, property]) => [name, colour(property)]),
      ),
      pieOpacity: '1',
    },
  };
}

/** Reads colours of the page in the library's format: `#1d1e29`. */
function createColourReader(box: HTMLElement): (property: string) => string {
  const probe = box.appendChild(document.createElement('span'));
  // Otherwise it would still have the previous colour: with reduced motion, all colours change within a moment.
  probe.style.setProperty('transition', 'none', 'important');
  const drawing = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  return (property) => {
    probe.style.color = `var(${property})`;
    if (!drawing) return '#888888';
    drawing.fillStyle = getComputedStyle(probe).color;
    drawing.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = drawing.getImageData(0, 0, 1, 1).data;
    return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
  };
}
