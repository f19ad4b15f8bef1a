import { useEffect, useState } from 'react';

/** False on the server and on the first render in the browser, then true, so that hydration matches the HTML. */
export function useIsBrowser(): boolean {
  const [isBrowser, setIsBrowser] = useState(false);
  useEffect(() => setIsBrowser(true), []);
  return isBrowser;
}
