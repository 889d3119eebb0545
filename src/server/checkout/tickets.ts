import { createHash, createHmac, randomBytes } from 'node:crypto'
import { PROOF_ROUNDS } from '#domain/money/card-testing.ts'
import { puzzleOf, readProof } from '#domain/money/proof-of-work.ts'
import { isSameSecret } from '#server/platform/http/same-secret.ts'

export type CheckoutTickets = ReturnType<typeof createCheckoutTickets>

/** A buyer who keeps the dialog open longer gets a new one when paying. */
export const TICKET_LIFE_MS = 2 * 60 * 60_000
/** Clock skew between machines. */
const CLOCK_SLACK_MS = 60_000
const SHAPE = /^([0-9a-z]{8})\.[\w-]{22}\.[\w-]{22}$/

/**
 * Tickets show that a sender contacted the shop before paying, and when. They contain no personal data: a date, a
 * random number and a signature. The database ensures that each is used once.
 */
export function createCheckoutTickets(secretKey: string, now: () => Date, oldKey?: string) {
  function sign(content: string, key = secretKey): string {
    return createHmac('sha256', key).update(`ticket ${content}`).digest('base64url').slice(0, 22)
  }

  return {
    issue(): string {
      const content = `${now().getTime().toString(36).padStart(8, '0')}.${randomBytes(16).toString('base64url')}`
      return `${content}.${sign(content)}`
    },

    /** Age of a ticket; undefined if it is forged or expired. */
    ageOf(ticket: string): number | undefined {
      const date = SHAPE.exec(ticket)?.[1]
      const end = ticket.lastIndexOf('.')
      if (!date) return undefined
      const [content, signature] = [ticket.slice(0, end), ticket.slice(end + 1)]
      // For a dialog that was open when the key was changed.
      const isOld = oldKey !== undefined && isSameSecret(signature, sign(content, oldKey))
      if (!isOld && !isSameSecret(signature, sign(content))) return undefined
      const age = now().getTime() - Number.parseInt(date, 36)
      return age > TICKET_LIFE_MS || age < -CLOCK_SLACK_MS ? undefined : Math.max(0, age)
    },

    /** Work per round that a proof demonstrates for a ticket; 0 if it is invalid. */
    provenWork(ticket: string, proof: string): number {
      const nonces = readProof(proof, PROOF_ROUNDS)
      if (!nonces) return 0
      const starts = nonces.map((nonce, round) => {
        const hash = createHash('sha256').update(puzzleOf(ticket, round) + nonce)
        return hash.digest().readUInt32BE(0)
      })
      return Math.floor(2 ** 32 / (Math.max(...starts) + 1))
    },
  }
}
