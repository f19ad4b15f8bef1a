import { DatabaseSync } from 'node:sqlite';
import type { Problem } from 'gatehouse/checks';
import { z } from 'zod';
import type { ArticleSource } from '../article-source.ts';
import { problemAt } from '../problems.ts';

const column = z.tuple([z.string(), z.string()]).rest(z.string());
const named = z.looseObject({ name: z.string(), columns: z.array(z.union([column, z.string()])) });
const story = z.looseObject({
  pmTables: z.array(named),
  reportTables: z.array(named),
  databaseConnections: z.array(z.looseObject({ tables: z.array(named).default([]) })),
});

/** The tables of the story, empty, so that a sample is held to their names and columns too. */
export function openStoryTables(storyText: string): DatabaseSync {
  const { pmTables, reportTables, databaseConnections } = story.parse(JSON.parse(storyText));
  const database = new DatabaseSync(':memory:');
  for (const { name, columns } of [
    ...pmTables,
    ...reportTables,
    ...databaseConnections.flatMap((one) => one.tables),
  ]) {
    const written = columns.map((one) => `"${typeof one === 'string' ? one : one[0]}"`);
    database.exec(`CREATE TABLE "${name}" (${written.join(', ')})`);
  }
  for (const name of ['NOW', 'CURDATE', 'DATE_FORMAT', 'STR_TO_DATE', 'DATEDIFF', 'YEAR', 'MONTH']) {
    database.function(name, { varargs: true }, () => null);
  }
  return database;
}

/** Statements in fences, and those that PHP samples hand to `executeQuery` in one piece. */
export function checkSqlSamples({ file, samples }: ArticleSource, database: DatabaseSync): Problem[] {
  return samples.flatMap(({ language, title, code, line }) => {
    if (title === 'Signature') return [];
    if (language === 'sql')
      return statementsOf(code).flatMap(({ text, offset }) =>
        wrong(text, { file, line: line + offset }, database),
      );
    if (language !== 'php') return [];
    return [...code.matchAll(/executeQuery\(\s*"([^"]*)"\s*[,)]/g)].flatMap((match) => {
      const offset = code.slice(0, match.index).split('\n').length - 1;
      return wrong(match[1] ?? '', { file, line: line + offset }, database);
    });
  });
}

function statementsOf(code: string): { text: string; offset: number }[] {
  let offset = 0;
  return code.split(/;[ \t]*(?:\n|$)/).flatMap((text) => {
    const start = offset + (/^\s*/.exec(text)?.[0].split('\n').length ?? 1) - 1;
    offset += text.split('\n').length;
    return text.trim() === '' ? [] : [{ text, offset: start }];
  });
}

function wrong(statement: string, at: { file: string; line: number }, database: DatabaseSync): Problem[] {
  // A variable stands for a value; quotes around it belong to it.
  const plain = statement.replace(/(['"]?)(%?)@[@#=%$?]\w+(%?)\1/g, '?').replace(/\$\w+/g, '?');
  try {
    database.prepare(plain);
    return [];
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return [
      problemAt('sample-sql', at, `The statement cannot be run on the tables of the story: ${message}.`),
    ];
  }
}
