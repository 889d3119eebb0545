import type { Database } from '#server/platform/db/database.ts'
import { findNames, type Subject } from './subject-names.queries.ts'

/** Names what the activity log knows by id. */
export function createSubjectNames({ orm }: Database) {
  return (subjects: readonly Subject[]): Promise<Map<string, string>> => findNames(orm, subjects)
}
