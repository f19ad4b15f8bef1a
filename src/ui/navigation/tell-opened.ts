import { READING_URL } from '../../model/urls.ts';

/** Pages that the shell shows are counted as those are that the server sends: by page, and by nobody. */
export function tellOpened(path: string): void {
  navigator.sendBeacon(READING_URL, new URLSearchParams({ page: path }));
}
