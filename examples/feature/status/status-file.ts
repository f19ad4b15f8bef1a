import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Environment } from 'gatehouse/feature';
import { type ServiceStatus, serviceStatus } from './status-endpoints.ts';

type DataFolder = Pick<Environment, 'DATA_DIR'>;

export const resolveStatusFile = ({ DATA_DIR }: DataFolder) => path.resolve(DATA_DIR, 'status.json');

/** The stored status. Before the first change, the service works. Throws if the file can't be read. */
export function readStatus(environment: DataFolder): ServiceStatus {
  let text: string;
  try {
    text = readFileSync(resolveStatusFile(environment), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      return { state: 'works', message: '' };
    throw error;
  }
  return serviceStatus.parse(JSON.parse(text));
}

/** Replaces the file at once, so that other processes never read half of it. */
export function writeStatus(environment: DataFolder, status: ServiceStatus): void {
  const file = resolveStatusFile(environment);
  const newFile = `${file}.${process.pid}`;
  writeFileSync(newFile, JSON.stringify(status));
  renameSync(newFile, file);
}
