import { once } from 'node:events'
import type { Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'

export type ReceivedMail = { from: string; to: string[]; raw: string }

export type MailServerOptions = {
  port?: number
  /** Responds to the n-th attempt (from 1) with this code and text instead of accepting the email. */
  refuse?: (attempt: number) => { code: number; text: string } | undefined
  /** Accepts the connection and then hangs. */
  isStuck?: boolean
  /** Awaited when an email has arrived, before the sender gets the response. */
  beforeAnswer?: (received: number) => Promise<void>
}

/** A real local mail server, to see what arrives and to make it misbehave. */
export async function startMailServer(options: MailServerOptions = {}) {
  const { port = 0, refuse = () => undefined, isStuck = false, beforeAnswer = async () => {} } = options
  const received: ReceivedMail[] = []
  const state = { attempts: 0, connections: 0 }

  async function answer(done: () => void): Promise<void> {
    await beforeAnswer(received.length)
    done()
  }

  const server = new SMTPServer({
    authOptional: true,
    // Senders keep their connection for the next email.
    closeTimeout: 100,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onConnect(_session, done) {
      state.connections += 1
      if (!isStuck) done()
    },
    onRcptTo(_address, _session, done) {
      state.attempts += 1
      const refusal = refuse(state.attempts)
      if (refusal) done(Object.assign(new Error(refusal.text), { responseCode: refusal.code }))
      else done()
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map((recipient) => recipient.address),
          raw: Buffer.concat(chunks).toString('utf8'),
        })
        void answer(done)
      })
    },
  })
  const sockets = new Set<Socket>()
  server.server.on('connection', (socket: Socket) => void sockets.add(socket))
  server.on('error', () => {})
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  const boundPort = typeof address === 'object' && address ? address.port : port
  return {
    url: `smtp://127.0.0.1:${boundPort}`,
    received,
    state,
    /** Cuts every connection; the server keeps running. */
    cutLines: () => {
      for (const socket of sockets) socket.destroy()
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** The header of a raw email, unfolded; undefined if it is missing. */
export function headerOf(raw: string, name: string): string | undefined {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ')
  return head
    .split('\r\n')
    .find((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`))
    ?.slice(name.length + 1)
    .trim()
}
