import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { need } from '../../../testing/needed-program.ts';
import { type Bidi, connectBidi } from './bidi.ts';
import { type Engine, type Tab, VIEWPORT } from './engine.ts';
import { click, type InputActions, moveTo, press, type } from './input-actions.ts';

/** Firefox requests nothing but the page under test, and doesn't check for a default browser. */
const preferences = {
  'app.normandy.enabled': false,
  'app.update.disabledForTesting': true,
  'browser.safebrowsing.downloads.remote.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.getAddons.cache.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  'toolkit.telemetry.enabled': false,
};

/** A stock Firefox, by WebDriver BiDi. */
export const firefox: Engine = {
  hasConsole: true,
  async launch() {
    const profile = await mkdtemp(path.join(tmpdir(), 'firefox-'));
    const lines = Object.entries(preferences).map(
      ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
    );
    await writeFile(path.join(profile, 'user.js'), lines.join(''));
    const child = spawn(
      need('firefox'),
      ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'],
      { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, HOME: profile } },
    );
    const bidi = await connectBidi(`${await readAddress(child)}/session`);
    await bidi.send('session.new', { capabilities: {} });
    await bidi.send('session.subscribe', { events: ['log.entryAdded'] });
    const consoleMessages: { level: string; text: string }[] = [];
    bidi.on('log.entryAdded', ({ level, text }) => {
      consoleMessages.push({ level: level === 'warn' ? 'warning' : String(level), text: String(text) });
    });
    return {
      newTab: () => openTab(bidi),
      console: (requestedLevel) =>
        consoleMessages.filter(({ level }) => level === requestedLevel).map(({ text }) => text),
      async close() {
        bidi.close();
        child.kill('SIGTERM');
        if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
        await rm(profile, { recursive: true, force: true });
      },
    };
  },
};

async function readAddress(child: ChildProcess): Promise<string> {
  let output = '';
  for await (const chunk of child.stderr ?? []) {
    output += chunk;
    const address = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(output)?.[1];
    if (address === undefined) continue;
    child.stderr?.resume();
    return address;
  }
  throw new Error(`Firefox ended before it could be driven:\n${output}`);
}

async function openTab(bidi: Bidi): Promise<Tab> {
  const { context } = await bidi.send('browsingContext.create', { type: 'tab' });
  await bidi.send('browsingContext.setViewport', { context, viewport: VIEWPORT });
  const perform = async (actions: InputActions) =>
    void (await bidi.send('input.performActions', { context, actions }));
  return {
    open: async (url) =>
      void (await bidi.send('browsingContext.navigate', { context, url, wait: 'complete' })),
    async evaluate(work, ...values) {
      const { result, exceptionDetails } = await bidi.send('script.callFunction', {
        target: { context },
        functionDeclaration: `async (given) => JSON.stringify((await (${work})(...JSON.parse(given))) ?? null)`,
        arguments: [{ type: 'string', value: JSON.stringify(values) }],
        awaitPromise: true,
      });
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return JSON.parse(result.value);
    },
    moveTo: (x, y) => perform(moveTo(x, y)),
    click: () => perform(click()),
    type: (text) => perform(type(text)),
    press: (key, modifier) => perform(press(key, modifier)),
    back: async () => void (await bidi.send('browsingContext.traverseHistory', { context, delta: -1 })),
    reload: async () => void (await bidi.send('browsingContext.reload', { context, wait: 'complete' })),
    async screenshot() {
      const { data } = await bidi.send('browsingContext.captureScreenshot', { context });
      return Buffer.from(data, 'base64');
    },
    async print(page) {
      const { data } = await bidi.send('browsingContext.print', { context, page, shrinkToFit: false });
      return Buffer.from(data, 'base64');
    },
    close: async () => void (await bidi.send('browsingContext.close', { context })),
  };
}
