import { defineChecks } from 'gatehouse/checks';
import { bpmnFiles } from './data/bpmn-files.ts';
import { openApiDocument } from './data/openapi-document.ts';
import { openApiExamples } from './data/openapi-examples.ts';
import { openApiOwnErrors } from './data/openapi-own-errors.ts';
import { readManual } from './manual.ts';
import type { Rule } from './rule.ts';
import { alternativeTexts } from './rules/alternative-texts.ts';
import { boilerplate } from './rules/boilerplate.ts';
import { otherBrands } from './rules/brands.ts';
import { endpointPages } from './rules/endpoint-pages.ts';
import { examples } from './rules/examples.ts';
import { frontMatter } from './rules/front-matter.ts';
import { guidesReached } from './rules/guides-reached.ts';
import { headings, publishedHeadings } from './rules/headings.ts';
import { landingPages } from './rules/landing-pages.ts';
import { linkText } from './rules/link-text.ts';
import { linkedNames } from './rules/linked-names.ts';
import { neighbours } from './rules/neighbours.ts';
import { hardReading, longSentences } from './rules/reading.ts';
import { repeats } from './rules/repeats.ts';
import { keptRoutes } from './rules/routes.ts';
import { screenParts } from './rules/screen-parts.ts';
import { sectionNames } from './rules/section-names.ts';
import { stilted } from './rules/stilted.ts';
import { storyTriggers } from './rules/story-triggers.ts';
import { tableColumns } from './rules/table-columns.ts';
import { terms } from './rules/terms.ts';
import { troubleshootingIndex } from './rules/troubleshooting-index.ts';
import { uniqueTitles } from './rules/unique-titles.ts';
import { wholeProcess } from './rules/whole-process.ts';
import { wording } from './rules/wording.ts';
import { javaScriptSamples } from './samples/javascript.ts';
import { jsonSamples } from './samples/json.ts';
import { phpLint, phpSamples } from './samples/php.ts';
import { phpGuards } from './samples/php-guards.ts';
import { restSamples } from './samples/rest.ts';
import { sqlSamples } from './samples/sql.ts';

/** The rules, by the code of their problems. */
const rules: Readonly<Record<string, Rule>> = {
  'front-matter': frontMatter,
  'unique-title': uniqueTitles,
  heading: headings,
  'published-heading': publishedHeadings,
  'section-name': sectionNames,
  'table-column': tableColumns,
  term: terms,
  wording,
  stilted,
  brand: otherBrands,
  'link-text': linkText,
  'linked-name': linkedNames,
  neighbours,
  boilerplate,
  'alternative-text': alternativeTexts,
  'screen-part': screenParts,
  sentence: longSentences,
  reading: hardReading,
  example: examples,
  repeat: repeats,
  'story-trigger': storyTriggers,
  'whole-process': wholeProcess,
  route: keptRoutes,
  'endpoint-page': endpointPages,
  'guide-reached': guidesReached,
  'landing-page': landingPages,
  'troubleshooting-index': troubleshootingIndex,
  'sample-json': jsonSamples,
  'sample-sql': sqlSamples,
  'sample-javascript': javaScriptSamples,
  'sample-php': phpSamples,
  'sample-php-lint': phpLint,
  'sample-php-guard': phpGuards,
  'sample-rest': restSamples,
  bpmn: bpmnFiles,
  openapi: openApiDocument,
  'openapi-example': openApiExamples,
  'openapi-own-error': openApiOwnErrors,
};

/** Checks the words, samples and data of the manual. */
export default defineChecks(async (site) => {
  const manual = readManual(site);
  const findings = await Promise.all(
    Object.entries(rules).map(async ([code, rule]) =>
      (await rule(manual)).map((finding) => ({ severity: 'error' as const, ...finding, code })),
    ),
  );
  return findings.flat();
});
