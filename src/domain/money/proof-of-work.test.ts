import { expect, test } from 'vitest'
import { puzzleOf, readProof, targetOf, writeProof } from './proof-of-work.ts'

test('a puzzle names its ticket and round, and fills one block of the hash', () => {
  expect(puzzleOf('ticket-1', 3)).toBe(`ticket-1 3 ${'.'.repeat(53)}`)
  expect(puzzleOf('t', 0)).toHaveLength(64)
  expect(puzzleOf('t', 1)).not.toBe(puzzleOf('t', 2))
})

test('twice the work is half the target, in whole numbers', () => {
  expect(targetOf(1)).toBe(4_294_967_296)
  expect(targetOf(4096)).toBe(1_048_576)
  expect(targetOf(3)).toBe(1_431_655_765)
})

test('reads back the proof that it wrote', () => {
  const nonces = ['00000000', 'deadbeef', '0123abcd']
  expect(readProof(writeProof(nonces), 3)).toEqual(nonces)
})

test.each([
  ['too few rounds', '00000000.deadbeef', 3],
  ['too many rounds', '00000000.deadbeef', 1],
  ['a short nonce', '0000000.deadbeef', 2],
  ['a long nonce', '000000000.deadbeef', 2],
  ['a character that is no hex digit', '0000000g.deadbeef', 2],
  ['a last nonce that is wrong', '00000000.DEADBEEF', 2],
  ['nothing', '', 1],
])('refuses a proof with %s', (_, text, rounds) => expect(readProof(text, rounds)).toBeUndefined())
