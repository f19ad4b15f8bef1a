import { defineFeature } from '../feature.ts';

/** Exports the site, or what some readers may see of it, as a PDF. */
export const pdfExport = defineFeature({
  name: 'pdf-export',
  commands: {
    export: { about: 'Export the site as a PDF', load: () => import('./export-command.ts') },
  },
});
