import { createHtmlElement, createHtmlText } from 'gatehouse/sections';
import type { Element } from 'hast';
import { addCaption } from '../elements.ts';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Lines of text around a middle. */
export function drawTextLines(
  lines: readonly string[],
  { x, y, lineHeight = 15, className }: { x: number; y: number; lineHeight?: number; className: string },
): Element {
  const top = y - ((lines.length - 1) * lineHeight) / 2;
  return createHtmlElement(
    'text',
    { className: [className] },
    lines.map((line, index) =>
      createHtmlElement('tspan', { x, y: top + index * lineHeight }, [createHtmlText(line)]),
    ),
  );
}

/** Mean width of a letter of the drawings' text, which is 12 pixels high. */
const LETTER = 6.4;

/** Words in lines that are about so wide; what doesn't fit into the last line isn't cut. */
export function wrapWords(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1);
    if (last !== undefined && (last.length + 1 + word.length) * LETTER <= width)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** The narrowest column beside a table of contents, in pixels. */
const COLUMN = 640;

interface Drawing {
  /** Unique on the page. */
  id: string;
  title: string;
  description: string;
  caption: string;
  /** The part of the plane that is shown, in pixels. */
  box: Box;
  children: Element['children'];
}

/** A drawing with its text alternatives; wide ones scroll in their own place. */
export function drawFigure({ id, title, description, caption, box, children }: Drawing): Element {
  const svg = createHtmlElement(
    'svg',
    {
      viewBox: `${box.x} ${box.y} ${box.width} ${box.height}`,
      width: box.width,
      height: box.height,
      role: 'img',
      ariaLabelledBy: [`${id}-title`],
      ariaDescribedBy: [`${id}-text`],
    },
    [
      createHtmlElement('title', { id: `${id}-title` }, [createHtmlText(title)]),
      createHtmlElement('desc', { id: `${id}-text` }, [createHtmlText(description)]),
      ...children,
    ],
  );
  const scroll = createHtmlElement(
    'div',
    { className: ['drawing-scroll'], tabIndex: 0, role: 'group', ariaLabel: title },
    [svg],
  );
  return addCaption(box.width > COLUMN ? 'drawing drawing-wide' : 'drawing', scroll, caption);
}
