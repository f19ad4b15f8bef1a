import { createLevelAttribute, defineDataComponent } from './component.ts';
import { errorMessages } from './data.ts';
import {
  formatBullets,
  formatCode,
  formatHeading,
  formatMarkdownTable,
  formatProse,
  joinBlocks,
} from './markdown.ts';

/** A longer list of causes is folded. */
const OPEN_CAUSES_MAX = 3;

/** `<RestErrors level="3" />`: a section for each status, with what causes it. */
export const restErrors = defineDataComponent(
  errorMessages,
  { level: createLevelAttribute(3) },
  ({ level, data }) =>
    data.codes.flatMap(({ status, meaning, causes }) => [
      joinBlocks(formatHeading(level, `Status ${status}`, `status-${status}`), formatProse(meaning)),
      causes.length > OPEN_CAUSES_MAX
        ? { summary: `${causes.length} causes`, parts: [formatBullets(causes.map(formatProse))] }
        : formatBullets(causes.map(formatProse)),
    ]),
);

/** `<OAuthErrors />`: the codes of the OAuth endpoints. */
export const oauthErrors = defineDataComponent(errorMessages, {}, ({ data }) => [
  formatMarkdownTable(data.oauth, [
    ['Error', ({ error }) => formatCode(error)],
    ['Status', ({ status }) => String(status)],
    ['When', ({ when }) => formatProse(when)],
  ]),
]);
