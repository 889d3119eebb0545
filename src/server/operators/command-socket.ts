import { chmod, rm } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { CommandAnswer } from './operator-command.ts'

const wordsSchema = z.array(z.string().max(300)).max(10)
const answerSchema = z.object({ ok: z.boolean(), text: z.string() })

/**
 * PGlite belongs to the shop's own process, so the command line asks that process over a Unix socket in the data
 * folder. Only users who can read the database itself can open it; nothing is exposed on the network.
 */
export async function listenForCommands(
  dataDir: string,
  run: (words: string[]) => Promise<CommandAnswer>,
  log: Logger,
): Promise<{ close: () => Promise<void> }> {
  const socketPath = commandSocketPath(dataDir)
  // This process holds the folder's lock, so an existing socket is a leftover of a killed process.
  await rm(socketPath, { force: true })
  const server = net.createServer({ allowHalfOpen: true }, (socket) => {
    // The client may have disconnected; that must not crash the shop.
    socket.on('error', () => socket.destroy())
    void readAll(socket)
      .then(async (text) => run(wordsSchema.parse(JSON.parse(text))))
      .catch((error: unknown) => {
        log.error({ err: error }, 'operator command failed')
        return { ok: false, text: 'The shop couldn’t do this. See its log.' }
      })
      .then((answer) => socket.end(JSON.stringify(answer)))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(socketPath, resolve)
  })
  await chmod(socketPath, 0o600)
  server.unref()
  return { close: () => new Promise((resolve) => server.close(() => resolve())) }
}

/** Undefined if no shop is running on this folder. */
export async function sendCommand(dataDir: string, words: readonly string[]): Promise<CommandAnswer | undefined> {
  const socket = net.connect({ path: commandSocketPath(dataDir), allowHalfOpen: true })
  const isConnected = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
  })
  if (!isConnected) return undefined
  socket.end(JSON.stringify(words))
  return answerSchema.parse(JSON.parse(await readAll(socket)))
}

/** Relative, because a socket path is limited to about a hundred bytes. */
function commandSocketPath(dataDir: string): string {
  return path.relative(process.cwd(), path.join(dataDir, 'commands'))
}

async function readAll(socket: net.Socket): Promise<string> {
  let text = ''
  for await (const chunk of socket.setEncoding('utf8')) text += chunk
  return text
}
