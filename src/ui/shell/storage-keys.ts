/** Keys in browser storage. The specification names that of the theme. */
export const announcementStorageKey = 'announcement';
export const sidebarScrollStorageKey = 'sidebar-scroll';
export const readerNameStorageKey = 'reader-name';
export const searchHistoryStorageKey = 'search-history';
/** Set if an administrator has hidden the checklist for new sites. */
export const firstStepsStorageKey = 'first-steps';
export const feedbackStorageKey = 'feedback';
export const sidebarStorageKey = (sidebar: string): string => `sidebar:${sidebar}`;
/** The latest post that the reader has seen in a blog. */
export const blogStorageKey = (blog: string): string => `blog-seen:${blog}`;
export const tabsStorageKey = (group: string): string => `tabs:${group}`;
