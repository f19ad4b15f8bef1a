import { listPartNumbers } from '../../src/reference/screens/screen-definition.ts';
import { checkEach, type Rule } from '../rule.ts';

/** The list in a screen explains each numbered part, for readers who don't see the picture. */
export const screenParts: Rule = ({ articles, listFiles }) => {
  const parts = new Map(
    listFiles('docs/_data/screens', /\.json$/).map(({ name, text }) => [
      name,
      listPartNumbers(JSON.parse(text)).length,
    ]),
  );
  return checkEach(articles, ({ components }) =>
    components
      .filter(({ name }) => name === 'Screen')
      .flatMap(({ attributes, line, listItems }) => {
        const drawnParts = parts.get(`docs/_data/screens/${attributes.name}.json`);
        if (drawnParts === undefined || drawnParts === listItems) return [];
        const message = `The screen ${attributes.name} has ${drawnParts} numbered parts, and the list between the tags has ${listItems} items: explain each part.`;
        return [{ line, message }];
      }),
  );
};
