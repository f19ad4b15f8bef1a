import { pagesOptionsSchema } from '../../../config/docs-options.ts';
import { removeUndefined, type Unused } from '../../config-notes.ts';
import { listOptions, noComponent, noRecma, normalizeOptions } from '../content-options.ts';
import type { KnownPackages } from '../plugin.ts';

const pagesOptions = listOptions(pagesOptionsSchema, ['audience']);

const unusedByPages: Unused = {
  id: '',
  mdxPageComponent: noComponent,
  recmaPlugins: noRecma,
  editUrl: 'pages have no edit link',
  editLocalizedFiles: '',
  showLastUpdateTime: '',
  showLastUpdateAuthor: '',
};

export const contentPages: KnownPackages = {
  '@docusaurus/plugin-content-pages': {
    verdict: 'works',
    why: 'pages in React and Markdown, with the same addresses',
    read(source, { name, at, notes, settings }) {
      if (settings.pages !== false)
        notes.addProblem('warning', name, 'Only one folder of pages can be read. The last one is used.');
      const options = notes.pick(source, at, pagesOptions, unusedByPages);
      settings.pages = removeUndefined({ ...options, ...normalizeOptions(options) });
    },
  },
};
