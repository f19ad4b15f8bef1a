import { z } from 'zod';
import { parseForm } from '../../src/reference/forms/form-definition.ts';
import type { Finding, Manual, Rule } from '../rule.ts';

/** The article that lists the running process from end to end. */
export const WHOLE_PROCESS_FILE =
  'docs/LuranaBPA/BasicFeatures/2HowToCreateYourFirstProcess/PurchaseRequestInFull.md';

const withTitle = z.looseObject({ title: z.string() });
const withName = z.looseObject({ name: z.string() });
const control = z.looseObject({ variable: z.string().nullish(), id: z.string().optional() });
const running = withTitle.extend({
  tasks: z.array(withName),
  variables: z.array(withName),
  dynaforms: z.array(withTitle.extend({ uid: z.string(), rows: z.array(z.array(control)) })),
  inputDocuments: z.array(withTitle),
  outputDocuments: z.array(withTitle),
  triggers: z.array(withTitle.extend({ sets: z.array(z.string()).default([]) })),
  templates: z.array(withName),
});
const story = z.looseObject({
  processes: z.tuple([running]).rest(z.unknown()),
  pmTables: z.array(withName),
  reportTables: z.array(withName),
});

/**
 * One article lists everything that samples take from the first process of the story. A change that adds a
 * variable, a form, a trigger or a table to the story adds it there, too.
 */
export const wholeProcess: Rule = (manual) => {
  const { file, text } = manual.file(WHOLE_PROCESS_FILE);
  const { processes, pmTables, reportTables } = story.parse(
    JSON.parse(manual.file('docs/_data/story.json').text),
  );
  const [process] = processes;
  const fields = process.dynaforms.flatMap(({ rows }) => rows.flat());
  const controls = fields.map(({ variable, id }) => variable ?? id ?? 'continue');
  const sets = process.triggers.flatMap((trigger) => trigger.sets);
  const uids = process.dynaforms.map(({ uid }) => uid);
  const parts = [
    ...markNames('task', process.tasks.map(readName), '*'),
    ...markNames('form', process.dynaforms.map(readTitle), '*'),
    ...markNames('document', [...process.inputDocuments, ...process.outputDocuments].map(readTitle), '*'),
    ...markNames('trigger', process.triggers.map(readTitle), '*'),
    ...markNames('variable', process.variables.map(readName), '`'),
    ...markNames('variable of a trigger', sets, '`'),
    ...markNames('control', controls, '`'),
    ...markNames('control of a drawn form', listDrawnFields(manual, uids), '`'),
    ...markNames('control of a sample', listFieldsOfSamples(manual, uids), '`'),
    ...markNames('UID of a form', uids, '`'),
    ...markNames('template', process.templates.map(readName), '`'),
    ...markNames('table', [...pmTables, ...reportTables].map(readName), '`'),
  ];
  const missing = parts
    .filter(({ words }) => !text.includes(words))
    .map(({ kind, words }) => ({
      file,
      message: `The ${kind} ${words} of the story is missing: this article lists the whole process.`,
    }));
  return [...missing, ...findFeaturesWithoutLink(manual)];
};

const readName = ({ name }: { name: string }) => name;
const readTitle = ({ title }: { title: string }) => title;

/** Finds articles for designers about features that the whole process uses, without a link to it. */
function findFeaturesWithoutLink({ articles }: Manual): Finding[] {
  const wholeProcessPage = WHOLE_PROCESS_FILE.replace(/^docs\/|\.md$/g, '');
  const wholeArticle = articles.find(({ page }) => page === wholeProcessPage);
  const usedPages = new Set(wholeArticle?.links.map(({ page }) => page));
  return articles
    .filter(({ page }) => usedPages.has(page) && /^LuranaBPA\/(?:BasicFeatures|AdvancedDesign)\//.test(page))
    .filter(({ links }) => !links.some(({ page }) => page === wholeProcessPage))
    .map(({ file }) => ({
      file,
      line: 1,
      message: 'The whole process uses this feature: lead from here to Purchase request in full.',
    }));
}

/** Lists names in the form that articles write them: between asterisks or backticks. */
function markNames(kind: string, names: readonly string[], mark: '*' | '`') {
  return [...new Set(names)].map((name) => ({ kind, words: mark + name + mark }));
}

/** Lists the fields that the drawings of these forms show. Readers run samples in some of these forms. */
function listDrawnFields(manual: Pick<Manual, 'listFiles'>, uids: readonly string[], these = true): string[] {
  return manual.listFiles('docs/_data/forms', /\.json$/).flatMap(({ text }) => {
    const form = parseForm(text);
    if (typeof form === 'string' || uids.includes(form.uid) !== these) return [];
    return form.rows.flat().flatMap(({ id, columns }) => [id, ...(columns ?? []).map((column) => column.id)]);
  });
}

/** `$("#total")` and `getFieldById("total")`. */
const fieldSelector = /(?:\$\("#|\bget(?:Field|Subform)By(?:Id|Name|Variable)\(")([A-Za-z]\w*)"/g;

/** Lists the fields that the JavaScript of articles names, except fields of other processes' forms. */
function listFieldsOfSamples(manual: Manual, uids: readonly string[]): string[] {
  const fieldsElsewhere = new Set(listDrawnFields(manual, uids, false));
  return manual.articles
    .flatMap(({ samples }) => samples)
    .filter(({ language }) => language === 'js')
    .flatMap(({ code }) => [...code.matchAll(fieldSelector)].map(([, id = '']) => id))
    .filter((id) => !fieldsElsewhere.has(id) && !uids.includes(id));
}
