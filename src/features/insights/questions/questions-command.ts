import path from 'node:path';
import {
  type CommandResult,
  defineCommand,
  fail,
  failWith,
  type ParsedArguments,
  rejectSubcommand,
  rejectSurplus,
  succeed,
} from '../../../command/define-command.ts';
import { formatCount, toPrintable } from '../../../command/terminal-text.ts';
import type { Environment } from '../../../config/environment.ts';
import { addSuggestedQuestions, formatQuestions } from '../../../content/search/add-search-words.ts';
import { DAY_MS, formatIsoDay } from '../../../shared/duration.ts';
import { isMissing } from '../../../shared/file-errors.ts';
import { displayPath } from '../../../shared/file-paths.ts';
import { locateDataFile } from '../../../storage/open-database.ts';
import { countsFile } from '../data-files.ts';
import { openCounts } from '../searches/search-counts.ts';
import { findRedundantQuestions, type RedundantQuestion } from './check-questions.ts';
import { type QuestionSite, readQuestionSite } from './question-site.ts';
import { type FailedSearch, QUESTIONS_ENOUGH, suggestQuestions } from './suggest-questions.ts';

type QuestionsInput = { section: string | undefined } & (
  | { name: 'check' }
  | { name: 'suggest'; write: boolean }
);

/** Counts of searches are deleted after this time. */
const SEARCH_DAYS = 90;
/** Rarer searches aren't read. */
const FAILED_SEARCHES_MAX = 200;
const UNPLACED_SHOWN_MAX = 10;

export const command = defineCommand({
  help: `Drafts questions that readers may ask, and checks the questions in _questions.

  {call} suggest [--section <address>] [--write]
      Prints questions for sections that have fewer than ${QUESTIONS_ENOUGH}, as YAML for a file in _questions. They come from the
      text of the sections (in English) and from searches that found nothing. Only questions that help are
      printed: search misses the section without them and finds it with them.
  {call} check [--section <address>]
      Lists questions that could be removed: other questions of the section have all their words, and search
      finds the section at the same place without them.

  --section   Only this section ("/docs/start#install"), or this page and those below it ("/docs/start").
  --write     Add the questions to _questions/suggested.yaml in the docs folder.

Searches that found nothing are read from DATA_DIR or DATABASE_URL. They are stored without the names of readers.
Exit code: 0 done, 1 failed, 2 wrong arguments.`,
  options: { section: { type: 'string' }, write: { type: 'boolean', default: false } },
  parse([name, ...surplus], { section, write }): ParsedArguments<QuestionsInput> {
    if (name !== 'suggest' && name !== 'check') return rejectSubcommand(name, ['suggest', 'check']);
    const misuse = rejectSurplus(surplus);
    if (misuse) return misuse;
    if (section !== undefined && !section.startsWith('/'))
      return { misuse: '--section must be an address that begins with "/", such as /docs/start.' };
    if (name === 'suggest') return { input: { name, section, write } };
    return write ? { misuse: '--write is an option of "suggest".' } : { input: { name, section } };
  },
  async run(input, environment) {
    const questionSite = await readQuestionSite(environment, process.cwd());
    if ('problems' in questionSite) return failWith(questionSite.problems);
    const isInScope = createScope(input.section);
    if (![...questionSite.site.sections.keys()].some(isInScope))
      return fail(`The site has no section at ${input.section ?? 'any address'}. Check --section.`);
    if (input.name === 'check') {
      return succeed(
        formatRedundant(findRedundantQuestions(questionSite.site, isInScope), questionSite.site),
      );
    }
    const failedSearches = await readFailedSearches(environment);
    const { questions, drafts, unplacedSearches } = suggestQuestions(questionSite.site, {
      failedSearches: failedSearches ?? [],
      isInScope,
    });
    const notes = [
      ...(failedSearches ? [] : ['No searches are stored in DATA_DIR yet, so only texts were read.']),
      ...describeUnplaced(unplacedSearches),
    ];
    const count = [...questions.values()].flat().length;
    if (count === 0) {
      const message = `No questions to add: ${formatCount(drafts, 'draft')} checked, none helps.`;
      return { exitCode: 0, err: [message, ...notes].join('\n') };
    }
    const amount = `${formatCount(count, 'question')} for ${formatCount(questions.size, 'section')}`;
    if (input.write) return writeQuestions(questionSite.folders, questions, { amount, notes });
    const summary = `${amount}, of ${formatCount(drafts, 'draft')}. Review them, and keep those that your readers would ask. --write adds them to _questions.`;
    return { exitCode: 0, out: formatQuestions(questions).trimEnd(), err: [summary, ...notes].join('\n') };
  },
});

/** Creates a function that tells whether an address is in the section: the section itself, or a page or heading below it. Without `section`, every address is. */
function createScope(section: string | undefined): (address: string) => boolean {
  if (section === undefined) return () => true;
  if (section.includes('#')) return (address) => address === section;
  const page = section.replace(/\/$/, '');
  return (address) =>
    address === page || (/^[/#]/.test(address.slice(page.length)) && address.startsWith(page));
}

/** Undefined if no search has been counted on this machine. */
async function readFailedSearches(environment: Environment): Promise<FailedSearch[] | undefined> {
  if (environment.DATABASE_URL === undefined && isMissing(locateDataFile(environment, countsFile)))
    return undefined;
  const counts = await openCounts(environment);
  try {
    const since = formatIsoDay(Date.now() - (SEARCH_DAYS - 1) * DAY_MS);
    const { withoutResults } = await counts.report(since, FAILED_SEARCHES_MAX);
    return withoutResults.map(({ query, count }) => ({ query: toPrintable(query), count }));
  } finally {
    await counts.close();
  }
}

async function writeQuestions(
  folders: Parameters<typeof addSuggestedQuestions>[0],
  questions: Parameters<typeof addSuggestedQuestions>[1],
  { amount, notes }: { amount: string; notes: readonly string[] },
): Promise<CommandResult> {
  const { isWritten, file, text } = await addSuggestedQuestions(folders, questions);
  const target = displayPath(path.join(folders.docsDir, file));
  if (!isWritten)
    return { exitCode: 1, out: text.trimEnd(), err: `${target} can't be changed. Add these lines yourself.` };
  const message = `Added ${amount} to ${target}. Review them: delete those that no reader would ask.`;
  return { exitCode: 0, out: message, ...(notes.length > 0 && { err: notes.join('\n') }) };
}

function describeUnplaced(searches: readonly FailedSearch[]): string[] {
  if (searches.length === 0) return [];
  const listedSearches = searches
    .slice(0, UNPLACED_SHOWN_MAX)
    .map(({ query, count }) => `  ${query} (${count})`);
  const more = searches.length - listedSearches.length;
  return [
    'Searches without results that fit no section. Write a page for them, or a synonym:',
    ...listedSearches,
    ...(more > 0 ? [`  and ${formatCount(more, 'other', 'others')}`] : []),
  ];
}

function formatRedundant(redundant: readonly RedundantQuestion[], { sections }: QuestionSite): string {
  const total = formatCount([...sections.values()].flatMap(({ questions }) => questions).length, 'question');
  if (redundant.length === 0) return `No question is redundant. The site has ${total}.`;
  const byAddress = Map.groupBy(redundant, ({ address }) => address);
  const lines = [...byAddress].flatMap(([address, questions]) => [
    `${address}:`,
    ...questions.map(
      ({ question, reason }) =>
        `  - ${question}${reason === 'repeated' ? ' (another question has the same words)' : ''}`,
    ),
  ]);
  return [
    ...lines,
    '',
    `${redundant.length} of ${total} can be removed from _questions: without all of them, search finds their sections at the same place for every question.`,
  ].join('\n');
}
