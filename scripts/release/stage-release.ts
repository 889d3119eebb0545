import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { parseLock, productionPackages } from '../production-packages.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** What's in a release besides the build, its packages and its Node. */
const SHIPPED = [
  'db/migrations',
  'deploy',
  'docs',
  'scripts',
  'src',
  '.env.example',
  'CHANGELOG.md',
  'README.md',
  'SECURITY.md',
  'package.json',
]
const NOT_SHIPPED = [
  /\.(?:test|e2e)\.tsx?$/,
  /^docs\/(?:screens|contact-sheet)/,
  /^scripts\/(?:dev|release|screens)\//,
  // What the owner of this clone configured for their own shop.
  /^deploy\/(?:secrets\/|shop\.env$)/,
]

/** What `bin/bloomera` runs. */
const COMMANDS = {
  start: 'start.mjs',
  doctor: 'doctor.ts',
  operator: 'operator.ts',
  backup: 'backup.ts',
  restore: 'restore.ts',
}

/**
 * Fills an empty folder with everything that the built shop needs to run on this platform, without npm, a network or
 * Node on the machine. The packages are those installed here, which npm has verified against the lock file.
 */
export function stageRelease(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  for (const file of shippedFiles()) copy(file, folder)
  for (const part of ['client', 'server', 'empty-database', 'desk-assets.json', 'sbom.cdx.json'])
    copy(`build/${part}`, folder)
  const lock = parseLock(JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')))
  for (const key of productionPackages(lock)) {
    // Each platform installs its own binaries, and leaves the others' folders out.
    if (existsSync(path.join(root, key))) copy(key, folder, (source) => !isNested(source, key))
  }
  copyNode(folder)
  writeCommand(folder)
}

function shippedFiles(): string[] {
  return SHIPPED.flatMap((name) => {
    const inside = statSync(path.join(root, name)).isDirectory()
      ? readdirSync(path.join(root, name), { recursive: true, withFileTypes: true })
      : undefined
    if (!inside) return [name]
    return inside
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
  }).filter((file) => !NOT_SHIPPED.some((pattern) => pattern.test(file)))
}

function copy(file: string, folder: string, filter?: (source: string) => boolean): void {
  const target = path.join(folder, file)
  mkdirSync(path.dirname(target), { recursive: true })
  cpSync(path.join(root, file), target, { recursive: true, ...(filter && { filter }) })
}

/** Packages inside a package have their own entries. */
function isNested(source: string, key: string): boolean {
  return path.relative(path.join(root, key), source).split(path.sep).includes('node_modules')
}

/** The Node version pinned in scripts/runtime, no matter which one runs this script. */
function copyNode(folder: string): void {
  const runtime = path.join(root, '.runtime')
  const lock = readFileSync(path.join(root, 'scripts/runtime/package-lock.json'), 'utf8')
  const installed = path.join(runtime, 'package-lock.json')
  if (!existsSync(installed) || readFileSync(installed, 'utf8') !== lock) {
    cpSync(path.join(root, 'scripts/runtime'), runtime, { recursive: true })
    execFileSync('npm', ['ci', '--prefix', runtime, '--ignore-scripts', '--loglevel=error'], { stdio: 'inherit' })
  }
  const found = Object.keys(parseLock(JSON.parse(lock)))
    .map((key) => path.join(runtime, key, 'bin/node'))
    .find((file) => existsSync(file))
  if (!found) throw new Error(`scripts/runtime has no Node for ${process.platform}-${process.arch}`)
  mkdirSync(path.join(folder, 'bin'), { recursive: true })
  cpSync(found, path.join(folder, 'bin/node'))
}

function writeCommand(folder: string): void {
  const cases = Object.entries(COMMANDS).map(([name, script]) => `  ${name}) script=${script} ;;`)
  const file = path.join(folder, 'bin/bloomera')
  writeFileSync(
    file,
    `#!/bin/sh
# Runs the shop and its tools with the Node beside this file.
set -e
home=$(dirname "$(dirname "$(readlink -f "$0")")")
case "$1" in
${cases.join('\n')}
  *) echo "Usage: bloomera ${Object.keys(COMMANDS).join(' | ')}" >&2; exit 2 ;;
esac
shift
exec "$home/bin/node" "$home/scripts/$script" "$@"
`,
  )
  chmodSync(file, 0o755)
}
