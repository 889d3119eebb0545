import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockFolder } from './lock-folder.ts'

let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lock-'))
})

afterEach(() => rm(folder, { recursive: true }))

test('refuses a folder in use with a clear message, and frees it on release', async () => {
  const first = await lockFolder(folder)
  await expect(lockFolder(folder)).rejects.toThrow('is in use by another shop process')
  await first.release()
  await (await lockFolder(folder)).release()
})

test('takes over the lock of a killed process', async () => {
  const holder = spawn(
    process.execPath,
    ['-e', `require('net').createServer().listen('in-use', () => console.log('held'))`],
    {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  await new Promise((resolve) => holder.stdout.once('data', resolve))
  await expect(lockFolder(folder)).rejects.toThrow('is in use')
  await new Promise((resolve) => {
    holder.once('exit', resolve)
    holder.kill('SIGKILL')
  })
  await (await lockFolder(folder)).release()
})

test('lets one of ten processes win when they all find a stale lock', async () => {
  const dead = spawn(
    process.execPath,
    ['-e', `require('net').createServer().listen('in-use', () => process.kill(process.pid, 'SIGKILL'))`],
    { cwd: folder },
  )
  await new Promise((resolve) => dead.once('exit', resolve))
  const tries = await Promise.allSettled(Array.from({ length: 10 }, () => lockFolder(folder)))
  const winners = tries.filter((result) => result.status === 'fulfilled')
  expect(winners).toHaveLength(1)
  await winners[0]?.value.release()
})
