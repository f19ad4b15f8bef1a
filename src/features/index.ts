import { announcements } from './announcements/feature.ts';
import { authoring } from './authoring/feature.ts';
import { backups } from './backups/feature.ts';
import type { Feature } from './feature.ts';
import { insights } from './insights/feature.ts';
import { mcp } from './mcp/feature.ts';
import { pdfExport } from './pdf-export/feature.ts';

/** The features that come with the program. */
export const engineFeatures: readonly Feature[] = [
  announcements,
  authoring,
  backups,
  insights,
  mcp,
  pdfExport,
];
