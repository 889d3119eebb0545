import type { z } from 'zod'
import type { MailContent, MailFacts } from './mail-content.ts'

/** One kind of email: its payload and its content. Each noun defines its own in `*.mails.ts`. */
export type MailDefinition<Payload> = {
  /** Stored in outbox rows, so it must never change. */
  name: string
  /** Payloads wait in the outbox as JSON, so they are validated again before sending. */
  payload: z.ZodType<Payload>
  content: (payload: Payload, facts: MailFacts) => MailContent
  /** Set for marketing email only; every other email is transactional. */
  unsubscribeToken?: (payload: Payload) => string
}

/** A mail definition with its payload type erased. */
export type AnyMail = {
  name: string
  parse: (
    payload: unknown,
  ) => { content: (facts: MailFacts) => MailContent; unsubscribeToken: string | undefined } | undefined
}

export type Mails = ReadonlyMap<string, AnyMail>

export function defineMail<Payload>(definition: MailDefinition<Payload>): MailDefinition<Payload> & AnyMail {
  const { payload: schema, content, unsubscribeToken } = definition
  return {
    ...definition,
    parse(payload) {
      const { data } = schema.safeParse(payload)
      return data === undefined
        ? undefined
        : { content: (facts) => content(data, facts), unsubscribeToken: unsubscribeToken?.(data) }
    },
  }
}
