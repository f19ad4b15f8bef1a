import type { Feature } from './feature.ts';
import { insights } from './insights/feature.ts';
import { mcp } from './mcp/feature.ts';

/** The features that come with the program. */
export const engineFeatures: readonly Feature[] = [insights, mcp];
