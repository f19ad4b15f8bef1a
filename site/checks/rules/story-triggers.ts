import type { Problem } from 'gatehouse/checks';
import { didYouMean } from 'gatehouse/checks';
import { z } from 'zod';
import type { ArticleSource } from '../article-source.ts';
import { problemAt } from '../problems.ts';

const trigger = z.looseObject({ title: z.string() });
const story = z.looseObject({
  processes: z.array(z.looseObject({ triggers: z.array(trigger).default([]) })),
});

/** The titles of the triggers that the processes of the story have. */
export function storyTriggers(storyText: string): ReadonlySet<string> {
  const { processes } = story.parse(JSON.parse(storyText));
  return new Set(processes.flatMap(({ triggers }) => triggers.map(({ title }) => title)));
}

/**
 * A sample with the title `Trigger: X` or `Script task: X` is the whole trigger X of the story, with the same
 * code on every page. A part or a variant of it is an example.
 */
export function checkStoryTriggers(
  articles: readonly ArticleSource[],
  triggers: ReadonlySet<string>,
): Problem[] {
  const shown = articles.flatMap(({ file, samples }) =>
    samples.flatMap(({ title, code, line }) => {
      const name = /^(?:Trigger|Script task): (.+)$/.exec(title)?.[1];
      return name === undefined ? [] : [{ name, code: code.trimEnd(), file, line }];
    }),
  );
  return [...Map.groupBy(shown, ({ name }) => name)].flatMap(([name, [first, ...others]]) => {
    if (!first) return [];
    const unknown = triggers.has(name)
      ? []
      : [
          problemAt(
            'story-trigger',
            first,
            `"${name}" is no trigger in docs/_data/story.json: add it there, or title the sample "Example: …".${didYouMean(name, triggers)}`,
          ),
        ];
    const differing = others
      .filter(({ code }) => code !== first.code)
      .map((other) =>
        problemAt(
          'story-trigger',
          other,
          `The trigger "${name}" has other code in ${first.file}:${first.line}: show the same, or title the sample "Example: …".`,
        ),
      );
    return [...unknown, ...differing];
  });
}
