import { defineFeature } from '../feature.ts';

/** Tools for authors besides the preview. */
export const authoring = defineFeature({
  name: 'authoring',
  commands: {
    new: { about: 'Create a document or a category', load: () => import('./new-command.ts') },
    rename: {
      about: 'Move documents and update everything that links to them',
      load: () => import('./rename/rename-command.ts'),
    },
    schema: { about: 'Print or write JSON schemas for editors', load: () => import('./schema-command.ts') },
    check: { about: 'Check content, rules and size budgets', load: () => import('./check-command.ts') },
  },
});
