/** A picture's path from the desk's library into a page, and out of it. */
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { createPictureQueue } from '#server/catalogue/picture-uploads.worker.ts'
import { createResizer } from '#server/catalogue/resizer.ts'
import { createRetention } from '#server/retention.worker.ts'
import { drain } from './drain-queue.ts'
import { eventually } from './eventually.ts'
import { formValues, visibleText } from './form-values.ts'
import { useTestDatabase } from './test-database.ts'
import { createTestDesk } from './test-desk.ts'
import { createTestShop } from './test-shop.ts'

const LIBRARY = '/admin/pages/pictures'
const ABOUT = '/admin/pages/about'
const PRODUCT = '/admin/catalogue/products/pure-bloom'
const database = useTestDatabase()
let shop: Awaited<ReturnType<typeof createTestShop>>
let desk: ReturnType<typeof createTestDesk>
let owner: string

beforeAll(async () => {
  shop = await createTestShop(database.current)
  desk = createTestDesk(database.current)
  owner = await desk.signIn('owner')
})

function sql(statement: string): Promise<Record<string, unknown>[]> {
  return database.current.withConnection((connection) => connection.rows(statement))
}

async function upload(path: string, file: Uint8Array<ArrayBuffer>, alt: string, accept = 'text/html') {
  const body = new FormData()
  body.set('picture', new Blob([file]), 'bench.jpg')
  body.set('alt', alt)
  const form = new Response(body)
  return desk.app.request(path, {
    method: 'POST',
    headers: {
      cookie: owner,
      accept,
      'sec-fetch-site': 'same-origin',
      'content-type': form.headers.get('content-type') ?? '',
    },
    body: await form.arrayBuffer(),
  })
}

async function drawn(background: string, width = 600): Promise<Uint8Array<ArrayBuffer>> {
  const image = sharp({ create: { width, height: 400, channels: 3, background } })
  return new Uint8Array(await image.jpeg().toBuffer())
}

const prepareUploads = () =>
  drain(createPictureQueue({ database: database.current, resize: createResizer(process.cwd()) }))

async function screen(path: string): Promise<string> {
  return (await desk.request(path, { cookie: owner })).text()
}

async function storedAs(alt: string): Promise<string> {
  return String((await sql(`select address from uploaded_pictures where alt = '${alt}'`))[0]?.address)
}

/** Puts one picture at the end of the story and publishes it. */
async function publishPicture(address: string, words: string): Promise<void> {
  const form = formValues(await screen(ABOUT), ABOUT)
  const added = await desk.request(ABOUT, { cookie: owner, form: { ...form, change: 'add:story.body:picture' } })
  const fields = formValues(await added.text(), ABOUT)
  const block = Object.keys(fields)
    .findLast((name) => /^story\.body\.\d+\.address$/.test(name))
    ?.replace('.address', '')
  const sent = await desk.request(`${ABOUT}/publish`, {
    cookie: owner,
    form: { ...fields, [`${block}.address`]: address, [`${block}.text`]: words, do: 'publish' },
  })
  expect(sent.status).toBe(303)
}

/** What a reader sees of the page, without the data that its script starts with. */
async function about(): Promise<string> {
  const response = await shop.app.request('/about')
  expect(response.status).toBe(200)
  return (await response.text()).replaceAll(/<script\b.*?<\/script>/gs, '')
}

test('responds to an upload before it is resized, and offers the picture once it is', async () => {
  expect((await upload(LIBRARY, await drawn('#8f5417'), 'Our bench')).status).toBe(303)
  expect(visibleText(await screen(LIBRARY))).toContain('bench.jpg Resizing.')
  expect(await screen(LIBRARY)).not.toContain('Our bench')
  await prepareUploads()
  expect(visibleText(await screen(LIBRARY))).toContain('Our bench')
  expect(await sql('select id from picture_uploads')).toEqual([])
  // It doesn't belong to anything else.
  expect(await sql(`select picture from product_pictures where picture like '/uploads/%'`)).toEqual([])
  await publishPicture(await storedAs('Our bench'), 'The bench in the workshop')
  const address = await storedAs('Our bench')
  await eventually(async () => (await about()).includes(address))
  expect(await about()).toContain('alt="The bench in the workshop"')
  const file = /srcSet="([^ "]+)/i.exec((await about()).slice((await about()).indexOf(address) - 200))?.[1] ?? ''
  expect([file.startsWith(address), (await shop.app.request(file)).status]).toEqual([true, 200])
})

test('responds to a script’s upload with JSON, and refuses one that has no description or is not a picture', async () => {
  const answer = async (file: Uint8Array<ArrayBuffer>, alt: string) =>
    (await upload(LIBRARY, file, alt, 'application/json')).json()
  expect(await answer(await drawn('#111111'), '')).toEqual({
    error: expect.stringContaining('what it shows') as string,
  })
  expect(await answer(new TextEncoder().encode('<svg/>'), 'x')).toEqual({
    error: expect.stringContaining('not a picture') as string,
  })
  expect(await sql('select id from picture_uploads')).toEqual([])
  const refused = await upload(LIBRARY, new Uint8Array(), 'Kept words')
  expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('value="Kept words"')])
  expect(await answer(await drawn('#222222', 200), 'Too small')).toEqual({ ok: true })
  await prepareUploads()
  expect(visibleText(await screen(LIBRARY))).toContain('too small')
  const [failed] = await sql('select id from picture_uploads')
  // An upload of the library is not reached through a product.
  await desk.request(`${PRODUCT}/uploads/${String(failed?.id)}/remove`, { cookie: owner, form: {} })
  expect(await sql('select id from picture_uploads')).toHaveLength(1)
  await desk.request(`${LIBRARY}/uploads/${String(failed?.id)}/remove`, { cookie: owner, form: {} })
  expect(await sql('select id from picture_uploads')).toEqual([])
})

test('keeps a text’s picture that its product no longer has', async () => {
  await upload(`${PRODUCT}/picture`, await drawn('#345678'), '')
  // An upload of a product is not reached through the library.
  expect(visibleText(await screen(LIBRARY))).not.toContain('Resizing')
  const [waiting] = await sql('select id from picture_uploads')
  await desk.request(`${LIBRARY}/uploads/${String(waiting?.id)}/remove`, { cookie: owner, form: {} })
  await prepareUploads()
  const [row] = await sql(`select picture from product_pictures where picture like '/uploads/%'`)
  const address = String(row?.picture)
  // Without its own description it is listed by its product.
  expect(visibleText(await screen(LIBRARY))).toContain('Picture of Pure Bloom')
  await publishPicture(address, 'A drop')
  const form = formValues(await screen(PRODUCT), `${PRODUCT}/pictures`)
  const key = `upload-${address.split('/').at(-1)}`
  const removed = await desk.request(`${PRODUCT}/pictures`, { cookie: owner, form: { ...form, move: `remove:${key}` } })
  const fields = formValues(await removed.text(), `${PRODUCT}/pictures`)
  await desk.request(`${PRODUCT}/pictures`, { cookie: owner, form: fields })
  expect(await sql(`select 1 from product_pictures where picture = '${address}'`)).toEqual([])
  await drain(createRetention(database.current))
  await eventually(async () => (await about()).includes(address))
})

/** Where undoing the last change leads. */
async function lastChange(): Promise<{ action: unknown; undo: string }> {
  const [entry] = await sql(`select id, action from audit_log where subject_kind = 'picture' order by id desc limit 1`)
  return { action: entry?.action, undo: `/admin/audit/${String(entry?.id)}/restore` }
}

test('removes an unused picture, which can be undone, and says where another one is used', async () => {
  const back = { cookie: owner, form: { back: LIBRARY } }
  await upload(LIBRARY, await drawn('#abcdef'), 'Our cat')
  await prepareUploads()
  const address = await storedAs('Our cat')
  const uploaded = await lastChange()
  expect(uploaded.action).toBe('picture.upload')
  const remove = `${LIBRARY}/${address.split('/').at(-1)}/remove`
  expect((await desk.request(remove, { cookie: owner, form: {} })).status).toBe(303)
  expect(await screen(LIBRARY)).not.toContain('Our cat')
  expect(await screen(ABOUT)).not.toContain(address)
  // Its file stays, for undo.
  expect((await shop.app.request(address)).status).toBe(200)
  const removed = await lastChange()
  expect(removed.action).toBe('picture.remove')
  await desk.request(removed.undo, back)
  expect(await screen(LIBRARY)).toContain('Our cat')
  // Undoing the upload removes it; uploading it again restores it.
  await desk.request(uploaded.undo, back)
  expect(await screen(LIBRARY)).not.toContain('Our cat')
  await upload(LIBRARY, await drawn('#abcdef'), 'Our cat')
  await prepareUploads()
  expect(visibleText(await screen(LIBRARY))).toContain('Our cat')

  await publishPicture(address, 'The cat')
  expect(visibleText(await screen(LIBRARY)).replaceAll(/\s+/g, ' ')).toContain('Our cat Used in About')
  const refused = await desk.request(remove, { cookie: owner, form: {} })
  expect(decodeURIComponent(decodeURIComponent(refused.headers.get('set-cookie') ?? ''))).toContain(
    'About shows this picture. Remove it there first.',
  )
  expect(await sql('select address from removed_pictures')).toEqual([])
  const reader = await desk.signIn('read-only')
  expect((await desk.request(remove, { cookie: reader, form: {} })).status).toBe(403)
  for (const name of ['none', '0123456789abcdef0123', '..%2fx'])
    expect((await desk.request(`${LIBRARY}/${name}/remove`, { cookie: owner, form: {} })).status).toBe(404)
})

test('still offers a removed picture in a version that shows it', async () => {
  const address = await storedAs('Our cat')
  await sql(`insert into removed_pictures (address) values ('${address}')`)
  expect(await screen(ABOUT)).toContain(address)
  const form = formValues(await screen(ABOUT), ABOUT)
  expect((await desk.request(ABOUT, { cookie: owner, form })).status).toBe(303)
  await sql('delete from removed_pictures')
})

test('leaves out a deleted picture at once, in every process', async () => {
  const address = await storedAs('Our bench')
  await eventually(async () => (await about()).includes(address))
  await sql(`delete from uploaded_pictures where address = '${address}'`)
  await eventually(async () => !(await about()).includes(address))
  expect(visibleText(await about())).toContain('What hasn’t changed')
  // The editor asks for another one instead of failing.
  const form = formValues(await screen(ABOUT), ABOUT)
  const saved = await desk.request(ABOUT, { cookie: owner, form })
  expect([saved.status, visibleText(await saved.text())]).toEqual([422, expect.stringContaining('Choose a picture.')])
})
