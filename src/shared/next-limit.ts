/** Longer paths, with query and fragment, aren't opened after signing in. */
export const NEXT_MAX_CHARACTERS = 2_000;
