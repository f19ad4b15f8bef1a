/** File of a live component: `HttpSample` lies in `http-sample.tsx`. */
export function liveFileOf(name: string): string {
  return name.replace(/(?<=[a-z\d])(?=[A-Z])/g, '-').toLowerCase();
}
