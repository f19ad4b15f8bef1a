import type { SearchRecord } from './record.ts';

/** Records that change together: those of one page. */
export interface IndexPage {
  /** Changes with the records, and with the program that indexes them. */
  key: string;
  /** Asked for only where the index has no page with this key. */
  records(): readonly SearchRecord[];
}

/** Records that come page by page, cut where the page changes. */
export function pagesIn(records: readonly SearchRecord[]): IndexPage[] {
  const pages: SearchRecord[][] = [];
  let address: string | undefined;
  for (const record of records) {
    if (record.url_without_anchor !== address) pages.push([]);
    address = record.url_without_anchor;
    pages.at(-1)?.push(record);
  }
  return pages.map((own) => ({ key: JSON.stringify(own), records: () => own }));
}
