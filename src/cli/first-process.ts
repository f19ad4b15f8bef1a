/**
 * Ends process 1 of a container on SIGTERM and SIGINT, unless a command handles the signal itself. The kernel doesn't
 * deliver signals to process 1 that it has no handler for. So a container that is stopped while it starts would begin to
 * serve, until it is killed. The first import of `main.ts`, to take effect before the rest is loaded.
 */
import { constants } from 'node:os';

if (process.pid === 1)
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      const isHandledElsewhere = process.listenerCount(signal) > 1;
      if (!isHandledElsewhere) process.exit(128 + constants.signals[signal]);
    });
