import { useCallback, useEffect, useRef, useState } from 'react';
import { runInBackground } from '../shared/in-background.ts';
import type { ApiResult } from './api-client.ts';

export interface Loaded<Answer> {
  /** The last response. It stays while the next one loads. */
  answer: Answer | undefined;
  state: 'loading' | 'loaded' | 'failed';
  reload: () => void;
}

/** Loads the response of an endpoint, again whenever `key` changes. Ignores outdated responses. */
export function useLoaded<Answer>(key: string, load: () => Promise<ApiResult<Answer>>): Loaded<Answer> {
  const [answer, setAnswer] = useState<Answer>();
  const [state, setState] = useState<Loaded<Answer>['state']>('loading');
  const [turn, setTurn] = useState(0);
  const latest = useRef(load);
  latest.current = load;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is loaded is named by the key and the turn
  useEffect(() => {
    let isOvertaken = false;
    setState('loading');
    runInBackground(
      latest.current().then((result) => {
        if (isOvertaken) return;
        if (result.done) setAnswer(result.answer);
        setState(result.done ? 'loaded' : 'failed');
      }),
    );
    return () => {
      isOvertaken = true;
    };
  }, [key, turn]);
  return { answer, state, reload: useCallback(() => setTurn((last) => last + 1), []) };
}
