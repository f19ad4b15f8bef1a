import type { Nodes } from 'mdast';
import { toString as textOf } from 'mdast-util-to-string';
import { didYouMean } from '../../shared/near-name.ts';
import { readStyle } from '../read-style.ts';
import {
  addProperties,
  type Component,
  type ComponentUse,
  createMarkdownElement,
  createMarkdownText,
  toLine,
} from './component.ts';

const style = readStyle(new URL('./term.css', import.meta.url));

/**
 * A word whose explanation opens in place: by a click, a touch or a key without scripts, and under the pointer with
 * them. The explanation is an attribute or in the glossary.
 */
export const term: Component = {
  attributes: { definition: 'text', name: 'text' },
  isInline: true,
  style,
  draw({ attributes, children, properties, ...use }) {
    const words = children.length > 0 ? toLine(children) : [createMarkdownText(attributes.name ?? '')];
    const name =
      attributes.name ??
      words
        .map((node) => textOf(node))
        .join('')
        .trim();
    const definition = attributes.definition ?? use.glossary.find(name);
    if (definition === undefined) {
      use.report(explainMissing(name, use));
      return words;
    }
    const id = use.explain(name, definition);
    return [
      createMarkdownElement(
        'button',
        { type: 'button', ...properties('md-term'), popoverTarget: id, ariaDescribedBy: [id] },
        words,
      ),
    ];
  },
};

function explainMissing(
  name: string,
  { writtenName, glossary }: Pick<ComponentUse, 'writtenName' | 'glossary'>,
): string {
  const hint = didYouMean(
    name,
    glossary.terms.map(([one]) => one),
  );
  const reason = glossary.problem ?? `The glossary has no "${name}".${hint}`;
  return `${writtenName}: ${reason} Add the term to glossary.yaml in the site folder, or write definition="…".`;
}

/** The explanation that a term opens. At the end of the document it doesn't interrupt the text where nothing opens. */
export function drawExplanation(id: string, name: string, content: readonly Nodes[]): Nodes {
  const title = createMarkdownElement('strong', {}, [createMarkdownText(name)]);
  return createMarkdownElement('div', { id, className: ['md-hint'], popover: '' }, [
    createMarkdownElement('p', {}, [title, createMarkdownText(': '), ...toLine(content)]),
  ]);
}

/** All terms of the glossary with their explanations. */
export const glossary: Component = {
  attributes: {},
  draw({ glossary: { terms, problem }, parse, properties, report, writtenName }) {
    if (problem !== undefined || terms.length === 0)
      report(
        `${writtenName}: ${problem ?? 'The site has no glossary. Write one in glossary.yaml in the site folder.'}`,
      );
    const sortedTerms = [...terms].sort(([one], [other]) => one.localeCompare(other));
    return [
      createMarkdownElement(
        'dl',
        properties(),
        sortedTerms.flatMap(([name, text]) => [
          createMarkdownElement('dt', {}, [createMarkdownText(name)]),
          createMarkdownElement('dd', {}, toLine(parse(text))),
        ]),
      ),
    ];
  },
};

/** Links that show the beginning of their page before a reader follows them. Scripts fetch it as that reader. */
export const preview: Component = {
  attributes: {},
  isInline: true,
  style,
  draw({ children, report, writtenName }) {
    const content = toLine(children);
    const links = content.filter((node) => node.type === 'link');
    if (links.length === 0) report(`${writtenName} needs a link: [text](page.md).`);
    for (const link of links) addProperties(link, { dataPreview: '' });
    return content;
  },
};
