/** A browser engine and the way to drive its browser. */
export interface Engine {
  /** Whether the browser reports console messages. */
  hasConsole: boolean;
  launch(): Promise<EngineBrowser>;
}

/** A browser with a temporary profile. */
export interface EngineBrowser {
  newTab(): Promise<Tab>;
  /** Console messages of this level from all tabs so far. Undefined if the engine doesn't report them. */
  console?(level: 'error' | 'warning'): string[];
  close(): Promise<void>;
}

/** Actions of a reader in a tab. Coordinates are CSS pixels of the viewport. */
export interface Tab {
  /** Resolves when the page has loaded. */
  open(url: string): Promise<void>;
  /** Runs a function in the page. Arguments and result are sent as JSON. */
  evaluate<Given extends readonly unknown[], Result>(
    work: (...given: Given) => Result | Promise<Result>,
    ...given: Given
  ): Promise<Result>;
  moveTo(x: number, y: number): Promise<void>;
  /** Presses the main button at the position of the pointer. */
  click(): Promise<void>;
  /** Types each character of `text`, or presses one key by its name while other keys are held. */
  type(text: string): Promise<void>;
  press(key: Key, held?: 'Control' | 'Shift'): Promise<void>;
  /** Goes back like the browser's own button. Doesn't wait for the page. */
  back(): Promise<void>;
  reload(): Promise<void>;
  screenshot(): Promise<Buffer>;
  /** Prints the page to a PDF. Undefined if the driver can't. */
  print?(paper: Paper): Promise<Buffer>;
  close(): Promise<void>;
}

/** The size of paper, in centimetres. */
export interface Paper {
  width: number;
  height: number;
}

export type Key = 'Enter' | 'Escape' | 'Tab' | 'ArrowDown' | 'k' | '/';

export const VIEWPORT = { width: 1440, height: 900 };
