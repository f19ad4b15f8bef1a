import { z } from 'zod';
import type { Rule } from '../rule.ts';

/** The article that lists the running process from end to end. */
export const WHOLE_PROCESS_FILE =
  'docs/LuranaBPA/BasicFeatures/2HowToCreateYourFirstProcess/PurchaseRequestInFull.md';

const titled = z.looseObject({ title: z.string() });
const named = z.looseObject({ name: z.string() });
const control = z.looseObject({ variable: z.string().nullish(), id: z.string().optional() });
const running = titled.extend({
  tasks: z.array(named),
  variables: z.array(named),
  dynaforms: z.array(titled.extend({ rows: z.array(z.array(control)) })),
  inputDocuments: z.array(titled),
  outputDocuments: z.array(titled),
  triggers: z.array(titled.extend({ sets: z.array(z.string()).default([]) })),
  templates: z.array(named),
});
const story = z.looseObject({
  processes: z.tuple([running]).rest(z.unknown()),
  pmTables: z.array(named),
  reportTables: z.array(named),
});

/**
 * Samples take what they need from the first process of the story, and readers find all of it in one article:
 * whoever adds a variable, a form, a trigger or a table to the story adds it there too.
 */
export const wholeProcess: Rule = ({ file: fileOf }) => {
  const { file, text } = fileOf(WHOLE_PROCESS_FILE);
  const { processes, pmTables, reportTables } = story.parse(JSON.parse(fileOf('docs/_data/story.json').text));
  const [process] = processes;
  const controls = process.dynaforms.flatMap(({ rows }) => rows.flat());
  const parts = [
    ...written('task', process.tasks.map(nameOf), '*'),
    ...written('form', process.dynaforms.map(titleOf), '*'),
    ...written('document', [...process.inputDocuments, ...process.outputDocuments].map(titleOf), '*'),
    ...written('trigger', process.triggers.map(titleOf), '*'),
    ...written('variable', process.variables.map(nameOf), '`'),
    ...written(
      'variable of a trigger',
      process.triggers.flatMap(({ sets }) => sets),
      '`',
    ),
    ...written(
      'control',
      controls.map(({ variable, id }) => variable ?? id ?? 'continue'),
      '`',
    ),
    ...written('template', process.templates.map(nameOf), '`'),
    ...written('table', [...pmTables, ...reportTables].map(nameOf), '`'),
  ];
  return parts
    .filter(({ words }) => !text.includes(words))
    .map(({ kind, words }) => ({
      file,
      message: `The ${kind} ${words} of the story is missing: this article lists the whole process.`,
    }));
};

const nameOf = ({ name }: { name: string }) => name;
const titleOf = ({ title }: { title: string }) => title;

/** As articles write names of this kind: between asterisks or backticks. */
function written(kind: string, names: readonly string[], mark: '*' | '`') {
  return [...new Set(names)].map((name) => ({ kind, words: mark + name + mark }));
}
