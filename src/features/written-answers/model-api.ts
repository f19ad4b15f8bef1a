import type { Environment } from '../../config/environment.ts';
import type { ModelApi } from './ask-model.ts';

/** The API and the model that the settings name. Undefined if written answers are off. */
export function readModelApi({
  ANSWERS_URL: url,
  ANSWERS_MODEL: model,
  ANSWERS_KEY: key,
}: Pick<Environment, 'ANSWERS_URL' | 'ANSWERS_MODEL' | 'ANSWERS_KEY'>): ModelApi | undefined {
  return url === undefined || model === undefined ? undefined : { url, model, key };
}
