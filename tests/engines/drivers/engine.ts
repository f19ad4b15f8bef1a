/** A browser engine, driven in whichever way its own browser can be driven. */
export interface Engine {
  /** Whether its browser tells what the console says. */
  hasConsole: boolean;
  launch(): Promise<EngineBrowser>;
}

/** A browser with a profile of its own, which nothing is kept of. */
export interface EngineBrowser {
  newTab(): Promise<Tab>;
  /** Messages of this level from the consoles of all tabs so far. Undefined where the engine doesn't report them. */
  console?(level: 'error' | 'warning'): string[];
  close(): Promise<void>;
}

/** The few actions that a reader needs. Coordinates are CSS pixels of the viewport. */
export interface Tab {
  /** Resolves when the page has loaded. */
  open(url: string): Promise<void>;
  /** Runs in the page. Arguments and result go as JSON. */
  evaluate<Given extends readonly unknown[], Result>(
    work: (...given: Given) => Result | Promise<Result>,
    ...given: Given
  ): Promise<Result>;
  moveTo(x: number, y: number): Promise<void>;
  /** The main button, where the pointer is. */
  click(): Promise<void>;
  /** Types each character of `text`; or presses one key by its name, with keys held. */
  type(text: string): Promise<void>;
  press(key: Key, held?: 'Control' | 'Shift'): Promise<void>;
  /** Goes back like the browser's own button. Doesn't wait for the page. */
  back(): Promise<void>;
  reload(): Promise<void>;
  screenshot(): Promise<Buffer>;
  close(): Promise<void>;
}

export type Key = 'Enter' | 'Escape' | 'Tab' | 'ArrowDown' | 'k' | '/';

export const VIEWPORT = { width: 1440, height: 900 };
