import { expect, test } from 'vitest'
import { defaultProcesses } from './default-processes.ts'

const DATABASE_URL = 'postgres://localhost/shop'

test('runs one process per core in production, up to four', () => {
  const counts = [1, 2, 4, 64].map((cores) => defaultProcesses({ NODE_ENV: 'production', DATABASE_URL }, cores))
  expect(counts).toEqual([1, 2, 4, 4])
})

test('runs one process where the database cannot be shared, and on a laptop', () => {
  expect(defaultProcesses({ NODE_ENV: 'production' }, 8)).toBe(1)
  expect(defaultProcesses({ NODE_ENV: 'production', DATABASE_URL: '' }, 8)).toBe(1)
  expect(defaultProcesses({ DATABASE_URL }, 8)).toBe(1)
})
