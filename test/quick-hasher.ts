import { createPasswordHasher } from '#server/operators/password-hash.ts'

/** Hashes in milliseconds what costs a guesser a third of a second: the tests of sign-in make hundreds. */
export function createQuickHasher() {
  return createPasswordHasher({ N: 2 ** 10, r: 8, p: 1 })
}
