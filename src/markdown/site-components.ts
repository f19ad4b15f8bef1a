import type { Element } from 'hast';

/**
 * A component that documents can use without importing it. It produces Markdown from the site's own data, whose
 * headings, links and code are treated like those of the document.
 */
export type SiteComponent = (props: SiteProps, host: SiteComponentHost) => SiteMade | Promise<SiteMade>;

export type SiteMade = SitePart[] | SiteRefusal;

export type SiteComponents = Readonly<Record<string, SiteComponent>>;

/** Attributes as written. Only text is supported. */
export type SiteProps = Readonly<Record<string, string>>;

/**
 * Markdown (MDX), a finished element such as a drawing, parts that readers unfold below a summary in Markdown, or the
 * content between the tags, either by itself or as the only slot of a live part.
 */
export type SitePart =
  | string
  | { element: Element }
  | { summary: string; parts: readonly SitePart[] }
  | { children: true; live?: { name: string; props: Readonly<Record<string, unknown>> } };

/** Why the component can't be used here, in one sentence that says what to do. */
export interface SiteRefusal {
  problem: string;
}

export interface SiteComponentHost {
  /** Reads a file below the docs folder, or with `@site/` below the site folder. It becomes a dependency. */
  text(file: string): string | undefined;
  /** Reads a file and parses it with `parse`, once for each version of the file. */
  data<Data>(file: string, parse: (text: string) => Data): Data | undefined;
  /**
   * Creates a file with this text, such as data that a live part loads on demand. Returns its address, which only
   * readers of the page can open.
   */
  asset(name: string, text: string): string;
  /** Origins of servers that pages may call: `connect` in the configuration. */
  connect: readonly string[];
  /** Permalink of a document, by its path below the docs folder without the extension. */
  pagePath(document: string): string | undefined;
  /** Permalink of the document that is being compiled. */
  ownPath: string;
  /** Statements of components in this document: the name of the thing and where it is stated. */
  said: Map<string, string>;
}
