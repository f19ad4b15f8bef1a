import type { BrowserContext, CDPSession, Page } from 'playwright-core';

/** The simulated machine and network of the reader. */
export interface Profile {
  name: string;
  /** Factor by which the processor is slower than on this machine. */
  cpu: number;
  network?: { latency: number; downloadThroughput: number; uploadThroughput: number };
}

const toBytesPerSecond = (value: number) => (value * 1024) / 8;

/** Lighthouse's "slow 4G", as its browser-side throttling applies it. */
export const slowPhone: Profile = {
  name: 'slow 4G, 4x CPU',
  cpu: 4,
  network: {
    latency: 562.5,
    downloadThroughput: toBytesPerSecond(1_474.56),
    uploadThroughput: toBytesPerSecond(675),
  },
};
export const unthrottled: Profile = { name: 'unthrottled', cpu: 1 };

export interface Load {
  fcp: number;
  lcp: number;
  /** Sum of what tasks took beyond 50 ms each, after the first paint. */
  blocking: number;
  longestTask: number;
  shift: number;
  /** Bytes over the network, without what was prefetched. */
  bytes: number;
}

/** A page that has been quiet for this long has finished loading. */
const SETTLED_MS = 1_500;

/** Loads a page with an empty cache. */
export async function measureLoad(context: BrowserContext, url: string, profile: Profile): Promise<Load> {
  const page = await context.newPage();
  // Readers come from a page of the browser or from another site, in another process. An empty page would
  // share its process with every site except those that isolate themselves (COOP), as ours does, which alone
  // makes 40 ms.
  await page.goto('chrome://version');
  const session = await throttle(page, profile);
  const network = countBytes(session);
  await page.addInitScript(observe);
  await page.goto(url, { waitUntil: 'load', timeout: 120_000 });
  await waitUntilSettled(page);
  const seen = await page.evaluate(() => (window as unknown as { seen: Seen }).seen);
  await page.close();
  const lateTasks = seen.tasks.filter(({ start, duration }) => start + duration > seen.fcp);
  return {
    fcp: seen.fcp,
    lcp: seen.lcp,
    blocking: lateTasks.reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0),
    longestTask: Math.max(0, ...seen.tasks.map(({ duration }) => duration)),
    shift: seen.shift,
    bytes: network.bytes(),
  };
}

export async function throttle(page: Page, { cpu, network }: Profile): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.clearBrowserCache');
  if (network) await session.send('Network.emulateNetworkConditions', { offline: false, ...network });
  if (cpu > 1) await session.send('Emulation.setCPUThrottlingRate', { rate: cpu });
  return session;
}

function countBytes(session: CDPSession): { bytes(): number } {
  const ahead = new Set<string>();
  let sum = 0;
  session.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    if (type === 'Prefetch' || request.initialPriority === 'VeryLow') ahead.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!ahead.has(requestId)) sum += encodedDataLength;
  });
  return { bytes: () => sum };
}

interface Seen {
  fcp: number;
  lcp: number;
  shift: number;
  tasks: { start: number; duration: number }[];
  last: number;
}

/** Runs in the page before its own scripts. */
export function observe(): void {
  const seen: Seen = { fcp: 0, lcp: 0, shift: 0, tasks: [], last: 0 };
  Object.assign(window, { seen });
  const watch = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take(entry);
      seen.last = performance.now();
    }).observe({ type, buffered: true });
  watch('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') seen.fcp = entry.startTime;
  });
  watch('largest-contentful-paint', (entry) => {
    seen.lcp = entry.startTime;
  });
  watch('layout-shift', (entry) => {
    seen.shift += (entry as PerformanceEntry & { value: number }).value;
  });
  watch('longtask', ({ startTime, duration }) => {
    seen.tasks.push({ start: startTime, duration });
  });
}

export async function waitUntilSettled(page: Page): Promise<void> {
  await page.waitForFunction(
    (quiet) => performance.now() - Math.max((window as unknown as { seen: Seen }).seen.last, 0) > quiet,
    SETTLED_MS,
    { timeout: 60_000 },
  );
}
