/**
 * Tables whose rows no backup holds, and why. Every other table is in every backup, also one that was added yesterday;
 * `tables.db.test.ts` asks for a decision about each.
 */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  operator_sessions: 'A session that was ended since would be open again; everyone signs in anew.',
  operator_links: 'A sign-in link that was used since would work again.',
  passkey_challenges: 'Asked and answered within minutes.',
  sign_in_failures: 'Who was slowed down in the last day; it says nothing about today.',
  throttle_buckets: 'Token buckets of the last minutes, which are full by now.',
}
