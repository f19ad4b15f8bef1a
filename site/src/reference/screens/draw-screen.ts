import { createHtmlText } from 'gatehouse/sections';
import type { Element } from 'hast';
import { box, breakableWords, type Children, mark } from '../elements.ts';
import { colours, drawBars, drawDot, drawPie, drawRisk } from './draw-chart.ts';
import type { Area, Block, BlockOf, ScreenDefinition } from './screen-definition.ts';

/** Other drawings of the site that a screen embeds. */
export type Embeds = ReadonlyMap<Block, Children>;

/** A picture of a screen made of words and boxes: nothing in it can be pressed or reached by the keyboard. */
export function drawScreen({ top, left, main, right }: ScreenDefinition, embeds: Embeds): Element[] {
  const areas = [
    ...(left ? [drawArea(left, 'screen-area screen-side', embeds)] : []),
    drawArea(main, 'screen-area', embeds),
    ...(right ? [drawArea(right, `screen-area screen-side${right.wide ? ' screen-half' : ''}`, embeds)] : []),
  ];
  return [...(top ? [drawTop(top)] : []), box('screen-body', areas)];
}

const looks = {
  button: 'screen-button',
  main: 'sketch-button',
  field: 'screen-button screen-label',
  tab: '',
  text: '',
};

function drawTop({ entries, current, user, part, userPart }: NonNullable<ScreenDefinition['top']>): Element {
  return box('screen-top', [
    ...mark(part),
    ...entries.map((entry) => breakableWords(entry === current ? 'screen-current' : '', entry)),
    box('screen-user', [...mark(userPart), breakableWords('', user)], 'span'),
  ]);
}

function drawArea({ title, blocks, part }: Area, className: string, embeds: Embeds): Element {
  const heading =
    title === undefined ? mark(part) : [box('screen-title', [...mark(part), breakableWords('', title)])];
  return box(className, [...heading, ...blocks.map((block) => drawBlock(block, embeds))]);
}

function drawBlock(block: Block, embeds: Embeds): Element {
  return box(`screen-${block.kind}`, [...mark(block.part), ...drawInside(block, embeds)]);
}

function drawInside(block: Block, embeds: Embeds): Children {
  switch (block.kind) {
    case 'bar':
      return block.items.map(({ look, text, current, part }) =>
        box(`${looks[look]}${current ? ' screen-current' : ''}`, [...mark(part), breakableWords('', text)]),
      );
    case 'menu':
      return [
        ...(block.title === undefined ? [] : [breakableWords('screen-group', block.title)]),
        ...block.entries.map((entry) =>
          breakableWords(entry === block.current ? 'screen-current' : '', entry),
        ),
      ];
    case 'table':
      return [drawTable(block)];
    case 'fields':
      return block.fields.map(({ label, value, look, part }) =>
        look === 'check'
          ? box('screen-line', [...mark(part), breakableWords('', `${value === '' ? '☐' : '☑'} ${label}`)])
          : box('screen-line', [
              box('screen-label', [...mark(part), breakableWords('', label)], 'span'),
              breakableWords(
                `sketch-input${look === 'choice' ? ' sketch-dropdown' : ''}`,
                value === '' ? '\u00a0' : value,
              ),
            ]),
      );
    case 'words':
      return [breakableWords(block.look === 'title' ? 'screen-title' : '', block.text)];
    case 'process':
    case 'form':
      return embeds.get(block) ?? [];
    case 'pie':
      return drawPie(block);
    case 'bars':
      return drawBars(block);
    case 'risk':
      return drawRisk(block);
  }
}

function drawTable({ columns, rows, current }: BlockOf<'table'>): Element {
  const cellAt = (at: number) => (columns[at]?.wide ? 'screen-cell screen-wide' : 'screen-cell');
  const head = columns.map(({ name, part }, at) =>
    box(`${cellAt(at)} screen-head`, [...mark(part), breakableWords('', name)]),
  );
  const lines = rows.map((row, index) =>
    box(
      index === current ? 'screen-row screen-current' : 'screen-row',
      row.map((cell, at) => box(cellAt(at), drawCellParts(cell))),
    ),
  );
  return box('screen-grid', [box('screen-row', head), ...lines]);
}

function drawCellParts(cell: BlockOf<'table'>['rows'][number][number]): Children {
  if (typeof cell === 'string') return [breakableWords('', cell)];
  const { text, state, buttons, part } = cell;
  return [
    ...mark(part),
    ...(state === undefined ? [] : [drawDot(colours[state])]),
    ...(text === '' ? [] : [breakableWords('', text)]),
    ...buttons.flatMap((button) => [breakableWords('screen-button', button), createHtmlText(' ')]),
  ];
}
