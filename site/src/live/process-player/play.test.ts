import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createDiagram } from '../../reference/bpmn/components.ts';
import { readBpmn } from '../../reference/bpmn/read-bpmn.ts';
import { storyVariables } from '../../reference/story-data.ts';
import type { Diagram } from './diagram.ts';
import { atFirst, isAllowed, listMoves, listWaits, type Play } from './play.ts';

const data = path.resolve(import.meta.dirname, '../../../docs/_data');
const folder = path.join(data, 'processes');
const story = readFileSync(path.join(data, 'story.json'), 'utf8');

async function readDiagram(name: string): Promise<Diagram> {
  const model = await readBpmn(readFileSync(path.join(folder, `${name}.bpmn`), 'utf8'));
  if (typeof model === 'string') throw new Error(model);
  return createDiagram(model, storyVariables.parse(story));
}

/** Presses the moves that begin with these words, one after the other. */
function pressMoves(of: Diagram, ...words: string[]): Play {
  return words.reduce((play, word) => {
    const move = listMoves(of, play).find(({ label }) => label.startsWith(word));
    if (!move) throw new Error(`"${word}" is none of: ${listMoveLabels(of, play).join('; ')}`);
    return move.next;
  }, atFirst);
}

const listMoveLabels = (of: Diagram, play: Play) => listMoves(of, play).map(({ label }) => label);

test('a gateway asks which way, with its conditions and its default', async () => {
  const purchase = await readDiagram('purchase-request');
  const play = pressMoves(purchase, 'Start', 'Complete Request purchase', 'Complete Approve request');
  expect(listMoves(purchase, play).map(({ condition }) => condition)).toEqual([
    '@@decision == "rejected"',
    '@#totalAmount > 5000',
    undefined,
  ]);
  expect(listMoveLabels(purchase, play)).toEqual([
    'Manager decision: rejected, to Request rejected',
    'Manager decision: more than 5,000 USD, to Approve budget',
    'Manager decision: no condition is true, to Place order',
  ]);
});

test('values of the form choose the flow: the first true condition, or the default flow', async () => {
  const purchase = await readDiagram('purchase-request');
  const play = pressMoves(purchase, 'Start', 'Complete Request purchase', 'Complete Approve request');
  const listLabels = (values: Record<string, string>) =>
    listMoves(purchase, play)
      .filter((move) => isAllowed(purchase, move, values))
      .map(({ label }) => label);
  expect(listLabels({})).toEqual(['Manager decision: no condition is true, to Place order']);
  expect(listLabels({ totalAmount: '7440' })).toEqual([
    'Manager decision: more than 5,000 USD, to Approve budget',
  ]);
  expect(listLabels({ totalAmount: '7440', decision: 'rejected' })).toEqual([
    'Manager decision: rejected, to Request rejected',
  ]);
});

test('each condition of a drawing has its field, as the forms of the story have it', async () => {
  const { variables } = await readDiagram('loop');
  expect(variables).toEqual([
    {
      name: 'decision',
      label: 'Decision',
      look: 'choice',
      options: [
        ['approved', 'Approved'],
        ['rejected', 'Rejected'],
        ['changes', 'changes'],
      ],
    },
  ]);
  expect((await readDiagram('purchase-request')).variables).toMatchObject([
    { name: 'decision', look: 'choice' },
    { name: 'totalAmount', label: 'Total amount (USD)', look: 'number' },
    { name: 'budgetDecision', look: 'choice' },
  ]);
});

test('an inclusive gateway takes every way whose condition is true', async () => {
  const inclusive = await readDiagram('inclusive-gateway');
  let play = atFirst;
  while (!listMoveLabels(inclusive, play).some((label) => label.includes(' and ')))
    play = listMoves(inclusive, play)[0]?.next ?? atFirst;
  const listTokens = (values: Record<string, string>) =>
    listMoves(inclusive, play)
      .filter((move) => isAllowed(inclusive, move, values))
      .map(({ next }) => next.tokens.length);
  expect(listTokens({ technical: '1', newSupplier: '1' })).toEqual([2]);
  expect(listTokens({ technical: '1' })).toEqual([1]);
  expect(listTokens({})).toEqual([1]);
});

test('a case ends when its last token has reached an end', async () => {
  const purchase = await readDiagram('purchase-request');
  const play = pressMoves(
    purchase,
    'Start',
    'Complete Request',
    'Complete Approve',
    'Manager decision: rejected',
    'End',
  );
  expect(play.tokens).toEqual([]);
  expect(listMoveLabels(purchase, play)).toEqual([]);
  expect(play.log.at(-1)).toBe('End: Request rejected.');
});

test('a parallel gateway splits, and its join waits for every branch', async () => {
  const parallel = await readDiagram('parallel-gateway');
  let play = atFirst;
  while (play.tokens.length < 2) play = listMoves(parallel, play)[0]?.next ?? atFirst;
  const [branch] = play.tokens;
  const before = play.tokens.length;
  play = listMoves(parallel, play)[0]?.next ?? play;
  expect(play.tokens.length).toBe(before);
  expect(play.tokens).not.toContain(branch);
  expect(listWaits(parallel, play).join()).toContain('waits for its other branches');
  while (listWaits(parallel, play).length > 0) play = listMoves(parallel, play)[0]?.next ?? atFirst;
  expect(listMoveLabels(parallel, play)).toEqual([expect.stringMatching(/^Join at parallel gateway/)]);
  expect(listMoves(parallel, play)[0]?.next.tokens).toHaveLength(1);
});

test('an inclusive gateway offers the conditions together, and its join waits for the chosen ones only', async () => {
  const inclusive = await readDiagram('inclusive-gateway');
  let play = atFirst;
  while (!listMoveLabels(inclusive, play).some((label) => label.includes(' and ')))
    play = listMoves(inclusive, play)[0]?.next ?? atFirst;
  const both = listMoves(inclusive, play).find(({ label }) => label.includes(' and '));
  const one = listMoves(inclusive, play)[0];
  expect(both?.next.tokens).toHaveLength(2);
  expect(one?.next.tokens).toHaveLength(1);
});

test('a message is sent before the other process can begin', async () => {
  const message = await readDiagram('start-from-message');
  expect(listMoves(message, atFirst)).toHaveLength(1);
  let play = atFirst;
  while (!listMoveLabels(message, play).some((label) => label.startsWith('The message arrives')))
    play = listMoves(message, play)[0]?.next ?? atFirst;
  expect(play.sent).toHaveLength(1);
});

test('a timer is pressed, and a loop can be taken again', async () => {
  const timers = await readDiagram('timer-events');
  expect(listMoveLabels(timers, atFirst).join()).toContain('The time comes');
  const loop = await readDiagram('loop');
  const back = pressMoves(loop, 'Start', 'Complete', 'Complete');
  const again = listMoves(loop, back).find(({ label }) => label.includes('to Request purchase'));
  expect(again && listMoveLabels(loop, again.next)).toEqual(['Complete Request purchase']);
});

test.each([
  ['invoice-approval', ['Start', 'Complete Register', 'Complete Check', 'Result of the check: above'], 4],
  ['purchase-request', ['Start', 'Complete Request purchase', 'Complete Approve request'], 3],
])('the flows taken in %s stay marked, and only those', async (name, moves, count) => {
  const of = await readDiagram(name);
  expect(atFirst.taken).toEqual([]);
  const flows = pressMoves(of, ...moves).taken;
  expect(flows).toHaveLength(count);
  for (const before of [1, 2])
    expect(flows).toEqual(expect.arrayContaining(pressMoves(of, ...moves.slice(0, before)).taken));
});

test('a flow that a loop takes again is marked once', async () => {
  const loop = await readDiagram('loop');
  const back = pressMoves(loop, 'Start', 'Complete', 'Complete');
  const again = listMoves(loop, back).find(({ label }) => label.includes('to Request purchase'));
  const flows = listMoves(loop, again?.next ?? atFirst)[0]?.next.taken ?? [];
  expect(flows.length).toBeGreaterThan(back.taken.length);
  expect(new Set(flows).size).toBe(flows.length);
});

/** Lists the ends that are reached by trying every move. */
function listEnds(of: Diagram): Play[] {
  const plays = [atFirst];
  const seen = new Set<string>();
  for (const play of plays) {
    for (const { next } of listMoves(of, play)) {
      const key = [...next.tokens.toSorted(), '|', ...next.sent.toSorted()].join();
      if (seen.has(key)) continue;
      seen.add(key);
      plays.push(next);
    }
  }
  return plays.filter((play) => listMoves(of, play).length === 0);
}

test('every diagram of the manual can be played to its end, and no way through it gets stuck', async () => {
  for (const file of readdirSync(folder)) {
    const ends = listEnds(await readDiagram(file.replace(/\.bpmn$/, '')));
    expect(ends.length, file).toBeGreaterThan(0);
    expect(
      ends.flatMap(({ tokens }) => tokens),
      file,
    ).toEqual([]);
  }
});
