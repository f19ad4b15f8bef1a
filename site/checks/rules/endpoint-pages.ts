import { openApi } from '../../src/reference/openapi/endpoints.ts';
import { checkEach, type Rule } from '../rule.ts';

const ENDPOINTS_MAX = 25;

/** A reference page has few endpoints, and its table of contents lists each of them. */
export const endpointPages: Rule = ({ api, articles, file: fileOf }) => {
  const { file } = fileOf(openApi.file);
  const pages = Map.groupBy(api.endpoints, ({ page }) => page);
  const fullPages = [...pages]
    .filter(([, endpoints]) => endpoints.length > ENDPOINTS_MAX)
    .map(([page, { length }]) => ({
      file,
      message: `"${page}" has ${length} endpoints, and a page can have ${ENDPOINTS_MAX}: move a tag to a page of its own.`,
    }));
  const unlisted = checkEach(articles, ({ components, frontMatter }) => {
    const contentsLevel = Number(frontMatter.toc_max_heading_level ?? 3);
    return components
      .filter(({ name }) => name === 'Endpoint' || name === 'Endpoints')
      .filter(({ attributes }) => Number(attributes.level ?? 2) !== contentsLevel)
      .map(({ line }) => ({
        line,
        message: `The contents go to level ${contentsLevel}: give the endpoints this level, so that they list all of them and not their parts.`,
      }));
  });
  return [...fullPages, ...unlisted];
};
