import { authoring } from './authoring/feature.ts';
import type { Feature } from './feature.ts';
import { insights } from './insights/feature.ts';
import { mcp } from './mcp/feature.ts';
import { pdfExport } from './pdf-export/feature.ts';

/** The features that come with the program. */
export const engineFeatures: readonly Feature[] = [authoring, insights, mcp, pdfExport];
