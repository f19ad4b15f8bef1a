import type { Problem } from 'gatehouse/checks';
import type { ArticleSource } from '../article-source.ts';
import { problemAt } from '../problems.ts';

export function checkJsonSamples({ file, samples }: ArticleSource): Problem[] {
  return samples
    .filter(({ language }) => language === 'json')
    .flatMap(({ code, line }) => {
      try {
        JSON.parse(code);
        return [];
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        const place = /line (\d+)/.exec(message)?.[1];
        return [
          problemAt(
            'sample-json',
            { file, line: line + Number(place ?? 1) - 1 },
            `The sample is no JSON: ${message}.`,
          ),
        ];
      }
    });
}
