/** A release of the product that a site documents, from its changelog. */
interface ChangelogRelease {
  /** Version in the heading: `1.2.0`. */
  version: string;
  /** ISO 8601, such as `2026-11-27`. Undefined if the heading has none. */
  date: string | undefined;
  /** Line of the heading, counted from 1. */
  line: number;
  /** Markdown below the heading. */
  body: string;
}

/** `## [1.2.0] - 2026-11-27`, `## 1.2.0 (2026-11-27)`, `## [v1.2.0](https://…) – 2026-11-27`. */
const HEADING = /^##\s+(?<title>.+?)\s*#*\s*$/;
const DATE = /\b\d{4}-\d{2}-\d{2}\b/;
const FENCE = /^ {0,3}(?<fence>`{3,}|~{3,})/;
/** `[1.2.0]: https://…`, which is anywhere in the file and holds for all of it. */
const DEFINITION = /^ {0,3}\[[^\]]+\]:\s+\S/;

/**
 * Reads a changelog in the format of keepachangelog.com: each heading of the second level is a release. The section
 * of unreleased changes is left out.
 */
export function parseChangelog(text: string): ChangelogRelease[] {
  const releases: (ChangelogRelease & { lines: string[] })[] = [];
  const definitions: string[] = [];
  let openFence: string | undefined;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const fence = FENCE.exec(line)?.groups?.fence;
    if (openFence === undefined) openFence = fence;
    else if (fence?.startsWith(openFence)) openFence = undefined;
    const isText = openFence === undefined && fence === undefined;
    const title = isText ? HEADING.exec(line)?.groups?.title : undefined;
    if (isText && DEFINITION.test(line)) definitions.push(line.trim());
    else if (title === undefined) releases.at(-1)?.lines.push(isText ? raiseHeading(line) : line);
    else
      releases.push({
        version: readVersion(title),
        date: DATE.exec(title)?.[0],
        line: index + 1,
        body: '',
        lines: [],
      });
  }
  return releases
    .filter(({ version }) => !/^unreleased$/i.test(version))
    .map(({ lines, ...release }) => ({
      ...release,
      body: `${[lines.join('\n').trim(), ...(definitions.length > 0 ? ['', ...definitions] : [])].join('\n')}\n`,
    }));
}

/** The first words of a heading, without brackets, links and the date. */
function readVersion(title: string): string {
  const withoutLinks = title.replace(/\[([^\]]+)\](?:\([^)]*\)|\[[^\]]*\])?/g, '$1');
  return withoutLinks.replace(/[\s(]*[-–—:]?[\s(]*\d{4}-\d{2}-\d{2}.*$/, '').trim();
}

/** The release is the title of its post, so the headings below it are one level higher. */
function raiseHeading(line: string): string {
  return line.replace(/^#(?=##+\s)/, '');
}
