import { createHash } from 'node:crypto'
import { invalidRequest } from './api-error.ts'
import { answerName, type Books, type Entry } from './books.ts'
import type { JsonObject } from './objects.ts'

export type Answer = { status: number; body: JsonObject }

/** The response, the changes to store, and whether the same request gets the response again. */
export type Outcome = Answer & { entries: Entry[]; isRepeatable: boolean }

export interface Idempotency {
  /**
   * Decides once per key; repeated requests in the meantime wait and get the same response. Deciding and storing are
   * atomic, so that nothing else can use the same token or order in between.
   */
  once(scope: string, key: string, request: JsonObject, decide: () => Outcome, waitFor?: Promise<void>): Promise<Answer>
  /** Resolves when nothing runs under the key. */
  settled(scope: string, key: string): Promise<void>
}

export function createIdempotency(books: Books): Idempotency {
  const running = new Map<string, Promise<void>>()

  async function settled(scope: string, key: string): Promise<void> {
    const name = answerName(scope, key)
    while (running.has(name)) await running.get(name)
  }

  return {
    settled,
    async once(scope, key, request, decide, waitFor) {
      const name = answerName(scope, key)
      const requestHash = createHash('sha256').update(canonical(request)).digest('base64url')
      while (running.has(name)) await running.get(name)
      const known = books.answers.get(name)
      if (known) {
        if (known.requestHash !== requestHash) throw keyReused(scope)
        return { status: known.status, body: known.body }
      }
      if (waitFor) {
        running.set(name, waitFor)
        await waitFor
        running.delete(name)
      }
      const { status, body, entries, isRepeatable } = decide()
      const answer: Entry = { kind: 'answer', answer: { scope, key, requestHash, status, body } }
      books.write(isRepeatable ? [...entries, answer] : entries)
      return { status, body }
    },
  }
}

function keyReused(scope: string) {
  return scope === 'refunds'
    ? invalidRequest(
        'IDEMPOTENCY_KEY_REUSED',
        'The provided idempotency key was previously used for a different amount.',
        'idempotency_key',
      )
    : invalidRequest(
        'IDEMPOTENCY_KEY_REUSED',
        'The provided idempotency key has already been used with different parameters.',
        'idempotency_key',
      )
}

/** The same text for the same content, whatever the order of its keys. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}
