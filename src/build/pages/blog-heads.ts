import type { Texts } from '../../config/texts.ts';
import type { BlogAuthor, BlogPost } from '../../model/blog.ts';
import { selectPluralForm } from '../../shared/plural.ts';
import type { AuthorHead, ListedPost, PostHead } from '../../ui/blog/blog-data.ts';
import { fillText } from '../../ui/fill-text.ts';

/** The interface texts of a language, and its locale for dates and numbers. */
export interface LanguageTexts {
  texts: Texts;
  locale: string;
}

export function formatDay(date: string, { locale }: LanguageTexts, withYear = true): string {
  const year = withYear ? 'numeric' : undefined;
  const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year, timeZone: 'UTC' });
  return format.format(new Date(date));
}

export function createPostHead(post: BlogPost, words: LanguageTexts): PostHead {
  const minutes = post.readingTime === undefined ? undefined : Math.ceil(post.readingTime);
  return {
    title: post.title,
    date: post.date,
    day: formatDay(post.date, words),
    readingTime:
      minutes === undefined
        ? undefined
        : fillText(selectPluralForm(words.texts.readingTime, minutes, words.locale), {
            readingTime: minutes,
          }),
    authors: post.authors.map(createAuthorHead),
  };
}

export function createListedPost(post: BlogPost, words: LanguageTexts): ListedPost {
  const { path, tags, excerptEnd } = post;
  return { ...createPostHead(post, words), path, tags, more: excerptEnd !== undefined };
}

export function createAuthorHead({ name, title, image, url, email, page, socials }: BlogAuthor): AuthorHead {
  const href = page ?? url ?? (email === undefined ? undefined : `mailto:${email}`);
  return { name, title, image, href, socials };
}
