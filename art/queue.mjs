// Makes the shop's pictures: node art/queue.mjs [--draft | --preview] [--force] [--list] [--until=hh:mm] [names...]
// Each picture goes through label, render, denoise and grade. Steps whose inputs haven't changed are skipped.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, openSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'

const art = fileURLToPath(new URL('.', import.meta.url))
const work = join(art, 'work')
const masters = join(art, 'masters')
/** Kinds of trial: a draft is for checking the layout, a preview for checking the look. */
const trials = { draft: { percent: 30, samples: 10 }, preview: { percent: 50, samples: 20 } }
const labelWidth = 1480
/** A master is rendered in parts of at most this many samples, so that stopping costs one part, not the picture. */
const samplesInPart = 5

// Only the system's Python can import Debian's packages, not one from a version manager.
const python = process.env.ART_PYTHON ?? '/usr/bin/python3'
const blender = process.env.ART_BLENDER ?? 'blender'
const chromium = process.env.ART_CHROMIUM ?? 'chromium'

const readText = (...path) => readFileSync(join(art, ...path), 'utf8')
const readJson = (...path) => JSON.parse(readText(...path))
const fingerprint = (...parts) => createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16)
const clock = (seconds) => (seconds < 90 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`)

/**
 * Tracks what a folder's files were made from: a JSON file in it maps names to fingerprints of their inputs. Unlike
 * modification times, it survives a fresh clone and reformatted JSON.
 */
function ledger(folder) {
  const file = join(folder, 'made-from.json')
  const read = () => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {})
  const write = (made) => {
    const entries = Object.entries(made).sort(([a], [b]) => (a < b ? -1 : 1))
    writeFileSync(file, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`)
  }
  return {
    has: (name, inputs) => read()[name] === inputs,
    record: (name, inputs) => write({ ...read(), [name]: inputs }),
    forget(name) {
      const { [name]: _, ...others } = read()
      write(others)
    },
  }
}

/** Masters take hours, so they yield to everything else on the machine; someone is waiting for a trial. */
let niceness = '19'

/** Runs a program with its output in a log; rejects with the log's name if it fails. */
function run(program, args, log) {
  const output = openSync(log, 'a')
  return new Promise((resolve, reject) => {
    const child = spawn('nice', ['-n', niceness, program, ...args], { stdio: ['ignore', output, output] })
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${program} exited with code ${code}, see ${log}`)),
    )
  })
}

function runBlender(script, args, log) {
  return run(blender, ['-b', '--factory-startup', '--python-exit-code', '1', '-P', script, '--', ...args], log)
}

async function bakeTextures() {
  const folder = join(work, 'textures')
  const made = ledger(folder)
  const inputs = fingerprint(readText('textures', 'bake.py'))
  if (made.has('textures', inputs)) return
  await run(python, [join(art, 'textures', 'bake.py')], join(work, 'textures.log'))
  made.record('textures', inputs)
}

/** A product's bottle; `size` if it isn't the one in its main picture. */
function readBottle(name, size) {
  const bottle = readJson('bottles', `${name}.json`)
  if (!size) return bottle
  return { ...bottle, size, label: { ...bottle.label, size: readJson('shapes.json').contents[size] } }
}

/** Everything a bottle's label and shape depend on. */
function bottleInputs(name, size) {
  const bottle = readBottle(name, size)
  const { labelArc, shapes } = readJson('shapes.json')
  const template = [readText('labels', 'label.html'), readText('labels', 'label.css')]
  return { bottle, labelArc, shape: shapes[bottle.size], template }
}

async function makeLabel(product, size) {
  const name = size ? `${product}-${size}` : product
  const folder = join(work, 'labels')
  const made = ledger(folder)
  const { bottle, labelArc, shape, template } = bottleInputs(product, size)
  const inputs = fingerprint(bottle, labelArc, shape, template)
  if (made.has(name, inputs)) return
  const [low, high] = shape.label
  const height = Math.round((labelWidth * (high - low)) / (shape.radius * labelArc))
  const page = pathToFileURL(join(art, 'labels', 'label.html'))
  page.hash = encodeURIComponent(JSON.stringify(bottle.label))
  const flags = ['--headless', '--no-sandbox', '--hide-scrollbars', '--allow-file-access-from-files']
  flags.push('--virtual-time-budget=4000', '--default-background-color=00000000')
  flags.push(`--window-size=${labelWidth},${height}`, `--screenshot=${join(folder, `${name}.png`)}`)
  await run(chromium, [...flags, page.href], join(work, 'labels.log'))
  made.record(name, inputs)
}

/** Leaves out alt, which doesn't change the picture, and the scene code: after changing that, use --force. */
function pictureInputs({ alt, ...picture }) {
  return fingerprint(
    picture,
    (picture.bottles ?? []).map(({ bottle, size }) => bottleInputs(bottle, size)),
  )
}

/** Returns true if there was anything to do. */
async function makePicture(name, options) {
  const picture = readJson('pictures', `${name}.json`)
  const inputs = pictureInputs(picture)
  const trial = options.draft ? trials.draft : options.preview ? trials.preview : undefined
  const folder = join(work, options.draft ? 'drafts' : options.preview ? 'previews' : 'full')
  const target = trial ? join(folder, `${name}.png`) : join(masters, `${name}.webp`)
  const finished = ledger(trial ? folder : masters)
  const rendered = ledger(join(folder, 'renders'))
  const log = join(folder, `${name}.log`)
  const parts = trial ? [[0, trial.samples]] : partsOf(picture.samples)
  if (options.force) {
    // Forget it first, so that a stopped run continues later without --force.
    finished.forget(name)
    for (const [first] of parts) rendered.forget(`${name}.${first}`)
  }
  if (finished.has(name, inputs) && existsSync(target)) return false

  for (const { bottle, size } of picture.bottles ?? []) await makeLabel(bottle, size)
  const renders = []
  for (const [first, samples] of parts) {
    const part = `${name}.${first}`
    const render = join(folder, 'renders', `${part}.exr`)
    renders.push(render)
    if (rendered.has(part, inputs)) continue
    const unfinished = join(folder, 'renders', `${part}.part.exr`)
    const scale = [trial?.percent ?? 100, samples, first].map(String)
    await runBlender(join(art, 'scene', 'render.py'), [name, unfinished, ...scale], log)
    renameSync(unfinished, render)
    rendered.record(part, inputs)
  }
  const clean = join(folder, `${name}.exr`)
  await run(python, [join(art, 'denoise', 'denoise.py'), clean, ...renders], log)
  await runBlender(join(art, 'grade.py'), [clean, target], log)
  if (!trial) recordCost(name, picture, parts.length, log)
  finished.record(name, inputs)
  return true
}

/** The first sample and sample count of each part of a picture. Counts are equal, because the parts are averaged. */
function partsOf(samples) {
  let count = Math.ceil(samples / samplesInPart)
  while (samples % count !== 0) count += 1
  return Array.from({ length: count }, (_, part) => [(part * samples) / count, samples / count])
}

/** Records a master's cost in art/masters/cost.json, from the line that render.py prints after each part. */
function recordCost(name, { size, samples, seed }, parts, log) {
  const lines = [...readFileSync(log, 'utf8').matchAll(/^rendered .* in (\d+) s, (\d+) s of CPU$/gm)].slice(-parts)
  const sum = (column) => lines.reduce((total, line) => total + Number(line[column]), 0)
  const file = join(masters, 'cost.json')
  const costs = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  costs[name] = { size, samples, seed: seed ?? null, seconds: sum(1), cpuSeconds: sum(2) }
  const sorted = Object.entries(costs).sort(([a], [b]) => (a < b ? -1 : 1))
  const entries = sorted.map(([key, cost]) => `  ${JSON.stringify(key)}: ${JSON.stringify(cost)}`)
  writeFileSync(file, `{\n${entries.join(',\n')}\n}\n`)
}

/**
 * Writes the alt text of every finished master to one file for the shop. A picture that was recomposed but not yet
 * rendered keeps the alt text of the master that's still shown.
 */
function writeAltTexts() {
  const file = join(masters, 'alt.json')
  const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const finished = ledger(masters)
  const names = readdirSync(masters).filter((entry) => entry.endsWith('.webp'))
  const entries = names
    .map((entry) => entry.replace('.webp', ''))
    .map((name) => {
      const picture = readJson('pictures', `${name}.json`)
      return [name, finished.has(name, pictureInputs(picture)) ? picture.alt : (before[name] ?? picture.alt)]
    })
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(entries.sort()), null, 2)}\n`)
}

/** Makes pictures one by one and estimates the time left; a failure doesn't stop the others. */
async function makeAll(names, options) {
  const cost = new Map(
    names.map((name) => {
      const { size, samples } = readJson('pictures', `${name}.json`)
      return [name, size[0] * size[1] * samples]
    }),
  )
  let left = [...cost.values()].reduce((sum, next) => sum + next, 0)
  let [seconds, samples, failures] = [0, 0, 0]
  for (const [i, name] of names.entries()) {
    if (options.until && new Date().toISOString().slice(11, 16) >= options.until) {
      console.log(`stopped at ${options.until} UTC; not started: ${names.slice(i).join(' ')}`)
      break
    }
    const started = Date.now()
    left -= cost.get(name)
    const made = await makePicture(name, options).catch((error) => error)
    if (made instanceof Error) {
      failures += 1
      console.error(`${i + 1}/${names.length} ${name}: failed, ${made.message}`)
    } else if (!made) {
      console.log(`${i + 1}/${names.length} ${name}: up to date`)
    } else {
      const took = (Date.now() - started) / 1000
      seconds += took
      samples += cost.get(name)
      console.log(`${i + 1}/${names.length} ${name}: ${clock(took)}, about ${clock((seconds / samples) * left)} left`)
      if (!options.preview && !options.draft) writeAltTexts()
    }
  }
  return failures
}

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    draft: { type: 'boolean' },
    preview: { type: 'boolean' },
    force: { type: 'boolean' },
    list: { type: 'boolean' },
    until: { type: 'string' },
  },
})
if (options.draft || options.preview) niceness = '5'

const known = readdirSync(join(art, 'pictures')).map((file) => file.replace('.json', ''))
const names = positionals.length ? positionals : known
for (const folder of ['labels', 'textures', 'drafts/renders', 'previews/renders', 'full/renders']) {
  mkdirSync(join(work, folder), { recursive: true })
}
mkdirSync(masters, { recursive: true })

if (options.list) {
  console.log(known.join('\n'))
} else {
  await bakeTextures()
  process.exitCode = (await makeAll(names, options)) ? 1 : 0
}
