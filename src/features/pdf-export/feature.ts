import type { TextsOf } from '../../config/feature-messages.ts';
import { nonEmptyText, type SettingsOf } from '../../config/settings.ts';
import { defineFeature } from '../feature.ts';
import type en from './messages/en.json';
import { PDF_PATH } from './pdf-address.ts';

const pdfSettings = {
  PDF_BROWSER: {
    schema: nonEmptyText.optional(),
    group: 'Server',
    meaning: 'Path of Chromium or Chrome, which creates PDFs.',
    defaultIs: 'the usual places',
  },
};

const errorCodes = {
  'pdf-unavailable': 'The server has no browser that can create PDFs.',
  'pdf-too-large': 'The chapter has too many pages for one PDF, or the PDF would be too large.',
} as const;

declare module '../../config/settings.ts' {
  interface FeatureSettings extends SettingsOf<typeof pdfSettings> {}
}

declare module '../../config/feature-messages.ts' {
  interface FeatureTexts extends TextsOf<typeof en> {}
}

declare module '../../model/api/error-codes.ts' {
  interface FeatureErrorCodes extends Record<keyof typeof errorCodes, string> {}
}

/** Saves the site as a PDF: all of it, or what some readers may see, and for readers a page or its chapter. */
export const pdfExport = defineFeature({
  name: 'pdf-export',
  settings: pdfSettings,
  messages: new URL('./messages/', import.meta.url),
  errorCodes,
  commands: {
    export: { about: 'Export the site as a PDF', load: () => import('./export-command.ts') },
  },
  // A POST: pages of other sites can't make a reader's browser send it.
  routes: [{ method: 'POST', path: PDF_PATH, access: 'reader', kind: 'route' }],
  parts: { 'page-menu': new URL('./save-pdf.tsx', import.meta.url) },
  async examine(environment, { texts }) {
    const { checkBrowser } = await import('./check-browser.ts');
    return checkBrowser(environment, texts);
  },
  async start(context) {
    const { startReaderPdf } = await import('./reader-pdf.ts');
    return startReaderPdf(context);
  },
});
