import type { openApiTexts } from '../config/texts/open-api.ts';

/** The interface texts of a reference, in the language of its page. */
export type OpenApiTexts = Readonly<Record<keyof typeof openApiTexts, string>>;
