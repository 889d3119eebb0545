import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { listenForCommands, sendCommand } from './command-socket.ts'

test('answers a command that fails, and logs why', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'commands-'))
  const lines: string[] = []
  const log = pino({}, { write: (line) => void lines.push(line) })
  const server = await listenForCommands(folder, () => Promise.reject(new Error('the disk is full')), log)
  expect(await sendCommand(folder, ['list'])).toEqual({
    ok: false,
    text: 'The shop couldn’t do this. See its log.',
  })
  expect(lines.join('')).toContain('the disk is full')
  await server.close()
  await rm(folder, { recursive: true })
})
