import { expect, test } from 'vitest'
import { findSetting, storeSetting } from '#server/platform/settings/settings.queries.ts'
import { useTestDatabase } from '#test/test-database.ts'

const database = useTestDatabase()

test.each([
  '12345678',
  '1234e567',
  'true',
  'null',
  '"quoted"',
  '{"a":1}',
  'text',
  '',
  7,
  false,
  ['1'],
  { number: '1', nothing: null },
])('reads %j as it was stored', async (value) => {
  const { orm } = database.current
  await storeSetting(orm, 'a-setting', value, new Date())
  expect(await findSetting(orm, 'a-setting')).toEqual(value)
})
