import type { BlogAuthor, BlogPost } from '../../model/blog.ts';
import type { Site } from '../../model/site.ts';
import type { BlogPostData, BlogsData } from '../theme/page-facts.ts';

/**
 * What Docusaurus' blog plugins generate for their lists of posts, by id of the plugin. `readContent` returns the
 * Markdown of a post.
 */
export function collectBlogsData(
  { blogs }: Pick<Site, 'blogs'>,
  readContent: (post: BlogPost) => string,
): BlogsData {
  return Object.fromEntries(
    blogs.map(({ id, path: blogPath, title, description, authorsPath, sidebar, posts }) => [
      id,
      {
        about: {
          blogBasePath: blogPath,
          blogTitle: title,
          blogDescription: description,
          authorsListPath: authorsPath,
        },
        list: {
          title: sidebar.title,
          items: sidebar.posts.map(({ title, path: permalink, unlisted, date }) => ({
            title,
            permalink,
            unlisted,
            date,
          })),
        },
        posts: posts
          .filter(({ unlisted }) => !unlisted)
          .map((post) => ({
            id: post.path.startsWith(blogPath) ? post.path.slice(blogPath.length) : post.path,
            metadata: collectPostMetadata(post),
            content: readContent(post),
          })),
      },
    ]),
  );
}

function collectPostMetadata(post: BlogPost): BlogPostData['metadata'] {
  const toReference = (page: BlogPost['previous']) => page && { title: page.title, permalink: page.path };
  return {
    permalink: post.path,
    editUrl: post.editUrl,
    title: post.title,
    description: post.description,
    date: post.date,
    tags: post.tags.map(({ title, path: permalink }) => ({ inline: true, label: title, permalink })),
    readingTime: post.readingTime,
    hasTruncateMarker: post.excerptEnd !== undefined,
    authors: post.authors.map(toAuthorProps),
    frontMatter: post.frontMatter,
    unlisted: post.unlisted,
    prevItem: toReference(post.previous),
    nextItem: toReference(post.next),
  };
}

function toAuthorProps({ image, page, socials, count: _, ...author }: BlogAuthor) {
  return {
    ...author,
    imageURL: image,
    page: page === undefined ? null : { permalink: page },
    socials: socials && Object.fromEntries(socials.map(({ platform, href }) => [platform, href])),
  };
}
