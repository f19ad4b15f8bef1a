import { z } from 'zod';
import type { ArticleSource } from '../checks/article-source.ts';
import type { Manual } from '../checks/rule.ts';

const trigger = z.looseObject({ title: z.string() });
const table = z.looseObject({
  name: z.string(),
  columns: z.array(z.tuple([z.string(), z.string()]).rest(z.string())).default([]),
  rows: z.array(z.array(z.unknown())).default([]),
});
const story = z.looseObject({
  processes: z.tuple([z.looseObject({ triggers: z.array(trigger) })]).rest(z.unknown()),
  groups: z.array(z.unknown()),
  pmTables: z.array(table),
  reportTables: z.array(z.unknown()),
});

/** Files that readers can download from the running process, made from the story, the drawing and the articles. */
export function listDownloads({
  file,
  articles,
}: Pick<Manual, 'file' | 'articles'>): { name: string; text: string }[] {
  const { processes, groups, pmTables, reportTables } = story.parse(
    JSON.parse(file('docs/_data/story.json').text),
  );
  const [{ triggers, ...process }] = processes;
  const codes = triggerCodes(articles);
  const data = {
    process,
    triggers: triggers.map((one) => ({ ...one, code: codes.get(one.title) })),
    groups,
    pmTables: pmTables.map(({ columns, rows, ...one }) => ({
      ...one,
      columns: columns.map(([name, type, ...marks]) => ({ name, type, key: marks.includes('key') })),
      rows: rows.map((row) => Object.fromEntries(columns.map(([name], at) => [name, row[at] ?? null]))),
    })),
    reportTables,
  };
  return [
    {
      name: 'static/downloads/purchase-request.bpmn',
      text: file('docs/_data/processes/purchase-request.bpmn').text,
    },
    { name: 'static/downloads/purchase-request.json', text: `${JSON.stringify(data, null, 2)}\n` },
  ];
}

/** By the title of the trigger, as the articles show it. */
function triggerCodes(articles: readonly ArticleSource[]): Map<string, string> {
  return new Map(
    articles.flatMap(({ samples }) =>
      samples.flatMap(({ title, code }): [string, string][] => {
        const name = /^(?:Trigger|Script task): (.+)$/.exec(title)?.[1];
        return name === undefined ? [] : [[name, code.trimEnd()]];
      }),
    ),
  );
}
