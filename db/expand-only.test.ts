import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { findBreaches } from './expand-only.ts'

const FOLDER = path.join(import.meta.dirname, 'migrations')
/** The newest migration of the last release. There hasn't been a release yet, so no contract steps are allowed. */
const LAST_RELEASED = 0
/** Three older files recreate the generated search column, which the previous release only reads. */
const FIRST_CHECKED = 116

const files = readdirSync(FOLDER).filter((name) => Number(name.slice(0, 3)) >= FIRST_CHECKED)

test.each(files)('%s keeps what the previous release uses', (file) => {
  expect(findBreaches(readFileSync(path.join(FOLDER, file), 'utf8'), LAST_RELEASED)).toEqual([])
})

test.each([
  ['drop table carts', 'drops something'],
  ['alter table orders drop column note', 'drops something'],
  ['DROP FUNCTION IF EXISTS old_search(text)', 'drops something'],
  ['drop trigger orders_changed on orders', 'drops a trigger'],
  ['alter table orders rename to sales', 'renames'],
  ['alter table orders\n  rename column note to remark', 'renames'],
  ['alter table orders alter column total_cents type bigint', 'changes the type'],
  ['alter table orders alter column total_cents set data type bigint', 'changes the type'],
  ['alter table orders add column gift text, alter column note set not null', 'requires a column'],
  ['alter table orders alter column note drop default', 'drops a default'],
  ['alter table orders add column gift boolean not null', 'adds a required column'],
  ['alter table orders add gift boolean not null', 'adds a required column'],
  ["alter table orders add column a text not null default '', add column b text not null", 'adds a required column'],
])('%s breaks the previous release', (statement, what) => {
  expect(findBreaches(`-- Why.\n${statement};\n`, LAST_RELEASED).map((breach) => breach.what)).toEqual([
    expect.stringContaining(what),
  ])
})

test.each([
  'alter table orders add column gift boolean not null default false, add column note text',
  "alter table orders add column key text not null generated always as (coalesce(name, '')) stored",
  'alter table orders add constraint gift_check check (gift is not null) not valid',
  'alter table orders drop constraint orders_state_check, alter column note drop not null',
  'create table gifts (id text not null);\nalter table gifts rename to presents',
  'alter index orders_next rename to orders_now',
  "-- Nobody may drop table orders;\ninsert into notes values ('drop table orders')",
  'create function f() returns void language plpgsql as $$ begin drop table scratch; end $$',
])('%s keeps what it uses', (statement) => {
  expect(findBreaches(`${statement};\n`, LAST_RELEASED)).toEqual([])
})

test('a contract step needs a reason, and the migration it names must be released', () => {
  const step = (comment: string) => `select 1;\n${comment}\nalter table orders drop column note;\n`
  expect(findBreaches(step('-- contract of 129: the note is in remarks'), 129)).toEqual([])
  expect(findBreaches(step('-- contract of 129: the note is in remarks'), 128)).toMatchObject([
    { what: 'drops something the previous release may use, and 129 is not released yet' },
  ])
  expect(findBreaches(step('-- contract of 129:'), 129)).toHaveLength(1)
  expect(findBreaches(step('-- the note is in remarks'), 129)).toHaveLength(1)
})
