import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { puzzleOf, readProof, targetOf } from '#domain/money/proof-of-work.ts'
import { createPuzzleHash, nonceText } from './puzzle-hash.ts'
import { solveProof } from './solve-proof.ts'

function reference(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0)
}

test('the hash is SHA-256', () => {
  const character = fc.integer({ min: 32, max: 126 }).map((code) => String.fromCharCode(code))
  const block = fc.array(character, { minLength: 64, maxLength: 64 }).map((characters) => characters.join(''))
  fc.assert(
    fc.property(block, fc.array(fc.integer({ min: 0, max: 2 ** 32 - 1 }), { minLength: 1 }), (text, nonces) => {
      const hash = createPuzzleHash(text)
      for (const nonce of nonces) expect(hash(nonce)).toBe(reference(text + nonceText(nonce)))
    }),
  )
  expect(() => createPuzzleHash('short')).toThrow(RangeError)
})

test('a proof solves every round, and other tasks run meanwhile', async () => {
  const challenge = { ticket: 'a-ticket', rounds: 16, work: 4096 }
  let others = 0
  const timer = setInterval(() => (others += 1))
  const proof = await solveProof(challenge)
  clearInterval(timer)
  const nonces = readProof(proof, challenge.rounds) ?? []
  expect(nonces).toHaveLength(16)
  for (const [round, nonce] of nonces.entries())
    expect(reference(puzzleOf(challenge.ticket, round) + nonce)).toBeLessThan(targetOf(challenge.work))
  expect(others).toBeGreaterThan(0)
})
