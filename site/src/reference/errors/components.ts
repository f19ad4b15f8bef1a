import type { SiteComponent, SiteComponentHost, SiteRefusal } from 'gatehouse/sections';
import { z } from 'zod';
import { dataFiles } from '../data-files.ts';
import { blocks, code, heading, prose, table } from '../markdown.ts';
import { dataOf, isRefusal, levelOf, unknownProps } from '../requests.ts';

const schema = z.strictObject({
  page: z.string(),
  codes: z.array(
    z.strictObject({ id: z.string(), status: z.int(), meaning: z.string(), causes: z.array(z.string()) }),
  ),
  oauth: z.array(z.strictObject({ id: z.string(), error: z.string(), status: z.int(), when: z.string() })),
});

export type ErrorData = z.infer<typeof schema>;

export function parseErrorData(text: string): ErrorData {
  return schema.parse(JSON.parse(text));
}

/** `<RestErrors level="3" />`: a section for each status, with what causes it. */
export const restErrors: SiteComponent = (props, host) => {
  const wrong = unknownProps(props, ['level']);
  if (wrong) return wrong;
  const level = levelOf(props, 3);
  const data = errorData(host);
  if (isRefusal(level)) return level;
  if (isRefusal(data)) return data;
  return data.codes.map(({ status, meaning, causes }) =>
    blocks(
      heading(level, `Status ${status}`, `status-${status}`),
      prose(meaning),
      causes.map((cause) => `- ${prose(cause)}`).join('\n'),
    ),
  );
};

/** `<OAuthErrors />`: the codes of the OAuth endpoints. */
export const oauthErrors: SiteComponent = (props, host) => {
  const wrong = unknownProps(props, []);
  if (wrong) return wrong;
  const data = errorData(host);
  if (isRefusal(data)) return data;
  const rows = data.oauth.map(({ error, status, when }) => [code(error), String(status), prose(when)]);
  return [table(['Error', 'Status', 'When'], rows)];
};

function errorData(host: SiteComponentHost): ErrorData | SiteRefusal {
  return dataOf(host, dataFiles.errors, parseErrorData);
}
