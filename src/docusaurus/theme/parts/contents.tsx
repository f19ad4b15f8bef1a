import Link from '@docusaurus/Link';
import Translate from '@docusaurus/Translate';
import { type TocNode, useFilteredAndTreeifiedTOC, useThemeConfig } from '@docusaurus/theme-common';
import type { ReactElement } from 'react';

interface TreeProps {
  toc: readonly TocNode[];
  className?: string | undefined;
  linkClassName?: string | null | undefined;
}

/** Headings of a page as a list of links. Headings below them are lists in it. */
export function ContentsTree({ toc, className, linkClassName }: TreeProps): ReactElement | null {
  if (toc.length === 0) return null;
  return (
    <ul className={className}>
      {toc.map(({ id, value, children }) => (
        <li key={id}>
          <Link
            to={`#${id}`}
            className={linkClassName ?? undefined}
            // biome-ignore lint/security/noDangerouslySetInnerHtml: it's the heading as the page has it
            dangerouslySetInnerHTML={{ __html: value }}
          />
          <ContentsTree toc={children} linkClassName={linkClassName} />
        </li>
      ))}
    </ul>
  );
}

interface ContentsProps {
  /** The `toc` of a document: its headings without their levels in a tree. */
  toc: readonly Omit<TocNode, 'children'>[];
  className?: string;
  linkClassName?: string | null;
  minHeadingLevel?: number;
  maxHeadingLevel?: number;
}

export function ContentsItems({
  toc,
  className = 'table-of-contents table-of-contents__left-border',
  linkClassName = 'table-of-contents__link',
  minHeadingLevel,
  maxHeadingLevel,
}: ContentsProps): ReactElement {
  const { tableOfContents = {} } = useThemeConfig();
  const tree = useFilteredAndTreeifiedTOC({
    toc,
    minHeadingLevel: minHeadingLevel ?? tableOfContents.minHeadingLevel ?? 2,
    maxHeadingLevel: maxHeadingLevel ?? tableOfContents.maxHeadingLevel ?? 3,
  });
  return <ContentsTree toc={tree} className={className} linkClassName={linkClassName} />;
}

export function Contents({ className = '', ...rest }: ContentsProps): ReactElement {
  return (
    <div className={`thin-scrollbar ${className}`.trim()}>
      <ContentsItems {...rest} />
    </div>
  );
}

/** Opens without a script, unlike that of Docusaurus. */
export function CollapsibleContents({ className, ...rest }: ContentsProps): ReactElement {
  return (
    <details className={className}>
      <summary>
        <Translate id="theme.TOCCollapsible.toggleButtonLabel">On this page</Translate>
      </summary>
      <ContentsItems {...rest} />
    </details>
  );
}
