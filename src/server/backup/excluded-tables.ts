/**
 * Tables that backups skip, and why. A restore also empties them, as earlier backups have some. Every other table is
 * backed up, including new ones; `tables.db.test.ts` pins this list.
 */
export const EXCLUDED_TABLES: Readonly<Record<string, string>> = {
  cdn_purges: 'Pages that a CDN had to drop then; a restore makes it drop all of them.',
  notice_deliveries: 'Notifications that were shown since the backup would be shown again.',
  notices: 'Old news; what still needs someone is on the desk.',
  operator_devices: 'A browser that was forgotten since the backup would be trusted again.',
  operator_links: 'A sign-in link that was used since the backup would work again.',
  operator_recovery_codes: 'A code that was used since the backup would work again. Everyone makes new ones instead.',
  operator_sessions: 'A session that has ended since the backup would be valid again. Everyone signs in again instead.',
  passkey_challenges: 'They expire within minutes.',
  process_notes: 'What the processes were told in the last minutes.',
  push_devices: 'A device that was removed since the backup would show notifications again.',
  sign_in_failures: 'Throttling of the last day, outdated after a restore.',
  throttle_buckets: 'Token buckets of the last minutes, which have refilled since.',
}
