import os from 'node:os'

/** Each process uses up to 13 connections, and PostgreSQL allows 100 in total by default. */
const MOST = 4

/**
 * One process per core in production, which needs a database that processes can share. A laptop has one, so that it
 * starts fast.
 */
export function defaultProcesses(
  { NODE_ENV, DATABASE_URL }: { NODE_ENV?: string | undefined; DATABASE_URL?: string | undefined },
  cores = os.availableParallelism(),
): number {
  return NODE_ENV === 'production' && DATABASE_URL ? Math.max(1, Math.min(cores, MOST)) : 1
}
