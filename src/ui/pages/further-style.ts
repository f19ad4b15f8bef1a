import { adoptStyle } from '../adopt-style.ts';
import style from './further-pages.css?inline';

/** Adds the style of pages other than articles to a document that began with an article. */
export function adoptFurtherStyle(): void {
  adoptStyle(style);
}
