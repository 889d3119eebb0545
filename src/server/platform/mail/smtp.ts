import { createTransport } from 'nodemailer'
import { z } from 'zod'
import { isLoopback } from '#server/platform/loopback.ts'
import { type Mailer, RejectedMail } from './mailer.ts'

/** Their sum stays below the worker's lease, so no other process claims the email in the meantime. */
const TIMEOUTS = { dnsTimeout: 5000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/** With smtp://, STARTTLS is mandatory because emails contain links to orders. */
const ENCRYPTED = { requireTLS: true, tls: { rejectUnauthorized: true, minVersion: 'TLSv1.2' } } as const

const smtpError = z.looseObject({ code: z.string().optional(), responseCode: z.number().optional() })

/**
 * One connection, kept for the next email. Only the queue retries failures, because it knows the lease.
 */
const POOLED = { pool: true, maxConnections: 1, maxMessages: 100, maxRequeues: 0, idleTimeout: 5000 } as const

export type DkimSettings = { domainName: string; keySelector: string; privateKey: string }

export function createSmtpMailer(smtpUrl: string, dkim?: DkimSettings): Mailer {
  const transport = createTransport({ ...transportOptions(smtpUrl), ...POOLED, ...(dkim && { dkim }) })
  return {
    async send({ to, replyTo, ...message }) {
      try {
        // An address object is used as is; a string would be parsed and could become several recipients.
        await transport.sendMail({
          ...message,
          to: { name: '', address: to },
          ...(replyTo && { replyTo: { name: '', address: replyTo } }),
        })
      } catch (cause) {
        throw isRejection(cause) ? new RejectedMail(messageOf(cause), { cause }) : cause
      }
    },
  }
}

/** Connects and signs in without sending anything. Throws if the server would not accept email. */
export async function verifySmtp(smtpUrl: string): Promise<void> {
  const transport = createTransport(transportOptions(smtpUrl))
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

function transportOptions(smtpUrl: string) {
  return {
    url: smtpUrl,
    ...TIMEOUTS,
    ...(!isLoopback(new URL(smtpUrl).hostname) && ENCRYPTED),
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** A wrong password (EAUTH) is also a 5xx, but not a rejection of the email. */
function isRejection(error: unknown): boolean {
  const { code, responseCode = 0 } = smtpError.safeParse(error).data ?? {}
  return responseCode >= 500 && code !== 'EAUTH'
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
