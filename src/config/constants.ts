/** The constants of the specification, each with its unit in the name. */
export const SEARCH_HITS_PER_PAGE = 20;
export const SEARCH_QUERY_MAX_CHARACTERS = 64;
export const SEARCH_SNIPPET_WORDS = 10;
export const SEARCH_SNIPPET_WORDS_NARROW = 5;
export const SEARCH_NARROW_MAX_PX = 768;
export const SEARCH_RECENT_MAX = 7;
export const SEARCH_RECENT_MAX_WITH_FAVOURITES = 4;
export const SEARCH_FAVOURITES_MAX = 10;
export const SEARCH_STALLED_MS = 300;
export const SEARCH_CONNECT_TIMEOUT_MS = 1_000;
export const SEARCH_READ_TIMEOUT_MS = 2_000;
export const SEARCH_WRITE_TIMEOUT_MS = 30_000;
export const NAVBAR_DESKTOP_MIN_PX = 996;
export const PROGRESS_BAR_DELAY_MS = 200;
export const TOC_MIN_HEADING_LEVEL = 2;
export const TOC_MAX_HEADING_LEVEL = 3;
export const THEME_STORAGE_KEY = 'theme';
/** The two audiences besides groups: anyone without signing in, and every signed-in reader. */
export const PUBLIC = 'public';
export const READERS = 'readers';
/** File in the folder of a release that describes it. */
export const MANIFEST_FILE = 'manifest.json';
/** Accounts in one bulk request. With more accounts, the interface sends several requests and shows progress. */
export const ACCOUNTS_AT_ONCE = 100;
/** Content type to accept for an answer that reports its progress as lines of JSON. */
export const PROGRESS_TYPE = 'application/x-ndjson';

/** A build and `adopt` report a missing OpenAPI file in the same words. */
export const MISSING_API_FILE =
  "This OpenAPI file doesn't exist in the site folder. Correct its path in the configuration.";
