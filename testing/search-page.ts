import type { SearchRecord } from '../src/search/index/record.ts';

/** Records of a page: its title, and paragraphs under it. */
export function searchPage(title: string, ...paragraphs: string[]): SearchRecord[] {
  const url = `/docs/${title.toLowerCase().replaceAll(' ', '-')}`;
  return [null, ...paragraphs].map((content, index) => ({
    objectID: `${index}-${url}`,
    type: content === null ? 'lvl1' : 'content',
    url,
    url_without_anchor: url,
    anchor: null,
    hierarchy: { lvl0: 'Docs', lvl1: title, lvl2: null, lvl3: null, lvl4: null, lvl5: null, lvl6: null },
    content,
    about: '',
    questions: [],
    code: false,
    language: 'en',
    docusaurus_tag: 'docs-default-current',
  }));
}
