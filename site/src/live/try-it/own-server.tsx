import { useId, useState } from 'react';
import type { RealServer } from './real-server.ts';

/**
 * Token and workspace that the reader entered for each server. They stay in the memory of this page: in no storage, in
 * no URL, and gone with the next load of the page.
 */
const enteredServers = new Map<string, RealServer>();

/** The reader's own token and workspace on a server, shared by all parts of the page. */
export function useOwnServer(origin: string, sampleWorkspace: string) {
  const [, setCount] = useState(0);
  const server = enteredServers.get(origin) ?? { origin, workspace: sampleWorkspace, token: '' };
  const change = (part: Partial<RealServer>) => {
    enteredServers.set(origin, { ...server, ...part });
    setCount((count) => count + 1);
  };
  const forget = () => {
    enteredServers.delete(origin);
    setCount((count) => count + 1);
  };
  return { server, change, forget };
}

interface OwnServerProps {
  server: RealServer;
  change(part: Partial<RealServer>): void;
  needsToken: boolean;
}

export function OwnServer({ server, change, needsToken }: OwnServerProps) {
  const id = useId();
  return (
    <fieldset>
      <legend>{server.origin}</legend>
      <p className="try-it__field">
        <label htmlFor={`${id}-workspace`}>Workspace</label>
        <input
          id={`${id}-workspace`}
          value={server.workspace}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => change({ workspace: target.value })}
        />
      </p>
      {needsToken && (
        <p className="try-it__field">
          <label htmlFor={`${id}-token`}>Your access token</label>
          {/* This isn't a password field, because browsers offer to store passwords. */}
          <input
            id={`${id}-token`}
            className="try-it__secret"
            value={server.token}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => change({ token: target.value })}
          />
        </p>
      )}
    </fieldset>
  );
}
