// Make the shop's pictures: node art/queue.mjs [--preview] [--force] [--list] [names...]
// Each picture goes through label, render, denoise and grade. What was already made from the same inputs is skipped.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, openSync, readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'

const art = fileURLToPath(new URL('.', import.meta.url))
const work = join(art, 'work')
const masters = join(art, 'masters')
const preview = { percent: 50, samples: 20 }
const labelWidth = 1480

// Debian's packages are seen only by the system's Python, not by one from a version manager.
const python = process.env.ART_PYTHON ?? '/usr/bin/python3'
const blender = process.env.ART_BLENDER ?? 'blender'
const chromium = process.env.ART_CHROMIUM ?? 'chromium'

const readText = (...path) => readFileSync(join(art, ...path), 'utf8')
const readJson = (...path) => JSON.parse(readText(...path))
const fingerprint = (...parts) => createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 16)
const clock = (seconds) => (seconds < 90 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`)

/**
 * What the files of a folder were made from: a JSON file in it maps names to fingerprints of their inputs. Unlike
 * times of change it survives a fresh clone and a reformatted JSON.
 */
function ledger(folder) {
  const file = join(folder, 'made-from.json')
  const read = () => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {})
  return {
    has: (name, inputs) => read()[name] === inputs,
    record(name, inputs) {
      const entries = Object.entries({ ...read(), [name]: inputs }).sort(([a], [b]) => (a < b ? -1 : 1))
      writeFileSync(file, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`)
    },
  }
}

/** Run a program at the lowest priority with its output in a log; reject with the log's name when it fails. */
function run(program, args, log) {
  const output = openSync(log, 'a')
  return new Promise((resolve, reject) => {
    const child = spawn('nice', ['-n', '19', program, ...args], { stdio: ['ignore', output, output] })
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${program} ended with ${code}, see ${log}`)),
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

/** Everything a bottle's label and shape depend on. */
function bottleInputs(name) {
  const bottle = readJson('bottles', `${name}.json`)
  const { labelArc, shapes } = readJson('shapes.json')
  const template = [readText('labels', 'label.html'), readText('labels', 'label.css')]
  return { bottle, labelArc, shape: shapes[bottle.size], template }
}

async function makeLabel(name) {
  const folder = join(work, 'labels')
  const made = ledger(folder)
  const { bottle, labelArc, shape, template } = bottleInputs(name)
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

/** Words do not change a picture, so alt is left out. Nor is the scene code in: after a change to it use --force. */
function pictureInputs({ alt, ...picture }) {
  return fingerprint(
    picture,
    (picture.bottles ?? []).map(({ bottle }) => bottleInputs(bottle)),
  )
}

/** Returns whether there was anything to do. */
async function makePicture(name, options) {
  const picture = readJson('pictures', `${name}.json`)
  const inputs = pictureInputs(picture)
  const folder = join(work, options.preview ? 'previews' : 'full')
  const target = options.preview ? join(folder, `${name}.png`) : join(masters, `${name}.webp`)
  const finished = ledger(options.preview ? folder : masters)
  const rendered = ledger(join(folder, 'renders'))
  const log = join(folder, `${name}.log`)
  if (!options.force && finished.has(name, inputs) && existsSync(target)) return false

  for (const { bottle } of picture.bottles ?? []) await makeLabel(bottle)
  const render = join(folder, 'renders', `${name}.exr`)
  if (options.force || !rendered.has(name, inputs)) {
    const scale = options.preview ? [preview.percent, preview.samples].map(String) : []
    const unfinished = join(folder, 'renders', `${name}.part.exr`)
    await runBlender(join(art, 'scene', 'render.py'), [name, unfinished, ...scale], log)
    renameSync(unfinished, render)
    rendered.record(name, inputs)
  }
  const clean = join(folder, `${name}.exr`)
  await run(python, [join(art, 'denoise', 'denoise.py'), render, clean], log)
  await runBlender(join(art, 'grade.py'), [clean, target], log)
  finished.record(name, inputs)
  return true
}

/** What each finished master shows, in one file for the shop. */
function writeAltTexts() {
  const names = readdirSync(masters).filter((file) => file.endsWith('.webp'))
  const entries = names
    .map((file) => file.replace('.webp', ''))
    .map((name) => [name, readJson('pictures', `${name}.json`).alt])
  writeFileSync(join(masters, 'alt.json'), `${JSON.stringify(Object.fromEntries(entries.sort()), null, 2)}\n`)
}

/** Make pictures one after the other and say how long the rest will take; a failure does not stop the others. */
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
      if (!options.preview) writeAltTexts()
    }
  }
  return failures
}

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { preview: { type: 'boolean' }, force: { type: 'boolean' }, list: { type: 'boolean' } },
})
const known = readdirSync(join(art, 'pictures')).map((file) => file.replace('.json', ''))
const names = positionals.length ? positionals : known
for (const folder of ['labels', 'textures', 'previews/renders', 'full/renders']) {
  mkdirSync(join(work, folder), { recursive: true })
}
mkdirSync(masters, { recursive: true })

if (options.list) {
  console.log(known.join('\n'))
} else {
  await bakeTextures()
  process.exitCode = (await makeAll(names, options)) ? 1 : 0
}
