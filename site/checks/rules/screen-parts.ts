import { listPartNumbers } from '../../src/reference/screens/screen-definition.ts';
import { inEach, type Rule } from '../rule.ts';

/** Whoever does not see a screen reads what its parts are: the list in it explains each number. */
export const screenParts: Rule = ({ articles, filesIn }) => {
  const parts = new Map(
    filesIn('docs/_data/screens', /\.json$/).map(({ name, text }) => [
      name,
      listPartNumbers(JSON.parse(text)).length,
    ]),
  );
  return inEach(articles, ({ components }) =>
    components
      .filter(({ name }) => name === 'Screen')
      .flatMap(({ attributes, line, listItems }) => {
        const drawn = parts.get(`docs/_data/screens/${attributes.name}.json`);
        if (drawn === undefined || drawn === listItems) return [];
        const message = `The screen ${attributes.name} has ${drawn} numbered parts, and the list between the tags has ${listItems} items: explain each part.`;
        return [{ line, message }];
      }),
  );
};
