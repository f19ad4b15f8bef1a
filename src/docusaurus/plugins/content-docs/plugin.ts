import { docsOptionsSchema } from '../../../config/docs-options.ts';
import { removeUndefined, type Unused } from '../../config-notes.ts';
import {
  leaveOutComponents,
  listOptions,
  noRecma,
  normalizeOptions,
  reportKnownPlugins,
} from '../content-options.ts';
import type { KnownPackages } from '../plugin.ts';

const docsOptions = listOptions(docsOptionsSchema, ['audience', 'showSingleVersion']);

const unusedByDocs: Unused = {
  recmaPlugins: noRecma,
  ...leaveOutComponents('docsRootComponent docVersionRootComponent docRootComponent docItemComponent'),
  ...leaveOutComponents('docTagDocListComponent docTagsListComponent docCategoryGeneratedIndexComponent'),
};

/** The options, with Docusaurus' defaults where ours differ. */
export const contentDocs: KnownPackages = {
  '@docusaurus/plugin-content-docs': {
    verdict: 'works',
    why: 'the same addresses, sidebars, versions and languages',
    read(source, { at, notes, settings }) {
      const options = notes.pick(source, at, docsOptions, unusedByDocs);
      const collapsible = options.sidebarCollapsible ?? true;
      reportKnownPlugins(options, notes);
      settings.docs.push(
        removeUndefined({
          showLastUpdateTime: false,
          showLastUpdateAuthor: false,
          // Docusaurus reads a sidebars file only if the configuration names it.
          sidebarPath: null,
          ...options,
          sidebarCollapsed: collapsible === false ? false : options.sidebarCollapsed,
          ...normalizeOptions(options),
        }),
      );
    },
  },
};
