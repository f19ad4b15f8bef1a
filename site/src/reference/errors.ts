import { dataComponent, level } from './component.ts';
import { errorMessages } from './data.ts';
import { blocks, bullets, formatCode, formatHeading, prose, table } from './markdown.ts';

/** A longer list of causes is folded. */
const OPEN_CAUSES_MAX = 3;

/** `<RestErrors level="3" />`: a section for each status, with what causes it. */
export const restErrors = dataComponent(errorMessages, { level: level(3) }, ({ level, data }) =>
  data.codes.flatMap(({ status, meaning, causes }) => [
    blocks(formatHeading(level, `Status ${status}`, `status-${status}`), prose(meaning)),
    causes.length > OPEN_CAUSES_MAX
      ? { summary: `${causes.length} causes`, parts: [bullets(causes.map(prose))] }
      : bullets(causes.map(prose)),
  ]),
);

/** `<OAuthErrors />`: the codes of the OAuth endpoints. */
export const oauthErrors = dataComponent(errorMessages, {}, ({ data }) => [
  table(data.oauth, [
    ['Error', ({ error }) => formatCode(error)],
    ['Status', ({ status }) => String(status)],
    ['When', ({ when }) => prose(when)],
  ]),
]);
