/**
 * Tables that backups skip, and why. Every other table is backed up, including new ones; `tables.db.test.ts` pins this
 * list.
 */
export const EXCLUDED_TABLES: Readonly<Record<string, string>> = {
  operator_sessions: 'A session that has ended since the backup would be valid again. Everyone signs in again instead.',
  operator_links: 'A sign-in link that was used since the backup would work again.',
  passkey_challenges: 'They expire within minutes.',
  sign_in_failures: 'Throttling of the last day, outdated after a restore.',
  throttle_buckets: 'Token buckets of the last minutes, which have refilled since.',
}
