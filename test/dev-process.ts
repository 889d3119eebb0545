import { type ChildProcess, spawn } from 'node:child_process'
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'

const projectFolder = path.resolve(import.meta.dirname, '..')
/** Everything `npm run dev` reads, apart from the packages. */
const SOURCES = ['src', 'db', 'scripts', 'package.json', 'vite.config.ts', 'react-router.config.ts', 'tsconfig.json']

/** A copy of the source that a test may edit. Packages and pictures are linked from the project. */
export async function copySource(folder: string) {
  await mkdir(folder, { recursive: true })
  for (const name of SOURCES) await cp(path.join(projectFolder, name), path.join(folder, name), { recursive: true })
  for (const name of ['docs', 'node_modules', 'public'])
    await symlink(path.join(projectFolder, name), path.join(folder, name))
  return {
    folder,
    /** Resolves with a function that reverts the edit. */
    async edit(file: string, from: string, to: string): Promise<() => Promise<void>> {
      const full = path.join(folder, file)
      const text = await readFile(full, 'utf8')
      if (!text.includes(from)) throw new Error(`${file} does not contain ${from}`)
      await writeFile(full, text.replace(from, to))
      return () => writeFile(full, text)
    },
  }
}

export type DevProcess = {
  child: ChildProcess
  address: string
  output: () => string
  /** Resolves with the exit code. */
  ended: Promise<number | null>
}

/** What `npm run dev` runs. Resolves when the shop is open or the process has ended. */
export async function startDevProcess(folder: string, environment: Record<string, string>): Promise<DevProcess> {
  const child = spawn(process.execPath, ['scripts/dev.ts'], {
    cwd: folder,
    env: { PATH: process.env.PATH, EMULATOR_PORT: '0', LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // Even after the test that started it has timed out.
  process.once('exit', () => child.kill('SIGKILL'))
  let text = ''
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)))
  const open = new Promise<string>((resolve) => {
    const read = (chunk: Buffer) => {
      text += chunk
      const address = /in development at (http:\S+)\n[\s\S]*\n\n/.exec(text)?.[1]
      if (address) resolve(address)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
  })
  const address = await Promise.race([open, ended.then(() => '')])
  return { child, address, output: () => text, ended }
}
