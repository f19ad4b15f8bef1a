import type { Element } from 'hast';

/**
 * A component that documents may use without importing it. It stands for Markdown that is made from the
 * site's own data, so its headings, links and code are the document's like any others.
 */
export type SiteComponent = (props: SiteProps, host: SiteComponentHost) => SiteMade | Promise<SiteMade>;

export type SiteMade = SitePart[] | SiteRefusal;

export type SiteComponents = Readonly<Record<string, SiteComponent>>;

/** Attributes as written; only texts. */
export type SiteProps = Readonly<Record<string, string>>;

/**
 * Markdown (MDX), a finished element such as a drawing, or what stands between the tags: by itself, or as the only slot
 * of a live part.
 */
export type SitePart =
  | string
  | { element: Element }
  | { children: true; live?: { name: string; props: Readonly<Record<string, unknown>> } };

/** Why the component cannot stand here: one sentence that says what to do. */
export interface SiteRefusal {
  problem: string;
}

export interface SiteComponentHost {
  /** Text of a file below the docs folder, or with `@site/` below the folder around it; a dependency from then on. */
  text(file: string): string | undefined;
  /** The file parsed by `parse`, which runs once for each version of the file. */
  data<Data>(file: string, parse: (text: string) => Data): Data | undefined;
  /**
   * Makes a file of this text, such as the data of a live part, which it fetches when it is needed. Its address, which
   * only readers of the page get an answer at.
   */
  asset(name: string, text: string): string;
  /** Origins of the servers that pages may call: `connect` of the configuration. */
  connect: readonly string[];
  /** Permalink of a document, named by its path below the docs folder without the ending. */
  pagePath(document: string): string | undefined;
  /** Permalink of the document that is compiled. */
  ownPath: string;
  /** What components of the same document have said already, by the name of the thing: where it stands. */
  said: Map<string, string>;
}
