import { readStyle } from '../read-style.ts';
import { addProperties, type Component, createMarkdownElement, readElement, toBlocks } from './component.ts';

const style = readStyle(new URL('./steps.css', import.meta.url));
const listProperties = { className: ['md-steps'], role: 'list' };

/** A numbered procedure: an ordered list, or steps with titles. */
export const steps: Component = {
  attributes: {},
  style,
  draw({ children, properties, report, writtenName }) {
    const blocks = toBlocks(children);
    const [onlyBlock] = blocks;
    if (onlyBlock?.type === 'list' && onlyBlock.ordered && blocks.length === 1) {
      // Browsers that draw no numbers of their own forget that it is a list.
      addProperties(onlyBlock, { ...properties('md-steps'), role: 'list' });
      return [onlyBlock];
    }
    if (blocks.length === 0 || !blocks.every(isStep)) {
      report(`${writtenName} needs one numbered list, or nothing but steps: <Step title="…">.`);
      return blocks;
    }
    return [createMarkdownElement('ol', { ...listProperties, ...properties('md-steps') }, blocks)];
  },
};

/** One step of `steps`. */
export const step: Component = {
  attributes: { title: 'text' },
  draw: ({ title, children, properties }) => [
    createMarkdownElement('li', properties('md-step'), [
      ...(title.length === 0
        ? []
        : [
            createMarkdownElement('p', { className: ['md-step-title'] }, [
              createMarkdownElement('strong', {}, title),
            ]),
          ]),
      ...toBlocks(children),
    ]),
  ],
};

const isStep = (node: Parameters<typeof readElement>[0]) => readElement(node).classes.includes('md-step');
