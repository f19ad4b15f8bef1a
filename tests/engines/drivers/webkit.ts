import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { findFreePort } from '../../../testing/free-port.ts';
import { need } from '../../../testing/needed-program.ts';
import { type Engine, type EngineBrowser, type Tab, VIEWPORT } from './engine.ts';
import { click, type InputActions, moveTo, press, type } from './input-actions.ts';

/** Debian's WebKitGTK, the engine of Safari, driven by its WebDriver on a virtual screen. It doesn't report its console. */
export const webkit: Engine = {
  hasConsole: false,
  async launch() {
    const { screen, display } = await startScreen();
    const port = await findFreePort();
    const driver = spawn(need('webkit'), [`--port=${port}`], {
      stdio: 'ignore',
      env: { ...process.env, DISPLAY: display, GDK_BACKEND: 'x11', NO_AT_BRIDGE: '1' },
    });
    const end = async () => {
      await Promise.all([endProcess(driver), endProcess(screen)]);
    };
    try {
      const browser = await openSession(`http://127.0.0.1:${port}`);
      return {
        newTab: browser.newTab,
        async close() {
          await browser.close();
          await end();
        },
      };
    } catch (error) {
      await end();
      throw error;
    }
  },
};

async function startScreen(): Promise<{ screen: ChildProcess; display: string }> {
  const screen = spawn(
    need('xvfb'),
    ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  );
  const [number] = await once(screen.stdio[3] ?? screen, 'data');
  return { screen, display: `:${String(number).trim()}` };
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/**
 * Finds the small browser that comes with the engine. The path of its folder contains the processor and the
 * version of the library.
 */
async function findMiniBrowser(): Promise<string> {
  for (const folder of await readdir('/usr/lib')) {
    for (const version of ['4.1', '4.0']) {
      const file = path.join('/usr/lib', folder, `webkit2gtk-${version}`, 'MiniBrowser');
      if (existsSync(file)) return file;
    }
  }
  throw new Error('WebKitGTK has no MiniBrowser here.');
}

async function openSession(origin: string): Promise<Pick<EngineBrowser, 'newTab' | 'close'>> {
  await waitUntilReady(origin);
  const { sessionId } = await ask<{ sessionId: string }>(origin, 'POST', '/session', {
    capabilities: {
      alwaysMatch: {
        'webkitgtk:browserOptions': {
          binary: await findMiniBrowser(),
          args: ['--automation'],
        },
      },
    },
  });
  const askSession = <Result>(method: string, address: string, body?: object) =>
    ask<Result>(origin, method, `/session/${sessionId}${address}`, body);
  const windows = createWindows(askSession);
  return {
    newTab: async () => createTab(askSession, await windows.open(), windows),
    close: () => askSession('DELETE', ''),
  };
}

type Session = <Result>(method: string, address: string, body?: object) => Promise<Result>;

interface Windows {
  /** Opens a tab and returns its handle. */
  open(): Promise<string>;
  /** Runs `work` with commands for this tab, after the work for other tabs has ended. */
  within<Result>(handle: string, work: () => Promise<Result>): Promise<Result>;
}

/** WebDriver sends commands to the tab that was selected last, so commands for several tabs take turns. */
function createWindows(session: Session): Windows {
  let last: Promise<unknown> = Promise.resolve();
  let chosenHandle: string | undefined;
  let openedTabs = 0;
  const queueWork = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
  return {
    open: () =>
      queueWork(async () => {
        openedTabs += 1;
        if (openedTabs > 1)
          return (await session<{ handle: string }>('POST', '/window/new', { type: 'tab' })).handle;
        chosenHandle = await session<string>('GET', '/window');
        await session('POST', '/window/rect', VIEWPORT);
        return chosenHandle;
      }),
    within: <Result>(handle: string, work: () => Promise<Result>) =>
      queueWork(async () => {
        if (chosenHandle !== handle) await session('POST', '/window', { handle });
        chosenHandle = handle;
        return work();
      }),
  };
}

function createTab(session: Session, handle: string, windows: Windows): Tab {
  const sendCommand = <Result>(method: string, address: string, body?: object) =>
    windows.within(handle, () => session<Result>(method, address, body));
  const perform = (actions: InputActions) => sendCommand<void>('POST', '/actions', { actions });
  return {
    open: (url) => sendCommand('POST', '/url', { url }),
    async evaluate(work, ...values) {
      const script = `const done = arguments[arguments.length - 1];
        Promise.resolve((${work})(...JSON.parse(arguments[0])))
          .then((value) => done(JSON.stringify([value ?? null])), (error) => done(String(error)));`;
      const answer = await sendCommand<string>('POST', '/execute/async', {
        script,
        args: [JSON.stringify(values)],
      });
      if (!answer.startsWith('[')) throw new Error(answer);
      return JSON.parse(answer)[0];
    },
    moveTo: (x, y) => perform(moveTo(x, y)),
    click: () => perform(click()),
    type: (text) => perform(type(text)),
    press: (key, modifier) => perform(press(key, modifier)),
    back: () => sendCommand('POST', '/back', {}),
    reload: () => sendCommand('POST', '/refresh', {}),
    screenshot: async () => Buffer.from(await sendCommand<string>('GET', '/screenshot'), 'base64'),
    close: () => sendCommand('DELETE', '/window'),
  };
}

async function waitUntilReady(origin: string): Promise<void> {
  for (;;) {
    try {
      await ask(origin, 'GET', '/status');
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

async function ask<Result>(origin: string, method: string, address: string, body?: object): Promise<Result> {
  const answer = await fetch(origin + address, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  // Each caller states the result type of its command.
  const { value } = (await answer.json()) as { value: Result & { error?: string; message?: string } };
  if (!answer.ok) throw new Error(`${method} ${address}: ${value.error}: ${value.message}`);
  return value;
}
