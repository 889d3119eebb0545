import { customType } from 'drizzle-orm/pg-core'

/**
 * A jsonb column. Drizzle's own parses a string that the driver has parsed already, so "12345678" would come back as a
 * number, and "null" as nothing.
 */
export const json = customType<{ data: unknown }>({
  dataType: () => 'jsonb',
  toDriver: (value) => JSON.stringify(value),
})
