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

/** The article of a post as it leaves the site: see `plainArticle`. */
export type FeedHtml = (post: BlogPost, outlet: Outlet) => string;

interface FeedSource {
  config: Config;
  /** Of the site. */
  language: string;
  /** The article of a post; absent where nobody has made it. */
  html?: FeedHtml | undefined;
}

/** A feed of the latest listed posts, whole. */
export function feedOf(blog: Blog, format: Format, { config, language, html }: FeedSource): string {
  const origin = (config.url ?? '').replace(/\/$/, '');
  const address = (path: string) => origin + pageHref(path);
  const said = blog.feed;
  const posts = blog.posts.filter((post) => !post.unlisted).slice(0, said.limit);
  const dates = posts.map(({ date }) => date).sort();
  const self = blog.feeds.find(({ type }) => type === format)?.path ?? blog.path;
  const feed: Feed = {
    title: said.title ?? `${config.name} Blog`,
    description: said.description ?? `${config.name} Blog`,
    address: address(blog.path),
    self: address(self),
    updated: dates.at(-1) ?? '',
    language: said.language ?? language,
    copyright: said.copyright,
    entries: posts.map((post) => ({
      address: address(post.path),
      post,
      html: html?.(post, { origin, address: address(post.path) }),
    })),
  };
  return formats[format](feed);
}

const formats: Readonly<Record<Format, (feed: Feed) => string>> = { rss, atom, json };

const rssNames = {
  version: '2.0',
  'xmlns:atom': 'http://www.w3.org/2005/Atom',
  'xmlns:content': 'http://purl.org/rss/1.0/modules/content/',
};

function rss({ title, description, address, self, updated, language, copyright, entries }: Feed): string {
  return document(
    tag('rss', rssNames, [
      tag('channel', {}, [
        say('title', title),
        say('link', address),
        tag('atom:link', { href: self, rel: 'self', type: 'application/rss+xml' }),
        say('description', description),
        say('lastBuildDate', rfc822(updated)),
        say('language', language),
        say('copyright', copyright),
        ...entries.map(({ address: link, post, html }) =>
          tag('item', {}, [
            say('title', post.title),
            say('link', link),
            tag('guid', { isPermaLink: /^https?:/.test(link) ? 'true' : 'false' }, [escapeHtml(link)]),
            say('pubDate', rfc822(post.date)),
            say('description', post.description || undefined),
            say('content:encoded', html),
            ...post.authors.map(({ name, email }) =>
              say('author', email === undefined ? undefined : name ? `${email} (${name})` : email),
            ),
            ...post.tags.map(({ title: label }) => say('category', label)),
          ]),
        ),
      ]),
    ]),
  );
}

function atom({ title, description, address, self, updated, language, copyright, entries }: Feed): string {
  return document(
    tag('feed', { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': language }, [
      say('id', address),
      say('title', title),
      say('subtitle', description),
      say('updated', updated),
      tag('link', { rel: 'alternate', href: address }),
      tag('link', { rel: 'self', href: self }),
      say('rights', copyright),
      ...entries.map(({ address: link, post, html }) =>
        tag('entry', {}, [
          say('title', post.title),
          say('id', link),
          tag('link', { href: link }),
          say('updated', post.date),
          say('summary', post.description || undefined),
          ...(html === undefined ? [] : [tag('content', { type: 'html' }, [escapeHtml(html)])]),
          ...post.authors.map((author) => tag('author', {}, atomAuthor(author))),
          ...post.tags.map(({ title: term }) => tag('category', { label: term, term })),
        ]),
      ),
    ]),
  );
}

function atomAuthor({ name, email, url }: BlogAuthor): string[] {
  return [say('name', name ?? ''), say('email', email), say('uri', url)];
}

function json({ title, description, address, self, language, entries }: Feed): string {
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

function document(root: string): string {
  return `<?xml version="1.0" encoding="utf-8"?>\n${root}\n`;
}

/** `inner` is XML already. */
function tag(
  name: string,
  attributes: Readonly<Record<string, string>> = {},
  inner: readonly string[] = [],
): string {
  const said = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeHtml(value)}"`);
  const start = `<${name}${said.join('')}`;
  return inner.length === 0 ? `${start}/>` : `${start}>${inner.join('')}</${name}>`;
}

/** An element of text; nothing without one. */
function say(name: string, text: string | undefined): string {
  return text === undefined ? '' : `<${name}>${escapeHtml(text)}</${name}>`;
}

function rfc822(date: string): string {
  return new Date(date).toUTCString();
}
