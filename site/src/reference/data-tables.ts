import { defineDataComponent } from './component.ts';
import { formatCode, formatDetails, formatMarkdownTable } from './markdown.ts';
import { storyDataFile } from './story-data.ts';

/** `<StoryTables />`: the PM Tables that the samples read, each folded, with its columns and rows. */
export const storyTables = defineDataComponent(storyDataFile, {}, ({ data }) =>
  data.pmTables.map(({ name, columns, rows }) =>
    formatDetails(
      `${name}, ${rows.length === 1 ? '1 row' : `${rows.length} rows`}`,
      formatMarkdownTable(
        rows,
        columns.map(
          ([column, type, key], index) =>
            [
              `${column}: ${type}${key ? ', key' : ''}`,
              (row: Row) => formatCode(String(row[index] ?? '')),
            ] as const,
        ),
      ),
    ),
  ),
);

type Row = readonly (string | number)[];
