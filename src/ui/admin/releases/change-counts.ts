import * as texts from 'virtual:site/texts';
import type { ReleaseRow } from '../../../model/api/releases.ts';
import { fillText } from '../../fill-text.ts';

type Changes = NonNullable<ReleaseRow['changes']>;

const words = {
  added: texts.pagesAdded,
  changed: texts.pagesChanged,
  moved: texts.pagesMoved,
  removed: texts.pagesRemoved,
} as const;

/** Of what there is any, in the order in which it matters to readers. */
export function changeCounts(changes: Changes) {
  return (['added', 'changed', 'moved', 'removed'] as const).flatMap((kind) => {
    const { count, paths } = changes[kind];
    return count === 0 ? [] : [{ kind, count, paths, text: fillText(words[kind], { count }) }];
  });
}
