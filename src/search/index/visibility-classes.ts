import { type Audience, covers } from '../../model/audience.ts';
import type { SectionTable } from './section-table.ts';
import type { SeenBy } from './site-pages.ts';

/**
 * Sections by who can see them. Statistics that rank a section, such as the mean length of texts, come only from sections
 * that all of its readers can see. So hidden sections have no influence in any view, and views need no statistics of
 * their own.
 */
export interface VisibilityClasses {
  /** The number of classes. */
  count: number;
  /** The class of each section. */
  classOf: Int32Array;
  /** Adds up a value of each class over the classes that all readers of a class can see, itself included. */
  sumOverVisible(values: readonly number[]): number[];
}

/** Finds the audience of a page by its address in the index. Undefined if every reader can see the page. */
export type FindAudience = (url: string) => Audience | undefined;

interface SeenPage {
  url: string;
  seen?: SeenBy | undefined;
}

/** Groups the sections of `table` by the audience of their page, and by the form in which these readers see it. */
export function createVisibilityClasses(
  table: Pick<SectionTable, 'pages'>,
  pages: readonly SeenPage[],
  findAudience: FindAudience,
): VisibilityClasses {
  const numbers = new Map<string, number>();
  const classes: { audience: Audience | undefined; form: string }[] = [];
  const pageClasses = pages.map(({ url, seen }) => {
    const audience = findAudience(url);
    const form = seen === undefined ? '' : JSON.stringify(seen);
    const key = JSON.stringify([audience, form]);
    const number = numbers.get(key) ?? classes.length;
    if (number === classes.length) classes.push({ audience, form });
    numbers.set(key, number);
    return number;
  });
  const classesInSight = classes.map(({ audience, form }) =>
    // Which form of a page readers see depends on their groups. Only readers of the same form surely see it.
    [...classes.keys()].filter((other) => {
      const { audience: otherAudience, form: otherForm } = classes[other] ?? {};
      return covers(otherAudience, audience) && (otherForm === '' || otherForm === form);
    }),
  );
  return {
    count: classes.length,
    classOf: table.pages.map((page) => pageClasses[page] ?? 0),
    sumOverVisible: (values) =>
      classesInSight.map((classNumbers) =>
        classNumbers.reduce((sum, other) => sum + (values[other] ?? 0), 0),
      ),
  };
}
