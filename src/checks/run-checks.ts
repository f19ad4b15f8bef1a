import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { BuildEnvironment } from '../build/build.ts';
import { BuildCache, cacheFile } from '../build/cache/build-cache.ts';
import { codeVersions } from '../build/cache/fingerprint.ts';
import { listTree } from '../build/cache/read-tree.ts';
import { resolveFolders } from '../build/folders.ts';
import { prepareSite } from '../build/prepare-site.ts';
import { silentProgress } from '../build/progress.ts';
import { redirectsOf } from '../build/redirects.ts';
import { type Problem, sortProblems } from '../content/problem.ts';
import { routesOf } from '../content/routes.ts';
import { parseControlData } from '../reference/controls/controls.ts';
import { parseJavaScriptData } from '../reference/javascript/members.ts';
import { parseApi } from '../reference/openapi/endpoints.ts';
import { parsePermissionData } from '../reference/permissions/components.ts';
import { parsePhpData } from '../reference/php/functions.ts';
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

const OPENAPI = 'openapi/lurana.json';
const data = (name: string) => `docs/_data/${name}.json`;
/** Data whose sentences readers see. */
const proseFiles = [
  OPENAPI,
  ...['php-functions', 'javascript-members', 'controls', 'permissions', 'error-messages', 'categories'].map(
    data,
  ),
];

/** Everything that is wrong with words, samples and data of the project's own documentation, in one list. */
export async function runChecks(projectDir: string, environment: BuildEnvironment): Promise<Problem[]> {
  const text = (file: string) => readFileSync(path.join(projectDir, file), 'utf8');
  const articles = readArticles(projectDir);
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
  for (const name of listTree(path.join(projectDir, 'docs/_data/processes'))) {
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
  problems.push(...(await checkSite(projectDir, environment, text(ROUTES_FILE))));
  return sortProblems(problems);
}

export function readArticles(projectDir: string): ArticleSource[] {
  return listTree(path.join(projectDir, 'docs'), (name) => name.startsWith('_'))
    .filter((name) => /\.mdx?$/.test(name))
    .flatMap(
      (name) => readArticle(`docs/${name}`, readFileSync(path.join(projectDir, 'docs', name), 'utf8')) ?? [],
    );
}

/** What shows only on the finished pages. The build names its own problems; they are not repeated here. */
async function checkSite(
  projectDir: string,
  environment: BuildEnvironment,
  routesList: string,
): Promise<Problem[]> {
  const folders = resolveFolders(environment, projectDir);
  using cache = new BuildCache(cacheFile(folders.cacheDir, folders.docsDir));
  const { prepared } = await prepareSite({
    folders,
    environment,
    cache,
    code: codeVersions(),
    progress: silentProgress,
  });
  if (!prepared) return [];
  const { site, articles } = prepared;
  const routes = routesOf(site);
  const redirected = new Set(redirectsOf(site, routes).map(({ from }) => from));
  return [
    ...[...articles].flatMap(([file, { summary }]) => checkFinishedPage(`docs/${file}`, summary)),
    ...checkRoutes(routesList, new Set(routes), redirected),
  ];
}
