import { expect, test } from 'vitest'
import { type DatabaseFacts, databaseProblems } from './check-database.ts'

const SUITABLE: DatabaseFacts = {
  version: 180_001,
  name: 'shop',
  role: 'ana',
  encoding: 'UTF8',
  schema: 'public',
  mayCreateTables: true,
  mayCreateTemporaryTables: true,
  mayCreateExtensions: true,
  hasTrigrams: false,
  knowsTrigrams: true,
  foreignTable: null,
}

test.each([
  [140_023, ['DATABASE_URL points to PostgreSQL 14.23, but the shop needs 15 or later.']],
  [90_624, ['DATABASE_URL points to PostgreSQL 9.6, but the shop needs 15 or later.']],
  [149_999, ['DATABASE_URL points to PostgreSQL 14.9999, but the shop needs 15 or later.']],
  [150_000, []],
  [190_000, []],
])('version %i', (version, problems) => {
  expect(databaseProblems({ ...SUITABLE, version })).toEqual(problems)
})

test('does not require the privilege to create extensions if pg_trgm is already installed', () => {
  const facts = { ...SUITABLE, mayCreateExtensions: false }
  expect(databaseProblems({ ...facts, hasTrigrams: true, knowsTrigrams: false })).toEqual([])
  expect(databaseProblems(facts)).toEqual([expect.stringContaining('grant create on database shop to ana')])
  expect(databaseProblems({ ...SUITABLE, knowsTrigrams: false })).toEqual([
    expect.stringContaining("doesn't have the extension pg_trgm"),
  ])
})

test('reports all problems at once', () => {
  expect(databaseProblems({ ...SUITABLE, version: 130_000, encoding: 'LATIN1', schema: null })).toHaveLength(3)
})
