import { afterEach, expect, test } from 'vitest'
import { startMailServer } from '#test/mail-server.ts'
import { createSmtpMailer } from './smtp.ts'

const message = {
  messageId: '<one@bloomera.localhost>',
  from: { name: 'Bloomera', address: 'hello@bloomera.example' },
  to: 'ana@example.com',
  subject: 'Your order',
  html: '<p>Thanks</p>',
  text: 'Thanks',
  headers: {},
}

const endings: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0)) await end()
})

async function startPlainServer() {
  const server = await startMailServer()
  endings.push(server.close)
  return server
}

test('sends email to a local server without TLS', async () => {
  const server = await startPlainServer()
  await createSmtpMailer(server.url).send(message)
  expect(server.received).toHaveLength(1)
})

test('refuses any other server without TLS', async () => {
  const server = await startPlainServer()
  // The same server, at a non-loopback address.
  const mailer = createSmtpMailer(server.url.replace('127.0.0.1', '0.0.0.0'))
  await expect(mailer.send(message)).rejects.toThrow(/STARTTLS|TLS/)
  expect(server.state.connections).toBe(1)
  expect(server.received).toEqual([])
})
