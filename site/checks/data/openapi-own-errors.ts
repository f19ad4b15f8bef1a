import { type Api, type Endpoint, openApi, resolveSchema } from '../../src/reference/openapi/endpoints.ts';
import { ownErrors } from '../../src/reference/openapi/own-errors.ts';
import type { Rule } from '../rule.ts';

/** Words that say when the endpoint refuses a request. */
const condition =
  /\b(?:unique|refused|(?:request|call) fails|must (?:not )?be|must satisfy|needs? at least|at least (?:one|three)|up to \d+ characters)\b/i;

/**
 * An endpoint that states a condition beyond its fields also lists the error for it, so that callers find it
 * there.
 */
export const openApiOwnErrors: Rule = ({ api, file: fileOf }) => {
  const { file } = fileOf(openApi.file);
  return api.endpoints.flatMap((endpoint) => {
    if (ownErrors(endpoint).length > 0) return [];
    const [describedCondition] = listDescriptions(api, endpoint).flatMap(
      (words) => condition.exec(words) ?? [],
    );
    if (describedCondition === undefined) return [];
    const message = `${endpoint.method} ${endpoint.path} says "${describedCondition}", and no error of its own says when that is not met.`;
    return [{ file, message }];
  });
};

function listDescriptions({ document }: Api, { description, body = {} }: Endpoint): string[] {
  const fields = Object.values(body).flatMap(({ schema }) =>
    schema ? Object.values(resolveSchema(document, schema).properties ?? {}) : [],
  );
  return [description, ...fields.map((field) => resolveSchema(document, field).description ?? '')];
}
