/**
 * A proof of work for a ticket: for each round a nonce of 8 hex digits such that the SHA-256 of the round's puzzle and
 * the nonce starts with a number below the target. The puzzle fills exactly one block of the hash.
 */

export type Challenge = { ticket: string; rounds: number; /** Expected hashes per round. */ work: number }

const BLOCK_LENGTH = 64
const NONCE = /^[0-9a-f]{8}$/

export function puzzleOf(ticket: string, round: number): string {
  return `${ticket} ${round} `.padEnd(BLOCK_LENGTH, '.')
}

/** Upper bound of the first 32 bits of a solution. */
export function targetOf(work: number): number {
  return Math.floor(2 ** 32 / work)
}

export function writeProof(nonces: readonly string[]): string {
  return nonces.join('.')
}

/** Undefined unless there is one nonce per round. */
export function readProof(text: string, rounds: number): string[] | undefined {
  const nonces = text.split('.', rounds + 1)
  return nonces.length === rounds && nonces.every((nonce) => NONCE.test(nonce)) ? nonces : undefined
}
