import Link from '@docusaurus/Link';
import Translate from '@docusaurus/Translate';
import { listTagsByLetters } from '@docusaurus/theme-common';
import Heading from '@theme/Heading';
import type { ReactElement } from 'react';

interface TagProps {
  permalink: string;
  label: string;
  count?: number;
  description?: string;
}

export function Tag({ permalink, label, count, description }: TagProps): ReactElement {
  return (
    <Link rel="tag" href={permalink} title={description} className="tag">
      {label}
      {count !== undefined && <span className="tag__count">{count}</span>}
    </Link>
  );
}

const TagItems = ({ tags }: { tags: readonly TagProps[] }): ReactElement[] =>
  tags.map((tag) => (
    <li key={tag.permalink}>
      <Tag {...tag} />
    </li>
  ));

export function InlineTags({ tags }: { tags: readonly TagProps[] }): ReactElement {
  return (
    <>
      <b>
        <Translate id="theme.tags.tagsListLabel">Tags:</Translate>
      </b>
      <ul className="tag-list">
        <TagItems tags={tags} />
      </ul>
    </>
  );
}

export function TagsByLetter({ tags }: { tags: readonly TagProps[] }): ReactElement {
  return (
    <section className="margin-vert--lg">
      {listTagsByLetters(tags).map((group) => (
        <article key={group.letter}>
          <Heading as="h2" id={group.letter}>
            {group.letter}
          </Heading>
          <ul className="tag-list">
            <TagItems tags={group.tags} />
          </ul>
          <hr />
        </article>
      ))}
    </section>
  );
}
