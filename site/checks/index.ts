import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type CheckedSite, defineChecks, listTree, type Problem } from 'gatehouse/checks';
import { parseControlData } from '../src/reference/controls/controls.ts';
import { parseJavaScriptData } from '../src/reference/javascript/members.ts';
import { parseApi } from '../src/reference/openapi/endpoints.ts';
import { parsePermissionData } from '../src/reference/permissions/components.ts';
import { parsePhpData } from '../src/reference/php/functions.ts';
import { type ArticleSource, readArticle } from './article-source.ts';
import { checkBpmnFile } from './data/bpmn-files.ts';
import { proseOfData } from './data/data-prose.ts';
import { checkOpenApiDocument } from './data/openapi-document.ts';
import { checkOpenApiExamples } from './data/openapi-examples.ts';
import { documentedNames } from './documented-names.ts';
import { checkAlternativeTexts } from './rules/alternative-texts.ts';
import { checkBrands } from './rules/brands.ts';
import { checkExamples } from './rules/examples.ts';
import { checkFrontMatter } from './rules/front-matter.ts';
import { checkFinishedPage, checkHeadings } from './rules/headings.ts';
import { checkLinkText } from './rules/link-text.ts';
import { checkLinkedNames } from './rules/linked-names.ts';
import { checkNeighbours } from './rules/neighbours.ts';
import { checkReading } from './rules/reading.ts';
import { checkRepeats } from './rules/repeats.ts';
import { checkRoutes, ROUTES_FILE } from './rules/routes.ts';
import { checkStoryTriggers, storyTriggers } from './rules/story-triggers.ts';
import { checkTerms, parseGlossary } from './rules/terms.ts';
import { checkWording } from './rules/wording.ts';
import { checkJavaScriptSamples, formMembers } from './samples/javascript.ts';
import { checkJsonSamples } from './samples/json.ts';
import { checkPhpSamples, hasPhp, lintWithPhp, phpFunctions } from './samples/php.ts';
import { ApiValidator, checkRestSamples } from './samples/rest.ts';
import { checkSqlSamples, openStoryTables } from './samples/sql.ts';

const OPENAPI = 'static/openapi/lurana.json';
const data = (name: string) => `docs/_data/${name}.json`;
/** Data whose sentences readers see. */
const proseFiles = [
  OPENAPI,
  ...['php-functions', 'javascript-members', 'controls', 'permissions', 'error-messages', 'categories'].map(
    data,
  ),
];

/** Everything that is wrong with words, samples and data of the manual, in one list. */
export default defineChecks(async (checked) => {
  const { siteDir } = checked;
  const text = (file: string) => readFileSync(path.join(siteDir, file), 'utf8');
  const articles = readArticles(siteDir);
  const api = parseApi(text(OPENAPI));
  const validator = new ApiValidator(api);
  const glossary = parseGlossary(text(data('glossary')));
  const javaScript = parseJavaScriptData(text(data('javascript-members')));
  const php = parsePhpData(text(data('php-functions')));
  const members = formMembers(javaScript);
  const functions = phpFunctions(php);
  const names = documentedNames({
    api,
    php,
    javaScript,
    controls: parseControlData(text(data('controls'))),
    permissions: parsePermissionData(text(data('permissions'))),
  });
  using tables = openStoryTables(text(data('story')));
  const phpItself = hasPhp();
  const problems = articles.flatMap((article) => [
    ...checkFrontMatter(article),
    ...checkHeadings(article),
    ...checkTerms(article, glossary),
    ...checkWording(article),
    ...checkBrands(article),
    ...checkLinkText(article),
    ...checkLinkedNames(article, names),
    ...checkNeighbours(article),
    ...checkAlternativeTexts(article),
    ...checkReading(article),
    ...checkExamples(article),
    ...checkJsonSamples(article),
    ...checkSqlSamples(article, tables),
    ...checkJavaScriptSamples(article, members),
    ...checkPhpSamples(article, functions),
    ...(phpItself ? lintWithPhp(article) : []),
    ...checkRestSamples(article, api, validator),
  ]);
  for (const file of proseFiles) {
    const prose = proseOfData(file, text(file));
    problems.push(...checkTerms(prose, glossary), ...checkWording(prose), ...checkBrands(prose));
  }
  for (const name of listTree(path.join(siteDir, 'docs/_data/processes'))) {
    const file = `docs/_data/processes/${name}`;
    problems.push(...(await checkBpmnFile(file, text(file))));
  }
  problems.push(
    ...(await checkOpenApiDocument(OPENAPI, text(OPENAPI))),
    ...checkOpenApiExamples(OPENAPI, api, validator),
  );
  problems.push(
    ...checkRepeats(articles),
    ...checkStoryTriggers(articles, storyTriggers(text(data('story')))),
  );
  return [...problems, ...checkFinishedSite(checked, text(ROUTES_FILE))];
});

export function readArticles(siteDir: string): ArticleSource[] {
  return listTree(path.join(siteDir, 'docs'), (name) => name.startsWith('_'))
    .filter((name) => /\.mdx?$/.test(name))
    .flatMap(
      (name) => readArticle(`docs/${name}`, readFileSync(path.join(siteDir, 'docs', name), 'utf8')) ?? [],
    );
}

/** What shows only on the finished pages. The build names its own problems; they are not repeated here. */
function checkFinishedSite({ articles, routes, redirected }: CheckedSite, routesList: string): Problem[] {
  return [
    ...[...articles].flatMap(([file, { summary }]) => checkFinishedPage(`docs/${file}`, summary)),
    ...checkRoutes(routesList, new Set(routes), new Set(redirected)),
  ];
}
