/** Messages between a page and the frame of a live code block. */
export type ToFrame =
  | { kind: 'run'; code: string; noInline: boolean }
  /** Style rules and theme of the page, so that the content looks like it. */
  | { kind: 'look'; rules: string; theme: string };

export interface FromFrame {
  /** Height of the content in pixels. */
  height: number;
}
