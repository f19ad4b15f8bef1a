import type { Article, Heading, TextBlock } from '../src/markdown/article.ts';
import type { Doc, SidebarItem, Site } from '../src/model/site.ts';
import type { SearchRecord } from '../src/search/index/record.ts';
import { indexPages } from '../src/search/index/site-pages.ts';
import { createDocSet } from './doc-set.ts';

/** A small documentation for search tests: title, then lines of `## heading` or text, per document. */
const pages: Record<string, { section: string; lines: string[]; keywords?: string[]; unlisted?: boolean }> = {
  'forms/dropdown': {
    section: 'Basic features',
    keywords: ['combo box'],
    lines: [
      '# Dropdown control',
      'A dropdown lets the user pick one option of a list.',
      '## SQL options',
      'Options come from a query: SELECT IC_UID, IC_NAME FROM ISO_COUNTRY. Set a database connection first.',
      '## Events of a dropdown',
      'setOnchange runs when the user picks another option.',
    ],
  },
  'forms/textbox': {
    section: 'Basic features',
    lines: [
      '# Textbox control',
      'A textbox holds one line of text.',
      '## Validation',
      'A pattern checks what was typed.',
    ],
  },
  'process/variables': {
    section: 'Basic features',
    lines: [
      '# System variables',
      'Every case has variables of its own. @@USER_LOGGED holds the id of the user who runs the case.',
      "## What <b>else</b> isn't a variable?",
      'Constants & literals, as in <script>alert("x")</script>, stay text.',
    ],
  },
  'dev/php': {
    section: 'Developer info',
    lines: [
      '# Case functions',
      '## XMLNewCase()',
      'Starts a case: XMLNewCase(string processId, string userId).',
    ],
  },
  'dev/rest': {
    section: 'Developer info',
    lines: [
      '# Case variables',
      'Reads and writes the variables of a case over REST.',
      '## Read variables',
      'GET /case/{app_uid}/variables answers with every variable of the case.',
    ],
  },
  'admin/notifications': {
    section: 'Administration',
    lines: [
      '# Notifications',
      'An email tells the next user of a task.',
      '## Configure the mail server',
      'Host, port, account.',
    ],
  },
  'admin/secret': {
    section: 'Administration',
    unlisted: true,
    lines: ['# Hidden corner', 'This page is unlisted.'],
  },
};

export function searchSite(): { site: Site; articles: Map<string, Article> } {
  const docs = Object.entries(pages).map(([id, page]) => createDoc(id, page));
  const sections = [...new Set(Object.values(pages).map((page) => page.section))];
  const sidebar: SidebarItem[] = sections.map((section) => ({
    type: 'category',
    label: section,
    collapsible: true,
    collapsed: false,
    items: docs
      .filter((doc) => pages[doc.id]?.section === section)
      .map((doc) => ({ type: 'link', label: doc.title, href: doc.path, docId: doc.id })),
  }));
  const version = {
    name: 'current',
    label: 'Next',
    isLast: true,
    path: '/docs',
    mainDocId: 'forms/dropdown',
    draftIds: [],
  };
  const site: Site = {
    language: 'en',
    basePath: '/',
    rootPath: '/',
    version,
    sets: [createDocSet(version)],
    docs,
    categories: [],
    sidebars: { tutorialSidebar: sidebar },
    tags: [],
    pages: [],
    blogs: [],
    redirects: [],
    questions: [],
    synonyms: [],
  };
  return { site, articles: new Map(docs.map((doc) => [doc.id, createArticle(pages[doc.id]?.lines ?? [])])) };
}

export function searchRecords(): SearchRecord[] {
  const { site, articles } = searchSite();
  return listSiteRecords(site, articles);
}

/** Lists all records of a site. `articles` maps the id of a document to its article. */
export function listSiteRecords(site: Site, articles: ReadonlyMap<string, Article>): SearchRecord[] {
  const ids = new Map(site.docs.map(({ file, id }) => [file, id]));
  const findArticle = ({ file }: Pick<Doc, 'file'>) => {
    const article = articles.get(ids.get(file) ?? '');
    return article ? [{ version: file, read: () => article }] : [];
  };
  return indexPages(site, findArticle, '').flatMap((page) => page.listRecords());
}

function createDoc(id: string, page: { lines: string[]; keywords?: string[]; unlisted?: boolean }): Doc {
  return {
    id,
    set: '',
    path: `/docs/${id}`,
    slug: `/${id}`,
    source: `@site/docs/${id}.md`,
    file: `${id}.md`,
    title: page.lines[0]?.slice(2) ?? id,
    description: '',
    sidebar: 'tutorialSidebar',
    unlisted: page.unlisted ?? false,
    tags: [],
    hash: '',
    hideTitle: false,
    hideTableOfContents: false,
    tocMinHeadingLevel: 2,
    tocMaxHeadingLevel: 3,
    keywords: page.keywords ?? [],
    frontMatter: {},
  };
}

function createArticle(lines: readonly string[]): Article {
  const headings: Heading[] = [];
  const blocks: TextBlock[] = [];
  let anchor = '';
  for (const line of lines) {
    const [, marks, text] = /^(#+) (.*)$/.exec(line) ?? [];
    if (marks === undefined || text === undefined) blocks.push({ anchor, text: line });
    else {
      const id = marks.length === 1 ? null : text.toLowerCase().replace(/[^a-z0-9]+/g, '-');
      if (id !== null) anchor = id;
      headings.push({ id, level: marks.length, text });
    }
  }
  return {
    html: '',
    headings,
    hasTitle: true,
    toc: [],
    links: [],
    anchors: [],
    assets: [],
    styles: [],
    live: [],
    blocks,
    markdown: '',
    problems: [],
    dependencies: [],
  };
}
