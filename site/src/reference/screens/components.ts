import type { SiteComponentHost, SiteRefusal } from 'gatehouse/sections';
import { createHtmlElement } from 'gatehouse/sections';
import type { Element } from 'hast';
import { drawProcess } from '../bpmn/draw-process.ts';
import type { BpmnModel } from '../bpmn/model.ts';
import { readBpmn } from '../bpmn/read-bpmn.ts';
import type { Box } from '../bpmn/svg.ts';
import {
  createSiteRefusal,
  defineComponent,
  defineDrawable,
  isRefusal,
  readData,
  readFileName,
  readTextAttribute,
} from '../component.ts';
import { addCaption, type Children, createBox } from '../elements.ts';
import { drawForm } from '../forms/draw-form.ts';
import { findDrawnForm } from '../forms/form-definition.ts';
import { drawPointMark } from './draw-chart.ts';
import { drawScreen } from './draw-screen.ts';
import { type Block, type BlockOf, parseScreen } from './screen-definition.ts';

/**
 * `<Screen name="inbox" caption="…">1. …</Screen>`: a picture of a screen. The text between the tags explains its
 * numbered parts, in a list, for those who see the picture and for those who don't.
 */
export const screen = defineComponent(
  { name: readFileName, caption: readTextAttribute },
  async ({ name, caption, host }) => {
    const file = `docs/_data/screens/${name}.json`;
    const definition = defineDrawable(file, readData(host, { file, parse: parseScreen }));
    if (isRefusal(definition)) return definition;
    const embeds = new Map<Block, Children>();
    const { left, main, right } = definition;
    for (const block of [left, main, right].flatMap((area) => area?.blocks ?? [])) {
      const parts = await drawEmbedded(block, host);
      if (!Array.isArray(parts)) return parts;
      embeds.set(block, parts);
    }
    const picture = createBox('screen', drawScreen(definition, embeds));
    // The words of the picture are those of the product, not of the article. Search and Markdown copies have
    // the list instead.
    picture.properties = { ...picture.properties, role: 'img', ariaLabel: caption };
    return [{ element: addCaption('drawing screen-drawing', picture, caption) }, { children: true }];
  },
);

/** Drawings that a screen shows besides its own words. */
async function drawEmbedded(block: Block, host: SiteComponentHost): Promise<Children | SiteRefusal> {
  if (block.kind === 'process') {
    const file = `docs/_data/processes/${block.file}.bpmn`;
    const model = defineDrawable(file, await readData(host, { file, parse: readBpmn }));
    if (isRefusal(model)) return model;
    const canvas = drawCanvas(model, block);
    return typeof canvas === 'string' ? createSiteRefusal(canvas) : [canvas];
  }
  if (block.kind === 'form') {
    const form = findDrawnForm(host, block.name, block.state);
    return isRefusal(form) ? form : [createBox('screen-area', drawForm(form, block.state, false))];
  }
  return [];
}

/** The part of a diagram that the canvas of the Designer shows; a string says what is wrong. */
function drawCanvas(model: BpmnModel, block: BlockOf<'process'>): Element | string {
  const { view, selected, iconsPart, file } = block;
  const [, , width, height] = view;
  const { children } = drawProcess(model);
  const node = model.pools.flatMap(({ nodes }) => nodes).find(({ id }) => id === selected);
  if (selected !== undefined && !node) return `The process ${file} has no element "${selected}".`;
  return createHtmlElement('svg', { viewBox: view.join(' '), width, height }, [
    ...children,
    ...(node ? drawSelection(node.box, iconsPart) : []),
  ]);
}

const ICON = 20;

/** Elements that can be added after this one: a task, a gateway, two events, an annotation. */
const icons = [
  'M4 6h12v8H4Z',
  'M10 3l7 7l-7 7l-7 -7Z',
  'M4 10a6 6 0 1 1 12 0a6 6 0 1 1 -12 0ZM6.500 10a3.500 3.500 0 1 1 7 0a3.500 3.500 0 1 1 -7 0Z',
  'M4 10a6 6 0 1 1 12 0a6 6 0 1 1 -12 0Z',
  'M11 4H6v12h5',
];

function drawSelection({ x, y, width, height }: Box, part: number | undefined): Element[] {
  const left = x + width / 2 - (icons.length * ICON) / 2;
  const top = y + height + 10;
  return [
    createHtmlElement('rect', {
      className: ['bpmn-line', 'bpmn-dotted'],
      x: x - 5,
      y: y - 5,
      width: width + 10,
      height: height + 10,
    }),
    createHtmlElement('rect', {
      className: ['bpmn-open-arrow'],
      x: left - 2,
      y: top - 2,
      width: icons.length * ICON + 4,
      height: ICON + 4,
      rx: 4,
    }),
    ...icons.map((d, index) =>
      createHtmlElement('path', {
        className: index === 3 ? ['bpmn-line', 'bpmn-mark'] : ['bpmn-line'],
        d,
        transform: `translate(${left + index * ICON} ${top})`,
      }),
    ),
    ...(part === undefined ? [] : [drawPointMark(part, left - 4, top + ICON / 2)]),
  ];
}
