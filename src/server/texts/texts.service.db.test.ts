import { beforeEach, expect, test } from 'vitest'
import { DEFAULT_RATES } from '#domain/money/rates.ts'
import { readEnv } from '#server/env.ts'
import { createVersionEditor } from '#server/platform/versions/version-editor.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { createTextEditor } from './text-editor.service.ts'
import { createTextService } from './texts.service.ts'

const ANA = { operatorId: null, actor: 'ana@bloomera.example' }
const { shopDefaults } = readEnv({ NODE_ENV: 'test' })
const database = useTestDatabase()
let moment: Date
let editor: ReturnType<typeof createTextEditor>

const now = () => moment
/** What one process of the shop shows. */
const openProcess = () =>
  createTextService(database.current, { settings: () => shopDefaults, rates: () => DEFAULT_RATES, now })

beforeEach(async () => {
  moment = new Date('2026-11-16T12:00:00Z')
  editor = createTextEditor(database.current, now)
  await sql('delete from text_versions')
})

function sql(statement: string): Promise<Record<string, unknown>[]> {
  return database.current.withConnection((connection) => connection.rows(statement))
}

function pass(milliseconds: number): void {
  moment = new Date(moment.getTime() + milliseconds)
}

async function publish(words: string, at?: Date): Promise<void> {
  const { version } = await editor.find('home')
  expect(await editor.saveDraft('home', { 'hero.eyebrow': words }, version, ANA)).toMatchObject({ ok: true })
  const draft = await editor.find('home')
  expect(await editor.publish('home', draft.version, ANA, at)).toMatchObject({ ok: true })
  pass(1)
}

async function eyebrow(process = openProcess()): Promise<string> {
  await process.load()
  return process.page('home').words.hero.eyebrow
}

test('shows a draft to no one, and a published text to everyone', async () => {
  const { version } = await editor.find('home')
  await editor.saveDraft('home', { 'hero.eyebrow': 'Draft' }, version, ANA)
  expect(await eyebrow()).toBe('Botanical skincare oils')
  const draft = await editor.find('home')
  expect(draft).toMatchObject({ hasDraft: true, content: { 'hero.eyebrow': 'Draft' } })
  await editor.publish('home', draft.version, ANA)
  expect(await eyebrow()).toBe('Draft')
  expect((await editor.find('home')).hasDraft).toBe(false)
})

test('publishes at the scheduled time, in every process, without reading the database again', async () => {
  const at = new Date(moment.getTime() + 3_600_000)
  await publish('Now')
  await publish('Holiday', at)
  const processes = [openProcess(), openProcess()]
  for (const process of processes) await process.load()
  const shown = () => processes.map((process) => process.page('home').words.hero.eyebrow)
  expect(shown()).toEqual(['Now', 'Now'])
  moment = new Date(at.getTime() - 1)
  expect(shown()).toEqual(['Now', 'Now'])
  moment = at
  expect(shown()).toEqual(['Holiday', 'Holiday'])
  expect((await editor.find('home')).content).toEqual({ 'hero.eyebrow': 'Holiday' })
})

test('publishes several scheduled versions in order of their times', async () => {
  const later = (hours: number) => new Date(moment.getTime() + hours * 3_600_000)
  const [one, two] = [later(1), later(2)]
  await publish('Second', two)
  await publish('First', one)
  const process = openProcess()
  await process.load()
  moment = one
  expect(process.page('home').words.hero.eyebrow).toBe('First')
  moment = two
  expect(process.page('home').words.hero.eyebrow).toBe('Second')
})

test('cancels a scheduled version, but not a live one', async () => {
  await publish('Holiday', new Date(moment.getTime() + 1000))
  const [scheduled] = (await editor.find('home')).versions
  expect(await editor.cancelScheduled('home', scheduled?.id ?? '', ANA)).toMatchObject({ ok: true })
  expect(await editor.find('home')).toMatchObject({ hasDraft: true, content: { 'hero.eyebrow': 'Holiday' } })
  pass(5000)
  expect(await eyebrow()).toBe('Botanical skincare oils')
  await publish('Live')
  const live = (await editor.find('home')).versions.find(({ publishedAt }) => publishedAt)
  expect(await editor.cancelScheduled('home', live?.id ?? '', ANA)).toEqual({ ok: false, code: 'not_found' })
})

test('puts an old version or the original text back as a draft, and keeps every version', async () => {
  await publish('One')
  await publish('Two')
  const old = (await editor.find('home')).versions.find(({ content }) => content['hero.eyebrow'] === 'One')
  await editor.restore('home', old?.id ?? '', ANA)
  expect(await eyebrow()).toBe('Two')
  const draft = await editor.find('home')
  await editor.publish('home', draft.version, ANA)
  pass(1)
  expect(await eyebrow()).toBe('One')
  await editor.restoreInitial('home', ANA)
  await editor.publish('home', (await editor.find('home')).version, ANA)
  pass(1)
  expect(await eyebrow()).toBe('Botanical skincare oils')
  expect((await editor.find('home')).versions).toHaveLength(4)
})

test('keeps the texts of two windows apart', async () => {
  const { version } = await editor.find('home')
  await editor.saveDraft('home', { 'hero.eyebrow': 'Mine' }, version, ANA)
  expect(await editor.saveDraft('home', { 'hero.eyebrow': 'Theirs' }, version, ANA)).toEqual({
    ok: false,
    code: 'changed',
    current: { 'hero.eyebrow': 'Mine' },
  })
  expect(await editor.publish('home', version, ANA)).toMatchObject({ ok: false, code: 'changed' })
})

test('keeps one draft even if two are saved at once', async () => {
  const { version } = await editor.find('home')
  const saves = ['One', 'Two', 'Three'].map((word) => editor.saveDraft('home', { 'hero.eyebrow': word }, version, ANA))
  const results = await Promise.all(saves)
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
  expect((await editor.find('home')).versions).toHaveLength(1)
})

test('shows the default text where a stored one no longer fits', async () => {
  await sql(`insert into text_versions (page, content, published_at) values
    ('home', '{"hero.eyebrow": 7, "hero.headline": "Kept", "gone.slot": "x"}', '2026-01-01'),
    ('nowhere', '{"a": "b"}', '2026-01-01')`)
  const process = openProcess()
  await process.load()
  expect(process.page('home').words.hero).toMatchObject({ eyebrow: 'Botanical skincare oils', headline: 'Kept' })
})

test('fills in facts from the settings, and shows the pictures in a text', async () => {
  await sql(`insert into uploaded_pictures (address, width, height, widths, placeholder, alt)
    values ('/uploads/0123456789abcdef0123', 800, 600, array[400, 800], 'data:x', 'A bench')
    on conflict do nothing`)
  const { version } = await editor.find('about')
  const content = {
    'head.lead': 'Free from {freeShippingFrom}, else {shippingRate}.',
    'story.body': [
      { kind: 'picture' as const, address: '/uploads/0123456789abcdef0123', alt: 'Our bench' },
      { kind: 'picture' as const, address: '/uploads/ffffffffffffffffffff', alt: 'Gone' },
    ],
  }
  await editor.saveDraft('about', content, version, ANA)
  await editor.publish('about', (await editor.find('about')).version, ANA)
  const process = openProcess()
  await process.load()
  const { words, pictures } = process.page('about')
  expect(words.head.lead).toBe('Free from $75, else $9.99.')
  expect(Object.keys(pictures)).toEqual(['/uploads/0123456789abcdef0123'])
  const draft = await process.withDraft('about', { ...content, 'head.lead': 'Draft' })
  expect(draft('about').words.head.lead).toBe('Draft')
  expect(Object.keys(draft('about').pictures)).toEqual(['/uploads/0123456789abcdef0123'])
  expect(draft('home').words.hero.eyebrow).toBe('Botanical skincare oils')
})

test('refuses a draft that its caller rejects', async () => {
  const strict = createVersionEditor({
    orm: database.current.orm,
    subject: 'page',
    store: (await import('./text-versions.queries.ts')).textStore,
    initial: {},
    draftProblem: () => 'No.',
    now,
  })
  const { version } = await strict.find('contact')
  expect(await strict.saveDraft('contact', { 'head.title': 'x' }, version, ANA)).toEqual({
    ok: false,
    code: 'invalid',
    message: 'No.',
  })
})
