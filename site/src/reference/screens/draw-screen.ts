import { createHtmlText } from 'gatehouse/sections';
import type { Element } from 'hast';
import { type Children, createBox, createBreakableWords, mark } from '../elements.ts';
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
  return [...(top ? [drawTop(top)] : []), createBox('screen-body', areas)];
}

const looks = {
  button: 'screen-button',
  main: 'sketch-button',
  field: 'screen-button screen-label',
  tab: '',
  text: '',
};

function drawTop({ entries, current, user, part, userPart }: NonNullable<ScreenDefinition['top']>): Element {
  return createBox('screen-top', [
    ...mark(part),
    ...entries.map((entry) => createBreakableWords(entry === current ? 'screen-current' : '', entry)),
    createBox('screen-user', [...mark(userPart), createBreakableWords('', user)], 'span'),
  ]);
}

function drawArea({ title, blocks, part }: Area, className: string, embeds: Embeds): Element {
  const heading =
    title === undefined
      ? mark(part)
      : [createBox('screen-title', [...mark(part), createBreakableWords('', title)])];
  return createBox(className, [...heading, ...blocks.map((block) => drawBlock(block, embeds))]);
}

function drawBlock(block: Block, embeds: Embeds): Element {
  return createBox(`screen-${block.kind}`, [...mark(block.part), ...drawInside(block, embeds)]);
}

function drawInside(block: Block, embeds: Embeds): Children {
  switch (block.kind) {
    case 'bar':
      return block.items.map(({ look, text, current, part }) =>
        createBox(`${looks[look]}${current ? ' screen-current' : ''}`, [
          ...mark(part),
          createBreakableWords('', text),
        ]),
      );
    case 'menu':
      return [
        ...(block.title === undefined ? [] : [createBreakableWords('screen-group', block.title)]),
        ...block.entries.map((entry) =>
          createBreakableWords(entry === block.current ? 'screen-current' : '', entry),
        ),
      ];
    case 'table':
      return [drawTable(block)];
    case 'fields':
      return block.fields.map(({ label, value, look, part }) =>
        look === 'check'
          ? createBox('screen-line', [
              ...mark(part),
              createBreakableWords('', `${value === '' ? '☐' : '☑'} ${label}`),
            ])
          : createBox('screen-line', [
              createBox('screen-label', [...mark(part), createBreakableWords('', label)], 'span'),
              createBreakableWords(
                `sketch-input${look === 'choice' ? ' sketch-dropdown' : ''}`,
                value === '' ? '\u00a0' : value,
              ),
            ]),
      );
    case 'words':
      return [createBreakableWords(block.look === 'title' ? 'screen-title' : '', block.text)];
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
  const head = columns.map(({ name, part }, position) =>
    createBox(`${cellAt(position)} screen-head`, [...mark(part), createBreakableWords('', name)]),
  );
  const lines = rows.map((row, index) =>
    createBox(
      index === current ? 'screen-row screen-current' : 'screen-row',
      row.map((cell, position) => createBox(cellAt(position), drawCellParts(cell))),
    ),
  );
  return createBox('screen-grid', [createBox('screen-row', head), ...lines]);
}

function drawCellParts(cell: BlockOf<'table'>['rows'][number][number]): Children {
  if (typeof cell === 'string') return [createBreakableWords('', cell)];
  const { text, state, buttons, part } = cell;
  return [
    ...mark(part),
    ...(state === undefined ? [] : [drawDot(colours[state])]),
    ...(text === '' ? [] : [createBreakableWords('', text)]),
    ...buttons.flatMap((button) => [createBreakableWords('screen-button', button), createHtmlText(' ')]),
  ];
}
