import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import http from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockFolder } from '#server/platform/db/lock-folder.ts'
import { freePort } from '#test/free-port.ts'
import { takePlace } from './take-place.ts'

let projectFolder = ''
let firstPort = 0
const servers: http.Server[] = []

beforeEach(async () => {
  projectFolder = await mkdtemp(path.join(tmpdir(), 'place-'))
  firstPort = await freePort()
})

afterEach(async () => {
  for (const server of servers.splice(0)) server.close()
  await rm(projectFolder, { recursive: true, force: true })
})

function take(environment: Record<string, string> = {}) {
  const server = http.createServer()
  servers.push(server)
  return takePlace({ server, host: 'localhost', environment, projectFolder, firstPort })
}

test('uses the default port and folders if it is alone', async () => {
  const { environment, notes } = await take()
  expect(environment).toEqual({ PORT: String(firstPort), EMULATOR_PORT: String(firstPort + 1), DATA_DIR: './data' })
  expect(notes).toEqual([])
})

test('finds free ports and folders for a second and a third shop, and prints them', async () => {
  const first = await take()
  const second = await take()
  const third = await take()
  expect(second.environment).toEqual({
    PORT: String(firstPort + 10),
    EMULATOR_PORT: String(firstPort + 11),
    DATA_DIR: './data-2',
  })
  expect(third.environment).toMatchObject({ PORT: String(firstPort + 20), DATA_DIR: './data-3' })
  expect(second.notes).toEqual([
    `Port ${firstPort} is already in use, so this shop is at port ${firstPort + 10}.`,
    'The data folder ./data is in use by another shop, so this one keeps its data in ./data-2.',
  ])
  expect(new Set([first, second, third].map(({ cacheFolder }) => cacheFolder)).size).toBe(3)
})

test('leaves data alone that npm start is using', async () => {
  const dataDir = path.join(projectFolder, 'data')
  await mkdir(dataDir)
  const lock = await lockFolder(dataDir)
  expect((await take()).environment.DATA_DIR).toBe('./data-2')
  await lock.release()
})

test('keeps explicit settings, and refuses them if taken', async () => {
  const given = { PORT: String(firstPort), EMULATOR_PORT: '0', DATA_DIR: './mine' }
  expect((await take(given)).environment).toEqual(given)
  await expect(take(given)).rejects.toThrow(`Port ${firstPort} is already in use.`)
})
