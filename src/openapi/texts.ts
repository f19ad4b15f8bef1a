import type { Messages } from '../config/messages.ts';

/** The words of a reference, in the language of its page. */
export type OpenApiTexts = Readonly<Record<keyof Messages['openApi'], string>>;
