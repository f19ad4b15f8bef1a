import type { SiteComponentHost } from 'gatehouse/sections';
import { defineComponent } from '../component.ts';
import { linkTo } from '../linked-prose.ts';
import { formatCode, formatMarkdownTable, formatProse, joinWords } from '../markdown.ts';
import { type DescribedField, nameField } from './described-fields.ts';

/** Parameters that many lists share. A section names them and leads to the article that explains them. */
const listParameters: Readonly<Record<string, string>> = {
  filter: 'Text that the records must match',
  search: 'Text to look for',
  start: 'Number of records to skip, from 0',
  offset: 'Number of records to skip, from 0',
  limit: 'Highest number of records',
  sort: 'Field to sort by',
  dir: 'Direction of sorting: `ASC` or `DESC`',
  date_from: 'First date, `YYYY-MM-DD`',
  date_to: 'Last date, `YYYY-MM-DD`',
};

/** `<ListParameters />`: the table that the sections of lists lead to. */
export const listParameterTable = defineComponent({}, () => [
  formatMarkdownTable(Object.entries(listParameters), [
    ['Parameter', ([name]) => formatCode(name)],
    ['Meaning', ([, meaning]) => formatProse(meaning)],
  ]),
]);

/** A parameter with another meaning, or one that a list can't do without, is described by its endpoint. */
export function isListParameter({ name, meaning, isRequired }: DescribedField): boolean {
  return (
    !isRequired && Object.hasOwn(listParameters, name) && formatProse(listParameters[name] ?? '') === meaning
  );
}

/** A page refers to a description elsewhere only for this many parameters. Fewer are named again. */
const REPEATED_PARAMETERS_MIN = 4;

/**
 * Names the parameters of long lists, and leads to the article that explains them. A later section with the same ones
 * leads to the section at `place`, which has their names and defaults.
 */
export function referToListParameters(
  host: SiteComponentHost,
  fields: readonly DescribedField[],
  place: string,
): { earlierPlace: string | undefined; sentence: string } {
  const article = {
    page: 'LuranaBPA/Developer Info/RESTAPI/CallingLuranaEndpoints/CallEndpoint',
    id: 'pages',
  };
  const sentence = `See ${linkTo(host, article, 'long lists')} for ${joinWords(fields.map(nameField), 'and')}.`;
  const earlierPlace = host.said.get(sentence);
  if (earlierPlace === undefined) host.said.set(sentence, place);
  return earlierPlace !== undefined && fields.length >= REPEATED_PARAMETERS_MIN
    ? { earlierPlace, sentence: `See ${earlierPlace} for the parameters of long lists.` }
    : { earlierPlace: undefined, sentence };
}
