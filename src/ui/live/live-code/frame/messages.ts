/** What a page says to the frame of a live block, and what it hears. */
export type ToFrame =
  | { kind: 'run'; code: string; noInline: boolean }
  /** So that what is shown looks like the page: its rules, and its theme. */
  | { kind: 'look'; rules: string; theme: string };

export interface FromFrame {
  /** Of all that it shows, in pixels. */
  height: number;
}
