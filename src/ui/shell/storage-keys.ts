/** Names in the browser's storage, besides the theme's, which the specification names. */
export const announcementStorageKey = 'announcement';
export const sidebarScrollStorageKey = 'sidebar-scroll';
export const sidebarStorageKey = (sidebar: string): string => `sidebar:${sidebar}`;
export const readerNameStorageKey = 'reader-name';
