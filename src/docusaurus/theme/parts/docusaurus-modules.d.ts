/** Modules that the engine answers for code of a site, with what the parts of the theme use of them. */

declare module '@docusaurus/Link' {
  import type { AnchorHTMLAttributes, ReactElement } from 'react';

  export default function Link(
    props: AnchorHTMLAttributes<HTMLAnchorElement> & { to?: string | undefined },
  ): ReactElement;
}

declare module '@docusaurus/Translate' {
  import type { ReactElement, ReactNode } from 'react';

  export default function Translate(props: {
    id: string;
    values?: Record<string, ReactNode>;
    children: string;
  }): ReactElement;
  export function translate(text: { id: string; message: string }, values?: Record<string, string>): string;
}

declare module '@docusaurus/useBaseUrl' {
  export default function useBaseUrl(url: string, options?: { forcePrependBaseUrl?: boolean }): string;
}

declare module '@docusaurus/isInternalUrl' {
  export default function isInternalUrl(url: string | undefined): boolean;
}

declare module '@docusaurus/theme-common' {
  export interface TocNode {
    value: string;
    id: string;
    level: number;
    children: TocNode[];
  }
  export interface TagLetter<Tag> {
    letter: string;
    tags: Tag[];
  }
  export function listTagsByLetters<Tag>(tags: readonly Tag[]): TagLetter<Tag>[];
  export function useDateTimeFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat;
  export function useFilteredAndTreeifiedTOC(options: {
    toc: readonly Omit<TocNode, 'children'>[];
    minHeadingLevel: number;
    maxHeadingLevel: number;
  }): TocNode[];
  export function useThemeConfig(): {
    tableOfContents?: { minHeadingLevel?: number; maxHeadingLevel?: number };
  };
}

declare module '@theme/Admonition' {
  import type { ReactElement, ReactNode } from 'react';

  export default function Admonition(props: {
    type?: string | undefined;
    /** The kind whose colour, icon and title it has. Default: its type. */
    look?: string | undefined;
    title?: ReactNode;
    icon?: ReactNode;
    id?: string | undefined;
    className?: string | undefined;
    /** Whether it has no heading, not even that of its kind. */
    isPlain?: boolean;
    children?: ReactNode;
  }): ReactElement;
}

declare module '@theme/CodeBlock' {
  import type { ReactElement, ReactNode } from 'react';

  export default function CodeBlock(props: { children?: ReactNode; className?: string }): ReactElement;
}

declare module '@theme/Heading' {
  import type { HTMLAttributes, ReactElement } from 'react';

  export default function Heading(props: HTMLAttributes<HTMLHeadingElement> & { as: string }): ReactElement;
}

declare module '@theme/Icon/*' {
  import type { ReactElement, SVGProps } from 'react';

  export default function Icon(props: SVGProps<SVGSVGElement>): ReactElement;
}
