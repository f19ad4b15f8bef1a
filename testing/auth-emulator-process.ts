import { createRequire } from 'node:module';

/** The part of the emulator's own module that is used here. */
interface EmulatorModule {
  AuthEmulator: new (options: {
    projectId: string;
    host: string;
    port: number;
    singleProjectMode: number;
  }) => { start(): Promise<void> };
}

const [module, projectId, port] = process.argv.slice(2);
if (module === undefined || projectId === undefined || port === undefined) throw new Error('arguments');

// The emulator and nothing around it: no hub, no console, no look for updates, no statistics.
const { AuthEmulator }: EmulatorModule = createRequire(import.meta.url)(module);
await new AuthEmulator({ projectId, host: '127.0.0.1', port: Number(port), singleProjectMode: 2 }).start();
await expectAnswer(`http://127.0.0.1:${port}/`);
console.log('ready');

async function expectAnswer(address: string): Promise<void> {
  try {
    await fetch(address);
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 20));
    return expectAnswer(address);
  }
}
