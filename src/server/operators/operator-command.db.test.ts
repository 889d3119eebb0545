import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { useTestDatabase } from '#test/test-database.ts'
import { listenForCommands, sendCommand } from './command-socket.ts'
import { createDevelopmentLink } from './development-link.ts'
import { runOperatorCommand } from './operator-command.ts'
import { createOperatorService } from './team.service.ts'

const database = useTestDatabase()
const publicUrl = new URL('https://bloomera.example')
const LINK =
  /^Open this link within an hour. It works once:\n {2}https:\/\/bloomera\.example\/admin\/link\/([\w-]{43})$/

function operators() {
  return createOperatorService(database.current, () => new Date())
}

function run(...words: string[]) {
  return runOperatorCommand(words, operators(), publicUrl)
}

test('adds, lists and removes operators, and gives them links', async () => {
  expect((await run('add', 'ana@bloomera.example')).text).toMatch(LINK)
  expect((await run('add', 'ben@bloomera.example', '--role', 'staff')).text).toMatch(LINK)
  expect(await run('list')).toEqual({
    ok: true,
    text: 'owner     ana@bloomera.example\nstaff     ben@bloomera.example',
  })
  const { text } = await run('link', 'ana@bloomera.example')
  expect((await operators().findLinkOwner(LINK.exec(text)?.[1] ?? ''))?.email).toBe('ana@bloomera.example')
  expect(await run('remove', 'ben@bloomera.example')).toMatchObject({ ok: true })
  expect(await run('remove', 'ana@bloomera.example')).toMatchObject({
    ok: false,
    text: expect.stringContaining('at least one owner'),
  })
})

test('answers an invalid command with its usage', async () => {
  for (const words of [
    [],
    ['dance'],
    ['add', 'x@y.example', '--role', 'emperor'],
    ['add', 'x@y.example', '--role', 'staff', 'now'],
    ['add', 'x@y.example', '--role=staff'],
    ['add', 'x@y.example', 'staff'],
    ['add', 'x@y.example', '--role'],
  ])
    expect(await run(...words)).toMatchObject({ ok: false, text: expect.stringContaining('npm run operator -- add') })
  expect((await run('add', 'nobody')).ok).toBe(false)
  expect((await run('link', 'nobody@bloomera.example')).ok).toBe(false)
})

test('creates a new development link at every start, and voids the old one', async () => {
  const first = await createDevelopmentLink(operators())
  const second = await createDevelopmentLink(operators())
  expect(await operators().findLinkOwner(first)).toBeUndefined()
  expect(await operators().findLinkOwner(second)).toMatchObject({ email: 'owner@localhost.example', role: 'owner' })
})

test('accepts commands through the data folder only while the shop is running', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'commands-'))
  const log = pino({ level: 'silent' })
  expect(await sendCommand(folder, ['list'])).toBeUndefined()
  const server = await listenForCommands(folder, async (words) => ({ ok: true, text: words.join(' ') }), log)
  expect(await sendCommand(folder, ['add', 'ana@bloomera.example'])).toEqual({
    ok: true,
    text: 'add ana@bloomera.example',
  })
  const tooMuch = await sendCommand(folder, ['x'.repeat(10_000)])
  expect(tooMuch?.ok).toBe(false)
  // As after kill -9: the socket file is still there, with no process behind it.
  const again = await listenForCommands(folder, async () => ({ ok: true, text: 'new' }), log)
  expect(await sendCommand(folder, ['list'])).toEqual({ ok: true, text: 'new' })
  await Promise.all([server.close(), again.close()])
  await rm(folder, { recursive: true })
})
