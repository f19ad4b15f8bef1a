import type { Texts } from '../../config/texts.ts';
import type { BlogAuthor, BlogPost } from '../../model/blog.ts';
import { pluralForm } from '../../shared/plural.ts';
import type { AuthorHead, ListedPost, PostHead } from '../../ui/blog/blog-data.ts';
import { fillText } from '../../ui/fill-text.ts';

/** The texts of a language, which says days and numbers in its own way. */
export interface Words {
  texts: Texts;
  locale: string;
}

export function dayOf(date: string, { locale }: Words, withYear = true): string {
  const year = withYear ? 'numeric' : undefined;
  const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year, timeZone: 'UTC' });
  return format.format(new Date(date));
}

export function headOf(post: BlogPost, words: Words): PostHead {
  const minutes = post.readingTime === undefined ? undefined : Math.ceil(post.readingTime);
  return {
    title: post.title,
    date: post.date,
    day: dayOf(post.date, words),
    readingTime:
      minutes === undefined
        ? undefined
        : fillText(pluralForm(words.texts.readingTime, minutes, words.locale), { readingTime: minutes }),
    authors: post.authors.map(authorHead),
  };
}

export function listedPost(post: BlogPost, words: Words): ListedPost {
  const { path, tags, excerptEnd } = post;
  return { ...headOf(post, words), path, tags, more: excerptEnd !== undefined };
}

export function authorHead({ name, title, image, url, email, page, socials }: BlogAuthor): AuthorHead {
  const href = page ?? url ?? (email === undefined ? undefined : `mailto:${email}`);
  return { name, title, image, href, socials };
}
