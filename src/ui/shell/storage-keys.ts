/** Names in the browser's storage, besides the theme's, which the specification names. */
export const announcementStorageKey = 'announcement';
export const sidebarScrollStorageKey = 'sidebar-scroll';
export const readerNameStorageKey = 'reader-name';
export const searchHistoryStorageKey = 'search-history';
export const feedbackStorageKey = 'feedback';
export const sidebarStorageKey = (sidebar: string): string => `sidebar:${sidebar}`;
export const tabsStorageKey = (group: string): string => `tabs:${group}`;

const names = [
  announcementStorageKey,
  sidebarScrollStorageKey,
  readerNameStorageKey,
  searchHistoryStorageKey,
  feedbackStorageKey,
];
const beginnings = [sidebarStorageKey(''), tabsStorageKey('')];

/** One of these: on a host that several sites share, the others are not ours. */
export function isStorageKey(key: string): boolean {
  return names.includes(key) || beginnings.some((beginning) => key.startsWith(beginning));
}
