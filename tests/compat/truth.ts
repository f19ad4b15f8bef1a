import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * `truth.json` records what the real Docusaurus 3.10.2 built from a folder. `edge` and `edge-sidebars` are our own, with
 * one behaviour per file. Other sets may be present next to the project; their texts belong to other people.
 */
export interface CompatSet {
  name: string;
  /** Holds `docs/`, `truth.json` and perhaps a sidebars file. */
  folder: string;
}

const here = import.meta.dirname;
const shared = path.resolve(here, '../../../shared/compat');

const OWN_SETS = ['edge', 'edge-sidebars', 'quirks'];
const PUBLIC_SETS = ['immer', 'ibc-go'];

/** Returns the available sets, and prints which ones are missing. */
export function listCompatSets(): CompatSet[] {
  const absent = PUBLIC_SETS.filter((name) => !existsSync(path.join(shared, name, 'truth.json')));
  if (absent.length > 0) {
    console.warn(`\n!! NOT COMPARED with Docusaurus, because ${shared} is absent: ${absent.join(', ')}\n`);
  }
  return [
    ...OWN_SETS.map((name) => ({ name, folder: path.join(here, name) })),
    ...PUBLIC_SETS.filter((name) => !absent.includes(name)).map((name) => ({
      name,
      folder: path.join(shared, name),
    })),
  ];
}

/** Path of the sidebars file that the truth was made with, or `none`. */
export function findSidebarsFile({ folder }: CompatSet): string {
  const { sidebars } = readJson<{ sidebars: string | null }>(path.join(folder, 'site.json'));
  return sidebars === null ? 'none' : path.join(folder, sidebars);
}

export function readTruth({ folder }: CompatSet): Truth {
  return readJson<Truth>(path.join(folder, 'truth.json'));
}

function readJson<T>(file: string): T {
  // Our own tool writes the file in this shape.
  return JSON.parse(readFileSync(file, 'utf8')) as T;
}

export interface Truth {
  version: {
    name: string;
    label: string;
    path: string;
    isLast: boolean;
    mainDocId: string;
    draftIds: string[];
  };
  globalSidebars: Record<string, { link?: { path: string; label: string } }>;
  docs: TruthDoc[];
  categories: TruthCategory[];
  sidebars: Record<string, TruthItem[]>;
  tags: { label: string; permalink: string; count: number }[];
  broken: {
    links: TruthBroken[];
    anchors: TruthBroken[];
    markdownLinks: { source: string; url: string; at: string }[];
  };
}

export interface TruthBroken {
  page: string;
  to: string;
  resolved?: string;
}

export interface TruthRef {
  title: string;
  permalink: string;
}

export interface TruthCrumb {
  label: string;
  href: string | null;
}

export interface TruthCard {
  href: string;
  title: string;
  description: string;
}

export interface TruthDoc {
  id: string;
  source: string;
  slug: string;
  permalink: string;
  title: string;
  description: string;
  sidebar: string | null;
  draft: boolean;
  unlisted: boolean;
  sidebarPosition: number | null;
  tags: { label: string; permalink: string }[];
  frontMatterKeys: string[];
  previous: TruthRef | null;
  next: TruthRef | null;
  headings: { id: string | null; level: number; text: string; inside?: string }[];
  links: string[];
  html: {
    toc: { href: string; text: string }[];
    breadcrumbs: TruthCrumb[];
    cards?: TruthCard[];
    robots: string | null;
    externalLinks: number;
    /** Ids of elements other than headings. */
    anchors: string[];
    admonitions: { count: number; byType: Record<string, number>; titles: string[] };
    codeBlocks: {
      count: number;
      langs: string[];
      titles: string[];
      highlightedLines: number;
      lineNumbered: number;
    };
    tabs: { count: number; labels: string[]; selected: string[] };
    details: number;
    tables: number;
    images: number;
    /** Characters of the article's text, white space squeezed. */
    textLength: number;
  };
}

export interface TruthCategory {
  permalink: string;
  label: string;
  title: string;
  slug: string;
  description: string | null;
  sidebar: string;
  items: number;
  previous?: TruthRef | null;
  next?: TruthRef | null;
  html: { cards: TruthCard[]; breadcrumbs: TruthCrumb[] };
}

export interface TruthItem {
  type: string;
  docId?: string | undefined;
  unlisted?: boolean | undefined;
  items?: TruthItem[];
  [field: string]: unknown;
}
