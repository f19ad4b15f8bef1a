/** Addresses of the pages that the server fills for the reader who asks. */
export const ACCOUNT_PATH = '/account';
/** What lies under it is there for administrators only. */
export const ADMINISTRATORS_PREFIX = '/admin/';
export const USERS_PATH = `${ADMINISTRATORS_PREFIX}users`;
/** What a person sees where there is nothing. */
export const NOT_FOUND_PATH = '/404';
