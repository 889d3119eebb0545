import { expect, test } from 'vitest'
import { useTestDatabase } from '../test-database.ts'

const database = useTestDatabase()

test('a database test that fails', async () => {
  await database.current.ping()
  expect('the database').toBe('away')
})
