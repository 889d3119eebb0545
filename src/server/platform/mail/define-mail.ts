import type { z } from 'zod'
import type { MailContent, MailFacts } from './mail-content.ts'

/** One kind of mail: what it needs to be written, and what it says. Each noun defines its own in `*.mails.ts`. */
export type MailDefinition<Payload> = {
  /** As it is written in the outbox; never changed, since rows wait there. */
  name: string
  /** A payload waits in the outbox as data, so it is checked again when it leaves. */
  payload: z.ZodType<Payload>
  content: (payload: Payload, facts: MailFacts) => MailContent
  /** Marketing mail is the mail that carries a way out; every other one is about something its reader did. */
  unsubscribeToken?: (payload: Payload) => string
}

/** A mail whose payload nobody knows yet. */
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
