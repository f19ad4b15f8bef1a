import * as texts from 'virtual:site/texts';
import { useState } from 'react';
import { writeCsv } from '../../../shared/csv.ts';
import { runInBackground } from '../../../shared/in-background.ts';
import type { ApiResult } from '../../api-client.ts';
import { Button } from '../../button.tsx';
import { DownloadIcon } from '../icons.tsx';
import { saveFile } from '../save-file.ts';

type Cell = string | number | boolean | null;
/** A row of the file. A cell can contain several values. Missing values are `null`. */
export type Saved<Row> = { [Field in keyof Row]: Cell | readonly (string | object)[] | undefined };

const ROWS_AT_ONCE = 1_000;
/** Rows that a spreadsheet can open. */
const ROWS_MAX = 1_000_000;

interface Props<Row> {
  /** File name without extension. */
  name: string;
  /** Fields of a row to write, in this order. */
  fields: readonly (keyof Row & string)[];
  /** Loads a page of the list with its current search and filters. */
  load: (page: {
    page: number;
    limit: number;
  }) => Promise<ApiResult<{ rows: readonly Row[]; total: number }>>;
}

/** Downloads the whole list as CSV or JSON. */
export function Download<Row extends Saved<Row>>({ name, fields, load }: Props<Row>) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const save = async (kind: 'csv' | 'json') => {
    if (state === 'busy') return;
    setState('busy');
    const rows = await loadAllRows(load);
    setState(rows ? 'idle' : 'failed');
    if (!rows) return;
    const records = rows.map((row) =>
      Object.fromEntries(fields.map((field) => [field, joinValues(row[field])])),
    );
    const text =
      kind === 'csv'
        ? writeCsv([fields, ...records.map((row) => Object.values(row).map((cell) => String(cell ?? '')))])
        : `${JSON.stringify(records, null, 2)}\n`;
    saveFile(`${name}.${kind}`, text, kind === 'csv' ? 'text/csv' : 'application/json');
  };
  return (
    <div className="download">
      {(['csv', 'json'] as const).map((kind) => (
        <Button key={kind} aria-disabled={state === 'busy'} onClick={() => runInBackground(save(kind))}>
          <DownloadIcon size={16} />
          <span className="visually-hidden">{texts.download}</span> {kind.toUpperCase()}
        </Button>
      ))}
      <span role="alert" className={state === 'failed' ? 'download__failed' : 'visually-hidden'}>
        {state === 'failed' && texts.notDownloaded}
      </span>
    </div>
  );
}

function joinValues(cell: Cell | readonly (string | object)[] = null): Cell {
  if (typeof cell !== 'object' || cell === null) return cell;
  return cell.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join(' ');
}

/** Loads a list that is already complete. */
export const loadRows =
  <Row,>(rows: readonly Row[]) =>
  async () =>
    ({ done: true, answer: { rows, total: rows.length } }) as const;

async function loadAllRows<Row>(load: Props<Row>['load']): Promise<Row[] | undefined> {
  const rows: Row[] = [];
  for (let page = 1; rows.length < ROWS_MAX; page++) {
    const result = await load({ page, limit: ROWS_AT_ONCE });
    if (!result.done) return undefined;
    rows.push(...result.answer.rows);
    if (result.answer.rows.length === 0 || rows.length >= result.answer.total) break;
  }
  return rows;
}
