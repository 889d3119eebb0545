import { beforeEach, expect, test } from 'vitest'
import { useTestDatabase } from '#test/test-database.ts'
import { createPolicyService } from './policies.service.ts'
import { createPolicyEditor } from './policy-editor.service.ts'

const database = useTestDatabase()
const ANA = { operatorId: null, actor: 'ana@bloomera.example' }
const SLUG = 'shipping-returns'
let policies: ReturnType<typeof createPolicyEditor>
let seconds = 0

beforeEach(() => {
  policies = createPolicyEditor(database.current, () => new Date(Date.UTC(2026, 10, 15, 12, 0, (seconds += 1))))
})

async function published(): Promise<string | undefined> {
  return (await createPolicyService(database.current).findPublished(SLUG))?.html
}

async function publish(markdown: string): Promise<void> {
  const { version } = await policies.find(SLUG)
  expect(await policies.saveDraft(SLUG, markdown, version, ANA)).toMatchObject({ ok: true })
  const saved = await policies.find(SLUG)
  expect(await policies.publish(SLUG, saved.version, ANA)).toMatchObject({ ok: true })
}

test('refuses to publish a shipped draft with open decisions', async () => {
  const { version, hasDraft } = await policies.find(SLUG)
  expect(hasDraft).toBe(true)
  expect(await policies.publish(SLUG, version, ANA)).toMatchObject({ ok: false, code: 'invalid' })
  expect(await published()).toBeUndefined()
})

test('shows shoppers a published text, not a saved draft', async () => {
  const { version } = await policies.find(SLUG)
  await policies.saveDraft(SLUG, 'First', version, ANA)
  expect(await published()).toBeUndefined()
  expect(await policies.saveDraft(SLUG, 'Mine', version, ANA)).toEqual({ ok: false, code: 'changed', current: 'First' })
  expect(await policies.publish(SLUG, version, ANA)).toMatchObject({ code: 'changed' })
  await publish('First, with a [link](https://bloomera.example)')
  expect(await published()).toContain('<a href="https://bloomera.example">link</a>')
  expect(await policies.publish(SLUG, version, ANA)).toEqual({ ok: false, code: 'nothing_to_publish' })
})

test('restores an older version as a draft, and keeps every version', async () => {
  await publish('Second')
  const { versions } = await policies.find(SLUG)
  const old = versions.find(({ content }) => content.startsWith('First'))
  expect(await policies.restore(SLUG, old?.id ?? '', ANA)).toMatchObject({ ok: true })
  expect(await published()).toContain('Second')
  const draft = await policies.find(SLUG)
  expect(draft.markdown).toBe(old?.content)
  expect(await policies.publish(SLUG, draft.version, ANA)).toMatchObject({ ok: true })
  expect(await published()).toContain('First')
  expect((await policies.find(SLUG)).versions).toHaveLength(3)
})

test('refuses an empty or too long policy', async () => {
  const { version } = await policies.find(SLUG)
  expect(await policies.saveDraft(SLUG, '', version, ANA)).toMatchObject({ code: 'invalid' })
  expect(await policies.saveDraft(SLUG, 'x'.repeat(100_001), version, ANA)).toMatchObject({ code: 'invalid' })
})
