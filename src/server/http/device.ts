const browsers: readonly (readonly [sign: RegExp, name: string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Headless)?Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
];
const systems: readonly (readonly [sign: RegExp, name: string])[] = [
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/**
 * Describes a browser for its user: `Firefox on Linux`. It has no version, so that an update doesn't look like a new
 * device. Returns `undefined` for an unknown user agent. Don't rely on it: any client can send any user agent.
 */
export function describeDevice(userAgent: string | undefined): string | undefined {
  if (userAgent === undefined) return undefined;
  const findName = (list: typeof browsers) => list.find(([sign]) => sign.test(userAgent))?.[1];
  const [browser, system] = [findName(browsers), findName(systems)];
  return browser && system ? `${browser} on ${system}` : (browser ?? system);
}
