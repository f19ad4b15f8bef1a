import { z } from 'zod';
import type { BlogAuthor } from '../../model/blog.ts';
import { ensureBasePath } from '../../model/written-links.ts';
import { explainIssue } from '../../shared/explain-issue.ts';
import { findLineOfKey } from '../../shared/line-of-key.ts';
import { didYouMean } from '../../shared/near-name.ts';
import type { Problem } from '../../shared/problem.ts';
import { toKebabCase } from '../documents/kebab-case.ts';
import { joinPath } from '../links/permalinks.ts';
import { parseYaml } from '../yaml.ts';

const text = z.union([z.string(), z.number().transform(String)]);
const fields = {
  name: text.optional(),
  title: text.optional(),
  description: text.optional(),
  url: text.optional(),
  email: text.optional(),
  image_url: text.optional(),
  imageURL: text.optional(),
  socials: z.record(z.string(), text).optional(),
};
const page = z.union([z.boolean(), z.looseObject({ permalink: z.string() })]).optional();
const authorsFile = z.record(z.string(), z.looseObject({ ...fields, page }));
const inPost = z.looseObject({ ...fields, key: z.string().optional() });
const authorEntry = z.union([z.string(), inPost]);
const authorsOfPost = z.union([authorEntry.transform((one) => [one]), z.array(authorEntry)]);

interface Addresses {
  basePath: string;
  /** Address of the page that lists all authors. */
  authorsPath: string;
}

/** Parses `authors.yml`, or the same as JSON, into authors by key. */
export function parseAuthors(
  source: string,
  file: string,
  { basePath, authorsPath }: Addresses,
): { authors: Map<string, BlogAuthor>; problems: Problem[] } {
  const createFailure = (message: string, line?: number) => ({
    authors: new Map<string, BlogAuthor>(),
    problems: [{ code: 'authors-file', severity: 'error', file, line, message } as const],
  });
  const yaml = parseYaml(source.replace(/^\uFEFF/, ''));
  if (!yaml.ok) return createFailure(`The authors file can't be read: ${yaml.reason}.`, yaml.line);
  const parseResult = authorsFile.safeParse(yaml.value ?? {});
  if (!parseResult.success) {
    const [issue] = parseResult.error.issues;
    const key = String(issue?.path[0] ?? '');
    return createFailure(
      `Wrong author at "${issue?.path.join('.')}": ${issue && explainIssue(issue)}.`,
      findLineOfKey(source, key),
    );
  }
  const authors = Object.entries(parseResult.data).map(([key, author]): [string, BlogAuthor] => {
    const slug = author.page === true ? toKebabCase(key) : author.page ? author.page.permalink : undefined;
    return [
      key,
      {
        key,
        ...createAuthor(author, basePath),
        ...(slug === undefined ? {} : { page: joinPath(authorsPath, slug) }),
      },
    ];
  });
  return { authors: new Map(authors), problems: [] };
}

/** Reads the authors of a post from its front matter. Its details win over those in the authors file. */
export function readPostAuthors(
  frontMatter: Record<string, unknown>,
  authorsByKey: ReadonlyMap<string, BlogAuthor>,
  basePath: string,
): { authors: BlogAuthor[]; mistakes: string[] } {
  const mistakes: string[] = [];
  if (frontMatter.authors === undefined || frontMatter.authors === null)
    return { authors: readSingleAuthor(frontMatter, basePath), mistakes };
  const parseResult = authorsOfPost.safeParse(frontMatter.authors);
  if (!parseResult.success)
    return { authors: [], mistakes: ['must be keys from the authors file, or objects with a name.'] };
  const authors = parseResult.data.flatMap((entry): BlogAuthor[] => {
    const { key, ...details } = typeof entry === 'string' ? { key: entry } : entry;
    if (key === undefined) return [createAuthor(details, basePath)];
    const author = authorsByKey.get(key);
    if (author) return [{ ...author, ...createAuthor(details, basePath) }];
    mistakes.push(
      `names "${key}", who isn't in the authors file.${didYouMean(key, [...authorsByKey.keys()])}`,
    );
    return [];
  });
  const keys = authors.flatMap(({ key }) => key ?? []);
  const repeatedKey = keys.find((key, index) => keys.indexOf(key) !== index);
  if (repeatedKey !== undefined) mistakes.push(`names "${repeatedKey}" twice. Remove one.`);
  return { authors, mistakes };
}

/** Reads the single author of older posts, which use `author` instead of `authors`. */
function readSingleAuthor(frontMatter: Record<string, unknown>, basePath: string): BlogAuthor[] {
  const findFirstText = (...names: string[]) =>
    names.map((name) => frontMatter[name]).find((value) => typeof value === 'string');
  const author = createAuthor(
    {
      name: findFirstText('author'),
      title: findFirstText('author_title', 'authorTitle'),
      url: findFirstText('author_url', 'authorURL'),
      imageURL: findFirstText('author_image_url', 'authorImageURL'),
    },
    basePath,
  );
  return Object.keys(author).length > 0 ? [author] : [];
}

/** Returns only what is given, so that it can be merged into an author of the authors file. */
function createAuthor(raw: z.output<typeof inPost>, basePath: string): BlogAuthor {
  const { name, title, description, url, email, socials } = raw;
  const picture = raw.imageURL ?? raw.image_url;
  const author: BlogAuthor = {
    name,
    title,
    description,
    url,
    email,
    image: picture && ensureBasePath(picture, basePath),
    socials: socials && Object.entries(socials).map(([platform, value]) => createSocialLink(platform, value)),
  };
  return Object.fromEntries(Object.entries(author).filter(([, value]) => value !== undefined));
}

/** Names of platforms, and the start of profile addresses there. */
const platforms: Readonly<Record<string, { called: string; profile: string }>> = {
  x: { called: 'X', profile: 'https://x.com/' },
  twitter: { called: 'Twitter', profile: 'https://twitter.com/' },
  github: { called: 'GitHub', profile: 'https://github.com/' },
  linkedin: { called: 'LinkedIn', profile: 'https://www.linkedin.com/in/' },
  stackoverflow: { called: 'Stack Overflow', profile: 'https://stackoverflow.com/users/' },
  bluesky: { called: 'Bluesky', profile: 'https://bsky.app/profile/' },
  instagram: { called: 'Instagram', profile: 'https://www.instagram.com/' },
  threads: { called: 'Threads', profile: 'https://www.threads.net/@' },
  mastodon: { called: 'Mastodon', profile: 'https://mastodon.social/@' },
  twitch: { called: 'Twitch', profile: 'https://twitch.tv/' },
  youtube: { called: 'YouTube', profile: 'https://youtube.com/@' },
  email: { called: 'Email', profile: 'mailto:' },
};

/** The value is an address, or a user name on a known platform. */
function createSocialLink(platform: string, value: string): { platform: string; href: string } {
  const knownPlatform = platforms[platform.toLowerCase()];
  const isAddress = /^(?:https?:\/\/|mailto:)/.test(value);
  return {
    platform: knownPlatform?.called ?? platform,
    href: isAddress || knownPlatform === undefined ? value : knownPlatform.profile + value,
  };
}
