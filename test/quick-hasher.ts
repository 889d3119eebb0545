import { createPasswordHasher } from '#server/operators/password-hash.ts'

/** Hashes in milliseconds instead of a third of a second: the sign-in tests make hundreds. */
export function createQuickHasher() {
  return createPasswordHasher({ N: 2 ** 10, r: 8, p: 1 })
}
