import { z } from 'zod';
import type { BlogAuthor } from '../../model/blog.ts';
import { withBasePath } from '../../model/written-links.ts';
import { lineOfKey } from '../../shared/line-of-key.ts';
import { didYouMean } from '../../shared/near-name.ts';
import type { Problem } from '../../shared/problem.ts';
import { kebabCase } from '../kebab-case.ts';
import { joinPath } from '../permalinks.ts';
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
const named = z.union([z.string(), inPost]);
const authorsOfPost = z.union([named.transform((one) => [one]), z.array(named)]);

interface Addresses {
  basePath: string;
  /** Of the list of authors. */
  authorsPath: string;
}

/** `authors.yml`, or the same as JSON: author by key. */
export function parseAuthors(
  source: string,
  file: string,
  { basePath, authorsPath }: Addresses,
): { authors: Map<string, BlogAuthor>; problems: Problem[] } {
  const failed = (message: string, line?: number) => ({
    authors: new Map<string, BlogAuthor>(),
    problems: [{ code: 'authors-file', severity: 'error', file, line, message } as const],
  });
  const yaml = parseYaml(source.replace(/^\uFEFF/, ''));
  if (!yaml.ok) return failed(`The authors cannot be read: ${yaml.reason}.`, yaml.line);
  const parsed = authorsFile.safeParse(yaml.value ?? {});
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const key = String(issue?.path[0] ?? '');
    return failed(`The author at "${issue?.path.join('.')}": ${issue?.message}.`, lineOfKey(source, key));
  }
  const authors = Object.entries(parsed.data).map(([key, author]): [string, BlogAuthor] => {
    const slug = author.page === true ? kebabCase(key) : author.page ? author.page.permalink : undefined;
    return [
      key,
      {
        key,
        ...authorOf(author, basePath),
        ...(slug === undefined ? {} : { page: joinPath(authorsPath, slug) }),
      },
    ];
  });
  return { authors: new Map(authors), problems: [] };
}

/** Who wrote a post, by its front matter; what it says itself comes before the file of authors. */
export function authorsOf(
  frontMatter: Record<string, unknown>,
  known: ReadonlyMap<string, BlogAuthor>,
  basePath: string,
): { authors: BlogAuthor[]; mistakes: string[] } {
  const mistakes: string[] = [];
  if (frontMatter.authors === undefined || frontMatter.authors === null)
    return { authors: singleAuthor(frontMatter, basePath), mistakes };
  const parsed = authorsOfPost.safeParse(frontMatter.authors);
  if (!parsed.success)
    return { authors: [], mistakes: ['must be keys of the file of authors, or objects with a name.'] };
  const authors = parsed.data.flatMap((one): BlogAuthor[] => {
    const { key, ...own } = typeof one === 'string' ? { key: one } : one;
    if (key === undefined) return [authorOf(own, basePath)];
    const author = known.get(key);
    if (author) return [{ ...author, ...authorOf(own, basePath) }];
    mistakes.push(
      `names "${key}", whom the file of authors does not have.${didYouMean(key, [...known.keys()])}`,
    );
    return [];
  });
  const keys = authors.flatMap(({ key }) => key ?? []);
  const twice = keys.find((key, at) => keys.indexOf(key) !== at);
  if (twice !== undefined) mistakes.push(`names "${twice}" twice.`);
  return { authors, mistakes };
}

/** As posts named one before `authors`. */
function singleAuthor(frontMatter: Record<string, unknown>, basePath: string): BlogAuthor[] {
  const say = (...names: string[]) =>
    names.map((name) => frontMatter[name]).find((value) => typeof value === 'string');
  const author = authorOf(
    {
      name: say('author'),
      title: say('author_title', 'authorTitle'),
      url: say('author_url', 'authorURL'),
      imageURL: say('author_image_url', 'authorImageURL'),
    },
    basePath,
  );
  return Object.keys(author).length > 0 ? [author] : [];
}

/** What is said, and nothing else, so that it can be put over an author of the file. */
function authorOf(raw: z.output<typeof inPost>, basePath: string): BlogAuthor {
  const { name, title, description, url, email, socials } = raw;
  const picture = raw.imageURL ?? raw.image_url;
  const said: BlogAuthor = {
    name,
    title,
    description,
    url,
    email,
    image: picture && withBasePath(picture, basePath),
    socials: socials && Object.entries(socials).map(([platform, value]) => social(platform, value)),
  };
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
}

/** What a platform is called, and what stands before a name there. */
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

/** An address, or a name on a platform that everybody knows. */
function social(platform: string, value: string): { platform: string; href: string } {
  const known = platforms[platform.toLowerCase()];
  const isAddress = /^(?:https?:\/\/|mailto:)/.test(value);
  return {
    platform: known?.called ?? platform,
    href: isAddress || known === undefined ? value : known.profile + value,
  };
}
