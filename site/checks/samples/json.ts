import { checkSamples, type Rule } from '../rule.ts';

export const jsonSamples: Rule = ({ articles }) =>
  checkSamples(articles, ['json'], ({ code }) => {
    try {
      JSON.parse(code);
      return [];
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const line = Number(/line (\d+)/.exec(message)?.[1] ?? 1);
      return [{ line, message: `The sample isn't valid JSON: ${message}.` }];
    }
  });
