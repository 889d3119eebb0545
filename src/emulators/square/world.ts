import type { Books } from './books.ts'
import type { Clock } from './clock.ts'
import type { Faults } from './faults.ts'
import type { Idempotency } from './idempotency.ts'
import type { Settings } from './options.ts'
import type { Webhooks } from './webhooks.ts'

/** The dependencies of every part of the emulator. */
export type World = {
  settings: Settings
  books: Books
  clock: Clock
  faults: Faults
  idempotency: Idempotency
  webhooks: Webhooks
}
