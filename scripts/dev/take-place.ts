import { mkdir } from 'node:fs/promises'
import type http from 'node:http'
import net from 'node:net'
import path from 'node:path'
import { bind } from '#server/listen.ts'
import { isFolderLocked, lockFolder } from '#server/platform/db/lock-folder.ts'
import { isStartError } from '#server/platform/start-error.ts'

export type Place = {
  /** The given environment plus what was found: PORT, EMULATOR_PORT and DATA_DIR. */
  environment: Record<string, string | undefined>
  /** For Vite's dependency cache; used by one shop at a time. */
  cacheFolder: string
  /** One sentence for each thing that is not at its default. */
  notes: string[]
}

export type PlaceOptions = {
  server: http.Server
  host: string
  environment: Record<string, string | undefined>
  projectFolder: string
  firstPort?: number
}

const FIRST_PORT = 3000
/** Leaves room for the emulator next to the shop, and for what a developer starts by hand. */
const PORT_STEP = 10
const PLACES = 9

/**
 * Finds a free port and folders next to running shops. Explicit settings are used as given, and refused if taken;
 * defaults move on to the next free one.
 */
export async function takePlace({
  server,
  host,
  environment,
  projectFolder,
  firstPort = FIRST_PORT,
}: PlaceOptions): Promise<Place> {
  const notes: string[] = []
  const port = environment.PORT
    ? (await bind(server, host, Number(environment.PORT))).port
    : await takeFreePort(server, host, firstPort, isSet(environment.EMULATOR_PORT))
  if (!environment.PORT && port !== firstPort)
    notes.push(`Port ${firstPort} is already in use, so this shop is at port ${port}.`)
  const { cacheFolder, dataDir } = await takeFolders(projectFolder, environment.DATA_DIR)
  if (!environment.DATA_DIR && dataDir !== DATA_DIR)
    notes.push(`The data folder ${DATA_DIR} is in use by another shop, so this one keeps its data in ${dataDir}.`)
  return {
    environment: {
      ...environment,
      PORT: String(port),
      EMULATOR_PORT: environment.EMULATOR_PORT || String(port + 1),
      DATA_DIR: dataDir,
    },
    cacheFolder,
    notes,
  }
}

const isSet = (value: string | undefined) => value !== undefined && value !== ''

/** Binds the shop's port right away; its holder also owns the emulator's, which is the next one. */
async function takeFreePort(server: http.Server, host: string, first: number, hasEmulatorPort: boolean) {
  for (let place = 0; place < PLACES; place += 1) {
    const port = first + place * PORT_STEP
    if (!hasEmulatorPort && !(await isFree(port + 1))) continue
    try {
      return (await bind(server, host, port)).port
    } catch (error) {
      if (!isTaken(error)) throw error
    }
  }
  return (await bind(server, host, first)).port
}

function isTaken(error: unknown): boolean {
  return isStartError(error) && (error.cause as NodeJS.ErrnoException).code === 'EADDRINUSE'
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = net.createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}

const DATA_DIR = './data'

/** The first folders of this project that no other development shop has locked and whose data is not in use. */
async function takeFolders(projectFolder: string, given: string | undefined) {
  for (let place = 1; ; place += 1) {
    const cacheFolder = path.join(projectFolder, 'build/dev', String(place))
    await mkdir(cacheFolder, { recursive: true })
    const lock = await lockFolder(cacheFolder).catch((error: unknown) => {
      if (!isStartError(error) || place === PLACES) throw error
    })
    if (!lock) continue
    const dataDir = given || (place === 1 ? DATA_DIR : `${DATA_DIR}-${place}`)
    if (given || place === PLACES || !(await isFolderLocked(path.resolve(projectFolder, dataDir))))
      return { cacheFolder, dataDir }
    await lock.release()
  }
}
