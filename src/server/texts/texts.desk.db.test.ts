import { beforeAll, beforeEach, expect, test } from 'vitest'
import { TEXT_KEYS, textPage } from '#domain/texts/text-pages.ts'
import { formValues, visibleText } from '#test/form-values.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { createTestDesk } from '#test/test-desk.ts'

const HOME = '/admin/pages/home'
const database = useTestDatabase()
let desk: ReturnType<typeof createTestDesk>
let owner: string

beforeAll(async () => {
  desk = createTestDesk(database.current)
  owner = await desk.signIn('owner')
})
beforeEach(() => sql('delete from text_versions'))

function sql(statement: string): Promise<Record<string, unknown>[]> {
  return database.current.withConnection((connection) => connection.rows(statement))
}

async function screen(path: string, cookie = owner): Promise<string> {
  return (await desk.request(path, { cookie })).text()
}

/** Sends the form of a page with some of its fields changed. */
async function send(key: string, change: Record<string, string>, to = '', cookie = owner): Promise<Response> {
  const path = `/admin/pages/${key}`
  return desk.request(path + to, { cookie, form: { ...formValues(await screen(path), path), ...change } })
}

async function liveHome() {
  await desk.parts.shop.texts.load()
  return desk.parts.shop.texts.page('home').words
}

function auditIdIn(response: Response): string {
  const flash = decodeURIComponent(decodeURIComponent(response.headers.get('set-cookie') ?? ''))
  return /"auditId":(\d+)/.exec(flash)?.[1] ?? ''
}

test.each(TEXT_KEYS)('saving %s as it is stores nothing', async (key) => {
  const text = visibleText(await screen(`/admin/pages/${key}`))
  expect(text).toContain(textPage(key).title)
  expect((await send(key, {})).status).toBe(303)
  expect(await sql('select page from text_versions')).toEqual([])
  expect((await send(key, { do: 'publish' }, '/publish')).headers.get('set-cookie')).toContain('nothing')
})

test('stores only what was changed, and publishes it in one step', async () => {
  const response = await send('home', { 'hero.eyebrow': 'Winter oils', do: 'publish' }, '/publish')
  expect(response.status).toBe(303)
  expect(await sql('select page, content, published_at is not null as is_published from text_versions')).toEqual([
    { page: 'home', content: { 'hero.eyebrow': 'Winter oils' }, is_published: true },
  ])
  expect((await liveHome()).hero.eyebrow).toBe('Winter oils')
  const undone = await desk.request(`/admin/audit/${auditIdIn(response)}/restore`, {
    cookie: owner,
    form: { back: HOME },
  })
  expect(undone.status).toBe(303)
  expect((await liveHome()).hero.eyebrow).toBe('Botanical skincare oils')
})

test('lists what is live, what is scheduled and what is a draft', async () => {
  const line = async () =>
    / Home (.*?) About /.exec(visibleText(await screen('/admin/pages')).replaceAll(/\s+/g, ' '))?.[1]
  expect(await line()).toBe('Original text')
  await send('home', { 'hero.eyebrow': 'Winter oils', do: 'publish' }, '/publish')
  expect(await line()).toMatch(/^Changed [^S]*$/)
  await send('home', { 'hero.eyebrow': 'Holiday', do: 'schedule', publishAt: '2099-11-27T00:00' }, '/publish')
  await send('home', { 'hero.eyebrow': 'Spring oils' })
  expect(await line()).toMatch(/^Draft Scheduled Nov 27, 2099, 12:00 AM Changed /)
})

test('asks before publishing a claim, whatever is sent', async () => {
  const claim = { 'hero.text': 'It heals skin.', do: 'publish' }
  const asked = await send('home', claim, '/publish')
  const html = await asked.text()
  expect([asked.status, visibleText(html).includes('Publish 1 claim?')]).toEqual([200, true])
  expect((await liveHome()).hero.text).not.toContain('heals')
  const confirmed = await desk.request(`${HOME}/publish`, { cookie: owner, form: formValues(html, `${HOME}/publish`) })
  expect(confirmed.status).toBe(303)
  expect((await liveHome()).hero.text).toBe('It heals skin.')
})

test('asks before scheduling a claim, and keeps the time', async () => {
  const asked = await send(
    'home',
    { 'hero.text': 'It cures.', do: 'schedule', publishAt: '2099-11-27T00:00' },
    '/publish',
  )
  const form = formValues(await asked.text(), `${HOME}/publish`)
  await desk.request(`${HOME}/publish`, { cookie: owner, form })
  expect(await sql('select published_at from text_versions')).toEqual([
    { published_at: new Date('2099-11-27T07:00:00Z') },
  ])
})

test('asks before publishing a link to a page that does not exist', async () => {
  const dead = [
    '/products/no-such-oil',
    '/product-guide/no-such-oil',
    '/no-such-collection',
    '/admin',
    '/about/us',
    '/Products/%',
    '/ingredients/no-such-plant',
  ]
  for (const to of dead) {
    const asked = await send('home', { 'hero.text': `Read [this](${to}).`, do: 'publish' }, '/publish')
    const text = visibleText(await asked.text()).replaceAll(/\s+/g, ' ')
    expect([to, asked.status, text.includes('Publish 1 broken link?')]).toEqual([to, 200, true])
    expect(text).toContain(`${to} isn’t a page of your shop right now.`)
  }
  expect((await liveHome()).hero.text).not.toContain('Read')
  // The editor says so, too.
  expect(visibleText(await screen(HOME))).toContain('Broken link in')
  const asked = await send('home', { 'hero.text': '[It heals](/no-such-page).', do: 'publish' }, '/publish')
  const html = await asked.text()
  expect(visibleText(html)).toContain('Publish 1 claim and 1 broken link?')
  const form = formValues(html, `${HOME}/publish`)
  // Confirming one doesn't confirm the other.
  for (const name of ['claims', 'links']) {
    const { [name]: _confirmed, ...half } = form
    expect((await desk.request(`${HOME}/publish`, { cookie: owner, form: half })).status).toBe(200)
  }
  expect((await desk.request(`${HOME}/publish`, { cookie: owner, form })).status).toBe(303)
  expect((await liveHome()).hero.text).toBe('[It heals](/no-such-page).')
})

test('publishes links to pages that exist, have moved or are on other sites without asking', async () => {
  await sql(`insert into former_collection_slugs (slug, collection_id)
    select 'old-address', id from collections where slug = 'facial-serums'`)
  desk.parts.shop.collections.invalidate()
  for (const to of [
    '/',
    '/products/pure-bloom?size=1oz',
    '/product-guide/pure-bloom',
    '/facial-serums#top',
    '/shop-all?search=rose',
    '/shipping-returns',
    '/sitemap.xml',
    '/old-address',
    'https://example.com/no-such-page',
    'mailto:ana@example.com',
  ]) {
    const sent = await send('home', { 'hero.text': `Read [this](${to}).`, do: 'publish' }, '/publish')
    expect([to, sent.status]).toEqual([to, 303])
  }
})

test('shows a link that broke after it was published in the list of pages', async () => {
  await send('home', { 'hero.text': 'Try [this](/products/pure-bloom).', do: 'publish' }, '/publish')
  expect(visibleText(await screen('/admin/pages'))).not.toContain('Broken link')
  await sql(`update products set is_active = false where id = 'pure-bloom'`)
  expect(visibleText(await screen('/admin/pages'))).toContain('Broken link in Hero: /products/pure-bloom')
  await sql(`update products set is_active = true where id = 'pure-bloom'`)
})

test('lets staff write drafts and owners publish them', async () => {
  const staff = await desk.signIn('staff')
  expect((await send('home', { 'hero.eyebrow': 'By staff' }, '', staff)).status).toBe(303)
  expect((await send('home', { do: 'publish' }, '/publish', staff)).status).toBe(403)
  expect(await screen(HOME, staff)).not.toContain('value="publish"')
  expect((await liveHome()).hero.eyebrow).toBe('Botanical skincare oils')
})

test('shows both versions if two windows save, and loses neither', async () => {
  const path = HOME
  const first = formValues(await screen(path), path)
  await desk.request(path, { cookie: owner, form: { ...first, 'hero.eyebrow': 'Mine' } })
  const second = await desk.request(path, { cookie: owner, form: { ...first, 'hero.eyebrow': 'Theirs' } })
  const html = await second.text()
  expect(second.status).toBe(409)
  expect(formValues(html, path)['hero.eyebrow']).toBe('Theirs')
  expect(visibleText(html)).toContain('Mine')
  const again = await desk.request(path, { cookie: owner, form: formValues(html, path) })
  expect(again.status).toBe(303)
  expect(formValues(await screen(path), path)['hero.eyebrow']).toBe('Theirs')
})

test('refuses an invalid text with its message, keeps what was typed and changes nothing', async () => {
  const refused = await send('home', { 'hero.eyebrow': 'Kept', 'hero.button.to': '//evil.example', 'hero.text': '' })
  const html = await refused.text()
  expect(refused.status).toBe(422)
  expect(formValues(html, HOME)).toMatchObject({ 'hero.eyebrow': 'Kept', 'hero.button.to': '//evil.example' })
  expect(visibleText(html)).toContain('Enter a page such as /about')
  expect(await sql('select 1 from text_versions')).toEqual([])
})

test('moves entries without saving them', async () => {
  const moved = await send('home', { change: 'down:selling.points:0' })
  const html = await moved.text()
  expect(moved.status).toBe(200)
  expect(formValues(html, HOME)['selling.points.0.title']).toBe('Small batches')
  expect(await sql('select 1 from text_versions')).toEqual([])
  await desk.request(HOME, { cookie: owner, form: formValues(html, HOME) })
  const shown = formValues(await screen(HOME), HOME)
  expect([0, 1, 2].map((place) => shown[`selling.points.${place}.title`])).toEqual([
    'Small batches',
    'All botanical',
    'Gentle by design',
  ])
})

test('escapes whatever is typed', async () => {
  const nasty = '"><script>alert(1)</script><b>'
  await send('home', { 'hero.eyebrow': nasty })
  const html = await screen(HOME)
  expect(html).not.toContain('<script>alert(1)')
  expect(formValues(html, HOME)['hero.eyebrow']).toBe(nasty)
})

test('previews what is typed, without saving it', async () => {
  const preview = await send('home', { 'hero.eyebrow': 'Typed' }, '/preview')
  expect(await preview.text()).toContain('"hero.eyebrow":"Typed"')
  const policy = preview.headers.get('content-security-policy')
  expect(policy).toMatch(/^default-src 'none'.*frame-ancestors 'self'/)
  expect(policy).not.toContain('script-src')
  expect(await sql('select 1 from text_versions')).toEqual([])
  expect((await send('home', { 'hero.eyebrow': '' }, '/preview')).status).toBe(422)
})

test('says that a time has passed or never occurs', async () => {
  const schedule = (publishAt: string) => send('home', { 'hero.eyebrow': 'x', do: 'schedule', publishAt }, '/publish')
  for (const [typed, sentence] of [
    ['2020-01-01T00:00', 'That moment has passed.'],
    ['', 'Choose a day and a time.'],
    ['2099-13-01T00:00', 'Enter a valid date and time.'],
  ] as const) {
    const response = await schedule(typed)
    expect([response.status, visibleText(await response.text()).includes(sentence)]).toEqual([422, true])
  }
  expect(await sql('select 1 from text_versions')).toEqual([])
})

test('names a text that a new setting would make untrue', async () => {
  await send('home', { 'hero.text': 'Call (801) 555-9999 today.' })
  const found = await desk.parts.desk.typedTexts.find((text) => /555-9999/.exec(text)?.[0])
  expect(found).toEqual([{ name: 'Home', href: '/admin/pages/home', phrase: '555-9999' }])
})

test('has no page for any other name', async () => {
  for (const path of ['/admin/pages/nothing', '/admin/pages/toString', '/admin/pages/nothing/preview'])
    expect((await desk.request(path, { cookie: owner })).status).toBe(404)
})
