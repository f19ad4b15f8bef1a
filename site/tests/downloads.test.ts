import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { readArticle } from '../checks/article-source.ts';
import storySource from '../docs/_data/story.json' with { type: 'json' };
import { listConditionVariables, parseCondition } from '../src/live/process-player/condition.ts';
import type { Diagram } from '../src/live/process-player/diagram.ts';
import { atFirst, isAllowed, listMoves, type Move, type Play } from '../src/live/process-player/play.ts';
import { createDiagram } from '../src/reference/bpmn/components.ts';
import { readBpmn } from '../src/reference/bpmn/read-bpmn.ts';
import { storyVariables } from '../src/reference/story-data.ts';
import { listDownloads } from '../testing/downloads.ts';
import { manualData } from '../testing/manual.ts';

const siteDir = path.resolve(import.meta.dirname, '..');
let downloads: ReturnType<typeof listDownloads>;

beforeAll(() => {
  const articles = manualData.listFiles('docs', /\.mdx?$/).flatMap((one) => readArticle(one) ?? []);
  downloads = listDownloads({ file: manualData.file, articles });
});

test('the processes that readers download are those of the story and the articles; `vitest -u` writes them', async () => {
  for (const { name, text } of downloads) await expect(text).toMatchFileSnapshot(path.join(siteDir, name));
});

test('the data has the code of the triggers that articles show, and the rows of the tables', () => {
  const exportedJson = downloads.find(({ name }) => name.endsWith('/purchase-request.json'))?.text ?? '';
  const { triggers, pmTables }: Data = JSON.parse(exportedJson);
  expect(triggers.find(({ title }) => title === 'Compute total')?.code).toContain('@#totalAmount = $total;');
  expect(triggers.filter(({ code }) => code !== undefined).length).toBeGreaterThan(40);
  expect(pmTables.find(({ name }) => name === 'PMT_COUNTRY')?.rows[0]).toEqual({
    CODE: 'CA',
    NAME: 'Canada',
  });
});

test('an example process has its forms and the code of its triggers', () => {
  const exportedJson = downloads.find(({ name }) => name.endsWith('/leave-request.json'))?.text ?? '';
  const { forms, triggers }: ExampleData = JSON.parse(exportedJson);
  expect(forms.map(({ title }) => title)).toEqual(['Leave request']);
  expect(triggers.map(({ code }) => code)).toEqual([expect.stringContaining('@%leaveDays = $weekdays;')]);
});

test('there is an example for each frequent need besides the purchase request', () => {
  expect(storySource.examples.map(({ title }) => title)).toEqual([
    'Leave request',
    'Invoice approval',
    'New employee',
    'Travel expenses',
    'IT request',
  ]);
});

describe.each(storySource.examples)('the example $title', ({ drawing }) => {
  let diagram: Diagram;
  let data: ExampleData;
  beforeAll(async () => {
    diagram = await importDiagram(path.join(siteDir, `static/downloads/${drawing}.bpmn`));
    data = JSON.parse(readFileSync(path.join(siteDir, `static/downloads/${drawing}.json`), 'utf8'));
  });

  test('imports as a diagram that the engine can run', () => {
    const runKinds = ['task', 'startEvent', 'endEvent', ...gatewayKinds];
    expect(diagram.nodes.map(({ kind }) => kind).filter((kind) => !runKinds.includes(kind))).toEqual([]);
    expect(diagram.nodes.filter(({ trigger }) => trigger !== undefined)).toEqual([]);
    for (const { id } of diagram.nodes.filter(
      ({ kind }) => kind === 'exclusiveGateway' || kind === 'inclusiveGateway',
    )) {
      const outgoingFlows = diagram.flows.filter(({ source }) => source === id);
      const withoutCondition = outgoingFlows.filter(({ condition }) => condition === undefined);
      expect(outgoingFlows.length === 1 || withoutCondition.every(({ isDefault }) => isDefault), id).toBe(
        true,
      );
    }
  });

  test('plays to its end through every branch', () => {
    const { flows, stuck, moves } = playAll(diagram);
    expect(stuck).toEqual([]);
    expect(flows.toSorted()).toEqual(diagram.flows.map(({ id }) => id).toSorted());
    // Some values of the forms lead into every branch that a gateway offers.
    const choices = moves.filter(({ choice }) => choice !== undefined);
    const unreachableChoices = choices.filter(
      (move) => !listAnswers(diagram).some((values) => isAllowed(diagram, move, values)),
    );
    expect(unreachableChoices.map(({ label }) => label)).toEqual([]);
  });

  test('has a task, a form and a variable for everything in the diagram', () => {
    const tasks = diagram.nodes.filter(({ kind }) => kind === 'task').map(({ name }) => name);
    expect(data.tasks.map(({ name }) => name).toSorted()).toEqual(tasks.toSorted());
    const variables = data.variables.map(({ name }) => name);
    const conditions = diagram.flows.flatMap(({ condition }) =>
      condition === undefined ? [] : [parseCondition(condition)],
    );
    const fields = data.forms.flatMap(({ rows }) => rows.flat()).map(({ id }) => id);
    const usedNames = [
      ...conditions.flatMap((condition) =>
        condition ? listConditionVariables(condition).map(({ name }) => name) : ['?'],
      ),
      ...fields.filter((id) => id !== 'continue'),
      ...data.triggers.flatMap(({ sets }) => sets),
    ];
    expect(usedNames.filter((name) => !variables.includes(name))).toEqual([]);
    expect(data.triggers.filter(({ code, sets }) => !sets.every((name) => code?.includes(name)))).toEqual([]);
    // The form of a step is in the file, or is the form Approval of the purchase request.
    const formTitles = ['Approval', ...data.forms.map(({ title }) => title)];
    const steps = data.tasks
      .flatMap((task) => task.steps)
      .filter((step) => !step.endsWith(', input document'));
    expect(steps.filter((step) => !formTitles.includes(step.replace(/, (?:edit|view)$/, '')))).toEqual([]);
  });
});

const gatewayKinds = ['exclusiveGateway', 'inclusiveGateway', 'parallelGateway'];

/** Reads a file like the Designer, and expects no warnings and a place for every element. */
async function importDiagram(file: string): Promise<Diagram> {
  const model = await readBpmn(readFileSync(file, 'utf8'));
  if (typeof model === 'string') throw new Error(`${file}: ${model}`);
  return createDiagram(model, storyVariables.parse(JSON.stringify(storySource)));
}

/** Every flow that a token can take, every move, and the states in which a token remains without a move. */
function playAll(diagram: Diagram): { flows: string[]; moves: Move[]; stuck: Play[] } {
  const plays = [atFirst];
  const positions = new Set<string>();
  const flows = new Set<string>();
  const allMoves: Move[] = [];
  for (const play of plays) {
    for (const move of listMoves(diagram, play)) {
      allMoves.push(move);
      for (const id of move.next.taken) flows.add(id);
      const position = move.next.tokens.toSorted().join();
      if (!positions.has(position)) plays.push(move.next);
      positions.add(position);
    }
  }
  const stuckPlays = plays.filter((play) => play.tokens.length > 0 && listMoves(diagram, play).length === 0);
  return { flows: [...flows], moves: allMoves, stuck: stuckPlays };
}

/** Lists all combinations of answers: each option of a field, and small and large numbers. */
function listAnswers({ variables }: Diagram): Record<string, string>[] {
  return variables.reduce<Record<string, string>[]>(
    (answers, { name, look, options }) => {
      const values =
        look === 'number' ? ['1', '100000'] : look === 'check' ? ['0', '1'] : options.map(([value]) => value);
      return answers.flatMap((answer) => values.map((value) => ({ ...answer, [name]: value })));
    },
    [{}],
  );
}

interface ExampleData {
  tasks: { name: string; steps: string[] }[];
  variables: { name: string }[];
  forms: { title: string; rows: { id: string }[][] }[];
  triggers: { code?: string; sets: string[] }[];
}

interface Data {
  triggers: { title: string; code?: string }[];
  pmTables: { name: string; rows: Record<string, unknown>[] }[];
}
