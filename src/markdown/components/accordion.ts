import { readStyle } from '../read-style.ts';
import { addProperties, type Component, createMarkdownElement, readElement, toBlocks } from './component.ts';

const style = readStyle(new URL('./accordion.css', import.meta.url));

/** Sections that readers unfold, one below the other. `exclusive`: opening one closes the others. */
export const accordions: Component = {
  attributes: { exclusive: 'flag' },
  style,
  draw({ attributes, children, properties, createName }) {
    const blocks = toBlocks(children);
    if ('exclusive' in attributes) {
      const name = createName('accordion');
      for (const block of blocks)
        if (readElement(block).tagName === 'details') addProperties(block, { name });
    }
    return [createMarkdownElement('div', properties('md-accordions'), blocks)];
  },
};

/** A section that readers unfold. */
export const accordion: Component = {
  attributes: { title: 'text', open: 'flag' },
  required: ['title'],
  style,
  draw: ({ attributes, title, children, properties }) => [
    createMarkdownElement(
      'details',
      { ...properties('details'), ...('open' in attributes && { open: true }) },
      [createMarkdownElement('summary', {}, title), ...toBlocks(children)],
    ),
  ],
};
