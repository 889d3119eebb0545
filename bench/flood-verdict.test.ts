import { expect, test } from 'vitest'
import { judgeFlood } from './flood-verdict.ts'

test.each([
  ['met', [3, 3.2, 3.1], [5, 4.3, 4.2], 0],
  ['met, but for one slow round', [3, 3.2, 3.1], [40, 4.3, 4.2], 0],
  ['missed', [3, 3.2, 3.1], [6.2, 6.3, 6.1], 1],
  ['missed exactly', [3, 3, 3], [6, 6, 6], 1],
  ['not measured', [3, 5, 3.1], [4, 4.2, 4.1], 2],
  ['not measured', [3, 5, 3.1], [40, 42, 41], 2],
])('the goal is %s', (_, quiet, flooded, exitCode) => {
  expect(judgeFlood(quiet, flooded).exitCode).toBe(exitCode)
})
