import { didYouMean } from 'gatehouse/checks';
import { z } from 'zod';
import type { Rule } from '../rule.ts';

const trigger = z.looseObject({ title: z.string() });
const story = z.looseObject({
  processes: z.array(z.looseObject({ triggers: z.array(trigger).default([]) })),
});

/**
 * A sample with the title `Trigger: X` or `Script task: X` has the complete code of trigger X of the story,
 * on every page. A part or a variant of a trigger has the title of an example.
 */
export const storyTriggers: Rule = ({ articles, file: fileOf }) => {
  const storyFile = fileOf('docs/_data/story.json');
  const { processes } = story.parse(JSON.parse(storyFile.text));
  const titles = new Set(processes.flatMap(({ triggers }) => triggers.map(({ title }) => title)));
  const samples = articles.flatMap(({ file, samples: ofArticle }) =>
    ofArticle.flatMap(({ title, code, line }) => {
      const name = /^(?:Trigger|Script task): (.+)$/.exec(title)?.[1];
      return name === undefined ? [] : [{ name, code: code.trimEnd(), at: { file, line } }];
    }),
  );
  return [...Map.groupBy(samples, ({ name }) => name)].flatMap(([name, [first, ...copies]]) => {
    if (!first) return [];
    const unknown = `"${name}" is no trigger in ${storyFile.file}: add it there, or title the sample "Example: …".${didYouMean(name, titles)}`;
    const message = `The trigger "${name}" has other code in ${first.at.file}:${first.at.line}: show the same, or title the sample "Example: …".`;
    return [
      ...(titles.has(name) ? [] : [{ ...first.at, message: unknown }]),
      ...copies.filter(({ code }) => code !== first.code).map(({ at }) => ({ ...at, message })),
    ];
  });
};
