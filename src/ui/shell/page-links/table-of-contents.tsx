import * as texts from 'virtual:site/texts';
import { useEffect, useRef, useState } from 'react';
import type { TocEntry } from '../../../markdown/article.ts';
import { bringIntoView } from '../bring-into-view.ts';
import { ChevronRight } from '../icons.tsx';

/** Table of contents that follows scrolling. Folded above the article on narrow screens. */
export function TableOfContents({ entries }: { entries: readonly TocEntry[] }) {
  const current = useCurrentHeading(entries);
  const [open, setOpen] = useState(false);
  const list = useRef<HTMLElement>(null);
  // A long list follows the reading.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the heading is what moves the mark
  useEffect(() => bringIntoView(list.current, '[aria-current]'), [current]);
  if (entries.length === 0) return null;
  return (
    <nav ref={list} className="toc" aria-label={texts.onThisPage} data-open={open || undefined}>
      <button
        type="button"
        className="toc__toggle theme-doc-toc-mobile"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <ChevronRight size={16} className="caret" />
        {texts.onThisPage}
        {current && (
          <span
            className="toc__current"
            aria-hidden="true"
            // biome-ignore lint/security/noDangerouslySetInnerHtml: see below
            dangerouslySetInnerHTML={{ __html: current.html }}
          />
        )}
      </button>
      <ul className="table-of-contents theme-doc-toc-desktop">
        {nest(entries).map((branch) => (
          <TocItem
            key={branch.entry.id}
            branch={branch}
            current={current?.id}
            onFollow={() => setOpen(false)}
          />
        ))}
      </ul>
    </nav>
  );
}

interface Branch {
  entry: TocEntry;
  children: Branch[];
}

interface Props {
  branch: Branch;
  current: string | undefined;
  onFollow: () => void;
}

function TocItem({ branch, current, onFollow }: Props) {
  const { entry, children } = branch;
  const isCurrent = entry.id === current;
  return (
    <li>
      <a
        className={`table-of-contents__link${isCurrent ? ' table-of-contents__link--active' : ''}`}
        href={`#${entry.id}`.replaceAll('%', '%25')}
        onClick={onFollow}
        aria-current={isCurrent ? 'location' : undefined}
        // Text, code and emphasis of the heading, made by the article compiler.
        // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
        dangerouslySetInnerHTML={{ __html: entry.html }}
      />
      {children.length > 0 && (
        <ul>
          {children.map((child) => (
            <TocItem key={child.entry.id} branch={child} current={current} onFollow={onFollow} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** Nests each entry below the nearest one before it with a higher rank. */
function nest(entries: readonly TocEntry[]): Branch[] {
  const top: Branch[] = [];
  const open: Branch[] = [];
  for (const entry of entries) {
    while (open.length > 0 && (open.at(-1)?.entry.level ?? 0) >= entry.level) open.pop();
    const branch = { entry, children: [] };
    (open.at(-1)?.children ?? top).push(branch);
    open.push(branch);
  }
  return top;
}

/** Finds the last heading above the reading line. Updates when a heading crosses it, not on every scroll. */
function useCurrentHeading(entries: readonly TocEntry[]): TocEntry | undefined {
  const [current, setCurrent] = useState<TocEntry>();
  useEffect(() => {
    const headings = entries
      .map(({ id }) => document.getElementById(id))
      .filter((heading) => heading !== null);
    const find = () => {
      const line = innerHeight / 4;
      const passedHeadings = headings.filter(
        (heading) => heading.checkVisibility() && heading.getBoundingClientRect().top <= line,
      );
      const heading = passedHeadings.at(-1) ?? headings[0];
      setCurrent(entries.find(({ id }) => id === heading?.id));
    };
    // All headings above the line count as visible, so that a jump over many of them reports each.
    const observer = new IntersectionObserver(find, { rootMargin: '1000000px 0px -75% 0px' });
    for (const heading of headings) observer.observe(heading);
    return () => observer.disconnect();
  }, [entries]);
  return current;
}
