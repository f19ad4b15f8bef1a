/** Between these two the server puts what a page shows to its reader alone; the build leaves nothing there. */
export const PLACE_START = '<!--place-->';
export const PLACE_END = '<!--/place-->';
