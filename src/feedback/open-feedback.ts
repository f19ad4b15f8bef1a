import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Environment } from '../config/environment.ts';
import type { FeedbackStore } from './feedback.ts';
import { openSharedFeedback } from './feedback-postgres.ts';
import { openFeedbackFile } from './feedback-sqlite.ts';

export type FeedbackEnvironment = Pick<Environment, 'DATA_DIR' | 'DATABASE_URL'>;

/** Where feedback is kept: with everything else that is shared, or in a file of this machine. */
export async function openFeedback(environment: FeedbackEnvironment): Promise<FeedbackStore> {
  if (environment.DATABASE_URL !== undefined) return openSharedFeedback(environment.DATABASE_URL);
  mkdirSync(environment.DATA_DIR, { recursive: true });
  return openFeedbackFile(feedbackFile(environment));
}

export function feedbackFile({ DATA_DIR }: Pick<Environment, 'DATA_DIR'>): string {
  return path.join(DATA_DIR, 'feedback.db');
}
