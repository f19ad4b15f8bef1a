import { useEffect, useState } from 'react';

/** True from the first effect on, as everywhere where the server's HTML comes first. */
export function useIsBrowser(): boolean {
  const [shown, setShown] = useState(false);
  useEffect(() => setShown(true), []);
  return shown;
}
