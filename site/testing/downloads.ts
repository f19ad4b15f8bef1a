import { z } from 'zod';
import type { ArticleSource } from '../checks/article-source.ts';
import type { Manual } from '../checks/rule.ts';

const trigger = z.looseObject({ title: z.string() });
const table = z.looseObject({
  name: z.string(),
  columns: z.array(z.tuple([z.string(), z.string()]).rest(z.string())).default([]),
  rows: z.array(z.array(z.unknown())).default([]),
});
/** Without its states, which only the drawings need. */
const formFields = z.object({ title: z.string(), rows: z.array(z.unknown()) });
/** A process of an article of its own, which no other sample uses. */
const example = z.looseObject({
  drawing: z.string(),
  forms: z.array(z.string()),
  triggers: z.array(trigger),
});
const story = z.looseObject({
  examples: z.array(example),
  processes: z.tuple([z.looseObject({ triggers: z.array(trigger) })]).rest(z.unknown()),
  groups: z.array(z.unknown()),
  pmTables: z.array(table),
  reportTables: z.array(z.unknown()),
});

/** Files that readers can download from processes, made from the story, the drawings and the articles. */
export function listDownloads({
  file,
  articles,
}: Pick<Manual, 'file' | 'articles'>): { name: string; text: string }[] {
  const { examples, processes, groups, pmTables, reportTables } = story.parse(
    JSON.parse(file('docs/_data/story.json').text),
  );
  const [{ triggers, ...process }] = processes;
  const codes = triggerCodes(articles, /^(?:Trigger|Script task): (.+)$/);
  const exampleCodes = triggerCodes(articles, /^Example: (.+)$/);
  const data = {
    process,
    triggers: triggers.map((item) => ({ ...item, code: codes.get(item.title) })),
    groups,
    pmTables: pmTables.map(({ columns, rows, ...one }) => ({
      ...one,
      columns: columns.map(([name, type, ...marks]) => ({ name, type, key: marks.includes('key') })),
      rows: rows.map((row) => Object.fromEntries(columns.map(([name], index) => [name, row[index] ?? null]))),
    })),
    reportTables,
  };
  return [
    {
      name: 'static/downloads/purchase-request.bpmn',
      text: file('docs/_data/processes/purchase-request.bpmn').text,
    },
    { name: 'static/downloads/purchase-request.json', text: toJsonFile(data) },
    ...examples.flatMap((item) => listExampleFiles(item, file, exampleCodes)),
  ];
}

function listExampleFiles(
  { drawing, forms, dynaforms: _, triggers, ...process }: z.output<typeof example>,
  file: Manual['file'],
  codes: ReadonlyMap<string, string>,
): { name: string; text: string }[] {
  const drawnForms = forms.map((name): unknown => JSON.parse(file(`docs/_data/forms/${name}.json`).text));
  const data = {
    ...process,
    forms: drawnForms.map((form) => formFields.parse(form)),
    triggers: triggers.map((item) => ({ ...item, code: codes.get(item.title) })),
  };
  return [
    { name: `static/downloads/${drawing}.bpmn`, text: file(`docs/_data/processes/${drawing}.bpmn`).text },
    { name: `static/downloads/${drawing}.json`, text: toJsonFile(data) },
  ];
}

const toJsonFile = (data: unknown) => `${JSON.stringify(data, null, 2)}\n`;

/** The code of triggers in the articles, by title. */
function triggerCodes(articles: readonly ArticleSource[], titles: RegExp): Map<string, string> {
  return new Map(
    articles.flatMap(({ samples }) =>
      samples.flatMap(({ title, code }): [string, string][] => {
        const name = titles.exec(title)?.[1];
        return name === undefined ? [] : [[name, code.trimEnd()]];
      }),
    ),
  );
}
