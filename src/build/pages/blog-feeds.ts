import type { SiteConfig } from '../../config/site-config.ts';
import type { Blog, BlogAuthor, BlogPost } from '../../model/blog.ts';
import { pageHref } from '../../model/urls.ts';
import { escapeHtml } from '../../shared/html.ts';
import type { Outlet } from './plain-article.ts';

type Config = Pick<SiteConfig, 'name' | 'url' | 'i18n'>;
type Format = Blog['feeds'][number]['type'];

interface Entry {
  address: string;
  post: BlogPost;
  html: string | undefined;
}

interface Feed {
  title: string;
  description: string;
  address: string;
  self: string;
  updated: string;
  language: string;
  copyright: string | undefined;
  entries: readonly Entry[];
}

/** Renders the article of a post for readers outside of the site: see `plainArticle`. */
export type FeedHtml = (post: BlogPost, outlet: Outlet) => string;

interface FeedSource {
  config: Config;
  /** Language of the site (BCP 47). */
  language: string;
  /** Renders the article of a post. Without it, feeds contain descriptions only. */
  html?: FeedHtml | undefined;
}

/** Writes a feed with the latest posts, without unlisted ones. */
export function writeFeed(blog: Blog, format: Format, { config, language, html }: FeedSource): string {
  const origin = (config.url ?? '').replace(/\/$/, '');
  const toAbsoluteUrl = (path: string) => origin + pageHref(path);
  const options = blog.feed;
  const posts = blog.posts.filter((post) => !post.unlisted).slice(0, options.limit);
  const dates = posts.map(({ date }) => date).sort();
  const self = blog.feeds.find(({ type }) => type === format)?.path ?? blog.path;
  const feed: Feed = {
    title: options.title ?? `${config.name} Blog`,
    description: options.description ?? `${config.name} Blog`,
    address: toAbsoluteUrl(blog.path),
    self: toAbsoluteUrl(self),
    updated: dates.at(-1) ?? '',
    language: options.language ?? language,
    copyright: options.copyright,
    entries: posts.map((post) => ({
      address: toAbsoluteUrl(post.path),
      post,
      html: html?.(post, { origin, address: toAbsoluteUrl(post.path) }),
    })),
  };
  return formats[format](feed);
}

const formats: Readonly<Record<Format, (feed: Feed) => string>> = {
  rss: writeRss,
  atom: writeAtom,
  json: writeJsonFeed,
};

const rssNames = {
  version: '2.0',
  'xmlns:atom': 'http://www.w3.org/2005/Atom',
  'xmlns:content': 'http://purl.org/rss/1.0/modules/content/',
};

function writeRss({
  title,
  description,
  address,
  self,
  updated,
  language,
  copyright,
  entries,
}: Feed): string {
  return writeDocument(
    writeElement('rss', rssNames, [
      writeElement('channel', {}, [
        writeText('title', title),
        writeText('link', address),
        writeElement('atom:link', { href: self, rel: 'self', type: 'application/rss+xml' }),
        writeText('description', description),
        writeText('lastBuildDate', formatRfc822(updated)),
        writeText('language', language),
        writeText('copyright', copyright),
        ...entries.map(({ address: link, post, html }) =>
          writeElement('item', {}, [
            writeText('title', post.title),
            writeText('link', link),
            writeElement('guid', { isPermaLink: /^https?:/.test(link) ? 'true' : 'false' }, [
              escapeHtml(link),
            ]),
            writeText('pubDate', formatRfc822(post.date)),
            writeText('description', post.description || undefined),
            writeText('content:encoded', html),
            ...post.authors.map(({ name, email }) =>
              writeText('author', email === undefined ? undefined : name ? `${email} (${name})` : email),
            ),
            ...post.tags.map(({ title: label }) => writeText('category', label)),
          ]),
        ),
      ]),
    ]),
  );
}

function writeAtom({
  title,
  description,
  address,
  self,
  updated,
  language,
  copyright,
  entries,
}: Feed): string {
  return writeDocument(
    writeElement('feed', { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': language }, [
      writeText('id', address),
      writeText('title', title),
      writeText('subtitle', description),
      writeText('updated', updated),
      writeElement('link', { rel: 'alternate', href: address }),
      writeElement('link', { rel: 'self', href: self }),
      writeText('rights', copyright),
      ...entries.map(({ address: link, post, html }) =>
        writeElement('entry', {}, [
          writeText('title', post.title),
          writeText('id', link),
          writeElement('link', { href: link }),
          writeText('updated', post.date),
          writeText('summary', post.description || undefined),
          ...(html === undefined ? [] : [writeElement('content', { type: 'html' }, [escapeHtml(html)])]),
          ...post.authors.map((author) => writeElement('author', {}, writeAtomAuthor(author))),
          ...post.tags.map(({ title: term }) => writeElement('category', { label: term, term })),
        ]),
      ),
    ]),
  );
}

function writeAtomAuthor({ name, email, url }: BlogAuthor): string[] {
  return [writeText('name', name ?? ''), writeText('email', email), writeText('uri', url)];
}

function writeJsonFeed({ title, description, address, self, language, entries }: Feed): string {
  const feed = {
    version: 'https://jsonfeed.org/version/1.1',
    title,
    description,
    language,
    home_page_url: address,
    feed_url: self,
    items: entries.map(({ address: link, post, html }) => ({
      id: link,
      url: link,
      title: post.title,
      ...(html === undefined ? { content_text: post.description } : { content_html: html }),
      summary: post.description || undefined,
      date_published: post.date,
      authors: post.authors.map(({ name, url }) => ({ name, url })),
      tags: post.tags.map(({ title: label }) => label),
    })),
  };
  return `${JSON.stringify(feed, null, 2)}\n`;
}

function writeDocument(root: string): string {
  return `<?xml version="1.0" encoding="utf-8"?>\n${root}\n`;
}

/** Writes an XML element. `inner` must be escaped already. */
function writeElement(
  name: string,
  attributes: Readonly<Record<string, string>> = {},
  inner: readonly string[] = [],
): string {
  const attributeText = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeHtml(value)}"`);
  const start = `<${name}${attributeText.join('')}`;
  return inner.length === 0 ? `${start}/>` : `${start}>${inner.join('')}</${name}>`;
}

/** An element that contains a text; empty if the text is undefined. */
function writeText(name: string, text: string | undefined): string {
  return text === undefined ? '' : `<${name}>${escapeHtml(text)}</${name}>`;
}

function formatRfc822(date: string): string {
  return new Date(date).toUTCString();
}
