import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { Sample } from '../article-source.ts';
import { checkSamples, type Rule } from '../rule.ts';

const column = z.tuple([z.string(), z.string()]).rest(z.string());
const tableSchema = z.looseObject({ name: z.string(), columns: z.array(z.union([column, z.string()])) });
const story = z.looseObject({
  pmTables: z.array(tableSchema),
  reportTables: z.array(tableSchema),
  databaseConnections: z.array(z.looseObject({ tables: z.array(tableSchema).default([]) })),
});

/** Checks statements in fences, and those that PHP samples pass to `executeQuery` as one string. */
export const sqlSamples: Rule = ({ articles, file }) => {
  using tables = openStoryTables(file('docs/_data/story.json').text);
  return checkSamples(articles, ['sql', 'php'], (sample) =>
    splitStatements(sample).flatMap(({ text, line }) => {
      const message = findProblem(text, tables);
      return message === undefined
        ? []
        : [{ line, message: `The statement cannot be run on the tables of the story: ${message}.` }];
    }),
  );
};

/**
 * Creates the tables of the story without rows, so that the names of tables and columns in samples are
 * checked, too.
 */
function openStoryTables(storyText: string): DatabaseSync {
  const { pmTables, reportTables, databaseConnections } = story.parse(JSON.parse(storyText));
  const database = new DatabaseSync(':memory:');
  for (const { name, columns } of [
    ...pmTables,
    ...reportTables,
    ...databaseConnections.flatMap((connection) => connection.tables),
  ]) {
    const columnList = columns.map((item) => `"${typeof item === 'string' ? item : item[0]}"`);
    database.exec(`CREATE TABLE "${name}" (${columnList.join(', ')})`);
  }
  for (const name of ['NOW', 'CURDATE', 'DATE_FORMAT', 'STR_TO_DATE', 'DATEDIFF', 'YEAR', 'MONTH']) {
    database.function(name, { varargs: true }, () => null);
  }
  return database;
}

function splitStatements({ language, code }: Sample): { text: string; line: number }[] {
  if (language === 'php')
    return [...code.matchAll(/executeQuery\(\s*"([^"]*)"\s*[,)]/g)].map(({ 1: text = '', index }) => ({
      text,
      line: code.slice(0, index).split('\n').length,
    }));
  let next = 1;
  return code.split(/;[ \t]*(?:\n|$)/).flatMap((text) => {
    const line = next + text.slice(0, text.search(/\S/)).split('\n').length - 1;
    next += text.split('\n').length;
    return text.trim() === '' ? [] : [{ text, line }];
  });
}

function findProblem(statement: string, tables: DatabaseSync): string | undefined {
  // A variable is replaced with a value, with the quotes around it.
  const plainStatement = statement.replace(/(['"]?)(%?)@[@#=%$?]\w+(%?)\1/g, '?').replace(/\$\w+/g, '?');
  try {
    tables.prepare(plainStatement);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
