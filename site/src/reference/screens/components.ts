import type { SiteComponentHost, SiteRefusal } from 'gatehouse/sections';
import { readBpmn } from '../bpmn/read-bpmn.ts';
import { component, dataOf, fileName, refusal, text, unknownName } from '../component.ts';
import { drawForm } from '../forms/draw-form.ts';
import { parseForm } from '../forms/form-definition.ts';
import { drawCanvas } from './draw-canvas.ts';
import { drawScreen } from './draw-screen.ts';
import { box, type Children } from './elements.ts';
import { type Block, parseScreen } from './screen-definition.ts';

/**
 * `<Screen name="inbox" caption="…">1. …</Screen>`: a picture of a screen. What is between the tags explains its
 * numbered parts, in a list, for those who see the picture and for those who do not.
 */
export const screen = component({ name: fileName, caption: text }, async ({ name, caption, host }) => {
  const file = `docs/_data/screens/${name}.json`;
  const definition = dataOf(host, { file, parse: parseScreen });
  if (definition === undefined) return refusal(`There is no file ${file}.`);
  if (typeof definition === 'string') return refusal(`${file} cannot be drawn. ${definition}`);
  const embeds = new Map<Block, Children>();
  const { left, main, right } = definition;
  for (const block of [left, main, right].flatMap((area) => area?.blocks ?? [])) {
    const drawn = await embedded(block, host);
    if (!Array.isArray(drawn)) return drawn;
    embeds.set(block, drawn);
  }
  const picture = box('screen', drawScreen(definition, embeds));
  // Its words are those of the product, not of the article: search and Markdown take the list.
  picture.properties = { ...picture.properties, role: 'img', ariaLabel: caption };
  const figcaption = box('', [{ type: 'text', value: caption }], 'figcaption');
  return [{ element: box('drawing screen-drawing', [picture, figcaption], 'figure') }, { children: true }];
});

/** Drawings that a screen shows besides its own words. */
async function embedded(block: Block, host: SiteComponentHost): Promise<Children | SiteRefusal> {
  if (block.kind === 'process') {
    const file = `docs/_data/processes/${block.file}.bpmn`;
    const model = await dataOf(host, { file, parse: readBpmn });
    if (model === undefined) return refusal(`There is no file ${file}.`);
    if (typeof model === 'string') return refusal(`${file} cannot be drawn. ${model}`);
    const canvas = drawCanvas(model, block);
    return typeof canvas === 'string' ? refusal(canvas) : [canvas];
  }
  if (block.kind === 'form') {
    const file = `docs/_data/forms/${block.name}.json`;
    const form = dataOf(host, { file, parse: parseForm });
    if (form === undefined) return refusal(`There is no file ${file}.`);
    if (typeof form === 'string') return refusal(`${file} cannot be drawn. ${form}`);
    if (!Object.hasOwn(form.states, block.state))
      return unknownName('state', block.state, Object.keys(form.states));
    return [box('screen-area', drawForm(form, block.state))];
  }
  return [];
}
