/** Keys in browser storage. The specification names that of the theme. */
export const announcementStorageKey = 'announcement';
export const sidebarScrollStorageKey = 'sidebar-scroll';
export const readerNameStorageKey = 'reader-name';
export const searchHistoryStorageKey = 'search-history';
export const feedbackStorageKey = 'feedback';
export const sidebarStorageKey = (sidebar: string): string => `sidebar:${sidebar}`;
export const tabsStorageKey = (group: string): string => `tabs:${group}`;
