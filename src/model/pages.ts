/** What lies under it is there for administrators only. */
export const ADMINISTRATORS_PREFIX = '/admin/';
