import { chmod, rm } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { CommandAnswer } from './operator-command.ts'

const wordsSchema = z.array(z.string().max(300)).max(10)
const answerSchema = z.object({ ok: z.boolean(), text: z.string() })

/**
 * The built-in database belongs to the shop's own process, so the command line asks that process: over a socket in the
 * data folder, which only those can open who may read the database itself. Nothing of this is on the network.
 */
export async function listenForCommands(
  dataDir: string,
  run: (words: string[]) => Promise<CommandAnswer>,
  log: Logger,
): Promise<{ close: () => Promise<void> }> {
  const socketPath = commandSocketPath(dataDir)
  // Whoever gets here holds the folder's lock: what is left of a killed process is of no use to anybody.
  await rm(socketPath, { force: true })
  const server = net.createServer({ allowHalfOpen: true }, (socket) => {
    // Whoever asked may have gone away; the shop must not go down with them.
    socket.on('error', () => socket.destroy())
    void readAll(socket)
      .then(async (text) => run(wordsSchema.parse(JSON.parse(text))))
      .catch((error: unknown) => {
        log.error({ err: error }, 'a command failed')
        return { ok: false, text: 'The shop could not do this; its log says why.' }
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

/** Undefined when no shop runs on this folder. */
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

/** Relative, because a socket's path is limited to about a hundred bytes. */
function commandSocketPath(dataDir: string): string {
  return path.relative(process.cwd(), path.join(dataDir, 'commands'))
}

async function readAll(socket: net.Socket): Promise<string> {
  let text = ''
  for await (const chunk of socket.setEncoding('utf8')) text += chunk
  return text
}
