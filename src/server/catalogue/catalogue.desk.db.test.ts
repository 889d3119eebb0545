import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { drain } from '#test/drain-queue.ts'
import { formValues } from '#test/form-values.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { createTestDesk } from '#test/test-desk.ts'
import { createPictureQueue } from './picture-uploads.worker.ts'
import { createResizer } from './resizer.ts'

const database = useTestDatabase()
let desk: ReturnType<typeof createTestDesk>
let owner: string
let staff: string

beforeAll(async () => {
  desk = createTestDesk(database.current)
  owner = await desk.signIn('owner')
  staff = await desk.signIn('staff')
})

function sql(statement: string): Promise<Record<string, unknown>[]> {
  return database.current.withConnection((connection) => connection.rows(statement))
}

async function priceOf(id: string): Promise<unknown> {
  return (await sql(`select size_1oz_price_cents from products where id = '${id}'`))[0]?.size_1oz_price_cents
}

async function versionIn(path: string, action: string): Promise<string> {
  const html = await (await desk.request(path, { cookie: owner })).text()
  return new RegExp(`action="${action}".*?name="expectedVersion" value="([^"]+)"`, 's').exec(html)?.[1] ?? ''
}

const PRODUCT = '/admin/catalogue/products/pure-bloom'
const PRICES = { kind: 'sized', price1oz: '26.00', price2oz: '34.00', price4oz: '' }

test('refuses prices with three decimals, below zero or with letters, and changes nothing', async () => {
  const expectedVersion = await versionIn(PRODUCT, `${PRODUCT}/prices`)
  for (const [price1oz, words] of [
    ['12.345', 'at most two decimals'],
    ['-1', 'above zero'],
    ['abc', 'dollars and cents'],
  ] as const) {
    const response = await desk.request(`${PRODUCT}/prices`, {
      cookie: owner,
      form: { ...PRICES, price1oz, expectedVersion },
    })
    expect(response.status).toBe(422)
    const html = await response.text()
    expect(html).toContain(words)
    expect(html).toContain(`value="${price1oz}"`)
  }
  expect(await priceOf('pure-bloom')).toBe(2500)
})

test('changes a price, undoes it from the message, and refuses staff', async () => {
  const expectedVersion = await versionIn(PRODUCT, `${PRODUCT}/prices`)
  expect(
    (await desk.request(`${PRODUCT}/prices`, { cookie: staff, form: { ...PRICES, expectedVersion } })).status,
  ).toBe(403)
  const response = await desk.request(`${PRODUCT}/prices`, { cookie: owner, form: { ...PRICES, expectedVersion } })
  expect(response.status).toBe(303)
  expect(await priceOf('pure-bloom')).toBe(2600)
  const flash = decodeURIComponent(decodeURIComponent(response.headers.get('set-cookie') ?? ''))
  const auditId = /"auditId":(\d+)/.exec(flash)?.[1]
  const undone = await desk.request(`/admin/audit/${auditId}/restore`, { cookie: owner, form: { back: PRODUCT } })
  expect(undone.headers.get('location')).toBe(PRODUCT)
  expect(await priceOf('pure-bloom')).toBe(2500)
})

test('asks before an empty price takes a size off sale', async () => {
  const expectedVersion = await versionIn(PRODUCT, `${PRODUCT}/prices`)
  const form = { kind: 'sized', price1oz: '25', price2oz: '', price4oz: '', expectedVersion }
  const asked = await desk.request(`${PRODUCT}/prices`, { cookie: owner, form })
  const address = asked.headers.get('location') ?? ''
  expect(address).toMatch(/^\/admin\/question\?/)
  const [kept = ''] = asked.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  const html = await (await desk.request(address, { cookie: `${owner}; ${kept}` })).text()
  expect(html).toContain('Stop selling Pure Bloom in 2oz?')
  const stored = await sql(`select size_2oz_price_cents from products where id = 'pure-bloom'`)
  expect(stored).toEqual([{ size_2oz_price_cents: expect.any(Number) as number }])

  const confirmed = formValues(html, `${PRODUCT}/prices`)
  // Confirming one question doesn't confirm another.
  const other = { ...confirmed, price1oz: '', price2oz: '34' }
  const again = await desk.request(`${PRODUCT}/prices`, { cookie: owner, form: other })
  expect(again.headers.get('location')).toMatch(/^\/admin\/question\?/)
  const saved = await desk.request(`${PRODUCT}/prices`, { cookie: owner, form: confirmed })
  expect(saved.headers.get('location')).toBe(PRODUCT)
  expect(await sql(`select size_2oz_price_cents from products where id = 'pure-bloom'`)).toEqual([
    { size_2oz_price_cents: null },
  ])
  const back = { ...form, price2oz: '33', expectedVersion: await versionIn(PRODUCT, `${PRODUCT}/prices`) }
  expect((await desk.request(`${PRODUCT}/prices`, { cookie: owner, form: back })).status).toBe(303)
})

test('creates a product from its name, and lists what is missing instead of putting it on sale', async () => {
  const created = await desk.request('/admin/catalogue/new', { cookie: owner, form: { name: ' Frost  Balm ' } })
  const path = '/admin/catalogue/products/frost-balm'
  expect(created.headers.get('location')).toBe(path)
  const refused = await desk.request(`${path}/sale`, { cookie: owner, form: { isActive: 'yes' } })
  expect(refused.status).toBe(422)
  const html = await refused.text()
  expect(html).toContain('It can’t go on sale yet: 9 things are missing.')
  for (const field of ['category', 'picture', 'prices', 'shortDescription', 'howToUse', 'ingredients', 'inci']) {
    expect(html).toContain(`href="#${field}"`)
    // Each point links to something.
    expect(html).toContain(`id="${field}"`)
  }
  expect(await sql(`select is_active from products where id = 'frost-balm'`)).toEqual([{ is_active: false }])
  await sql(`delete from products where id = 'frost-balm'`)
})

test('shows both versions to the second of two editors', async () => {
  const expectedVersion = await versionIn(PRODUCT, `${PRODUCT}/prices`)
  await desk.request(`${PRODUCT}/prices`, { cookie: owner, form: { ...PRICES, price1oz: '27', expectedVersion } })
  const response = await desk.request(`${PRODUCT}/prices`, {
    cookie: owner,
    form: { ...PRICES, price1oz: '28', expectedVersion },
  })
  expect(response.status).toBe(409)
  const html = await response.text()
  expect(html).toContain('Someone else changed this while you were editing')
  expect(html).toContain('value="28.00"')
  expect(html).toContain('Saved value:</span> 27.00')
  expect(await priceOf('pure-bloom')).toBe(2700)
})

test('refuses a price change in the past and schedules one in the future', async () => {
  const expectedVersion = await versionIn(PRODUCT, `${PRODUCT}/prices`)
  const past = await desk.request(`${PRODUCT}/prices`, {
    cookie: owner,
    form: { ...PRICES, expectedVersion, dueAt: '2020-01-01T10:00' },
  })
  expect(past.status).toBe(422)
  const form = { ...PRICES, price1oz: '99', expectedVersion, dueAt: '2099-01-01T10:00' }
  expect((await desk.request(`${PRODUCT}/prices`, { cookie: owner, form })).status).toBe(303)
  expect(await (await desk.request(PRODUCT, { cookie: owner })).text()).toContain('Jan 1, 2099')
})

test('shows forbidden claims next to the text', async () => {
  await sql(`update products set how_to_use = 'It treats acne.' where id = 'meadow-calm-oil'`)
  const html = await (await desk.request('/admin/catalogue/products/meadow-calm-oil', { cookie: staff })).text()
  expect(html).toContain('<mark>acne</mark>')
})

test('previews text that is not saved yet', async () => {
  const html = await (await desk.request(PRODUCT, { cookie: staff })).text()
  expect(html).toContain(`formAction="${PRODUCT}/preview"`)
  const form = { ...formValues(html, `${PRODUCT}/texts`), name: 'Purer Bloom' }
  const response = await desk.request(`${PRODUCT}/preview`, { cookie: staff, form })
  expect(response.status).toBe(200)
  expect(await response.text()).toContain('Purer Bloom')
  expect(await sql(`select name from products where id = 'pure-bloom'`)).toEqual([{ name: 'Pure Bloom' }])
})

function upload(file: Uint8Array<ArrayBuffer>, alt = 'A bottle on a stone'): Promise<Response> {
  const body = new FormData()
  body.set('picture', new Blob([file], { type: 'image/png' }), 'picture.png')
  body.set('alt', alt)
  return send(`${PRODUCT}/picture`, staff, body)
}

async function send(path: string, cookie: string, body: FormData): Promise<Response> {
  // Buffered first: a streamed form body fails when its reader stops early.
  const form = new Response(body)
  const contentType = form.headers.get('content-type') ?? ''
  return desk.app.request(path, {
    method: 'POST',
    headers: { cookie, 'sec-fetch-site': 'same-origin', 'content-type': contentType },
    body: await form.arrayBuffer(),
  })
}

async function drawn(width: number, height: number): Promise<Uint8Array<ArrayBuffer>> {
  const image = sharp({ create: { width, height, channels: 3, background: '#8f5417' } })
  return new Uint8Array(
    await image
      .withExif({ IFD0: { Copyright: 'a secret place' } })
      .jpeg()
      .toBuffer(),
  )
}

/** Prepares what was uploaded, as the worker does. */
const prepareUploads = () =>
  drain(createPictureQueue({ database: database.current, resize: createResizer(process.cwd()) }))

async function picturesIn(id: string): Promise<unknown[]> {
  const rows = await sql(
    `select picture, alt, sizes from product_pictures where product_id = '${id}' order by position`,
  )
  return rows.map(({ picture }) => picture)
}

test('responds to an upload before it is resized, and stores it in the shop’s widths without its metadata', async () => {
  const response = await upload(await drawn(700, 875))
  expect(response.status).toBe(303)
  // Nothing is resized in the request, and the screen says so.
  expect(await sql('select address from uploaded_pictures')).toEqual([])
  expect(await (await desk.request(PRODUCT, { cookie: staff })).text()).toContain('Resizing')
  await prepareUploads()
  const pictures = await picturesIn('pure-bloom')
  expect(pictures[0]).toBe('pure-bloom')
  const files = await sql(`select width, format, body from uploaded_picture_files order by width, format`)
  expect(files.map(({ width, format }) => `${String(width)} ${String(format)}`)).toEqual(
    [160, 240, 320, 480, 640].flatMap((width) => [`${width} avif`, `${width} webp`]),
  )
  const { body } = files.at(-1) ?? {}
  const metadata = await sharp(body as Uint8Array).metadata()
  expect(metadata).toMatchObject({ format: 'webp', width: 640, height: 800 })
  expect(metadata.exif).toBeUndefined()
  const gallery = (await desk.parts.shop.deskCatalog.findBySlug('pure-bloom'))?.gallery
  expect(gallery?.[0]).toMatchObject({ alt: expect.stringContaining('Pure Bloom') as string, sizes: [] })
  expect(gallery?.at(-1)).toMatchObject({
    address: pictures.at(-1),
    widths: [160, 240, 320, 480, 640],
    alt: 'A bottle on a stone',
    sizes: [],
  })
  expect(await sql('select id from picture_uploads')).toEqual([])
  expect(await sql('select position from picture_upload_slices')).toEqual([])
})

test('orders pictures, gives a size its own, and describes them, with undo', async () => {
  const before = await picturesIn('pure-bloom')
  const [rendered, uploaded] = ['pure-bloom', `upload-${String(before.at(-1)).split('/').at(-1)}`]
  let fields = formValues(await (await desk.request(PRODUCT, { cookie: staff })).text(), `${PRODUCT}/pictures`)
  const last = String(before.length)
  expect(fields).toMatchObject({ [`place:${rendered}`]: '1', [`place:${uploaded}`]: last, picture1oz: '' })

  // Without a script an arrow shows the form again; nothing is saved yet.
  for (let place = before.length - 1; place >= 1; place -= 1) {
    const moved = await desk.request(`${PRODUCT}/pictures`, {
      cookie: staff,
      form: { ...fields, move: `up:${uploaded}` },
    })
    expect(moved.status).toBe(200)
    const html = await moved.text()
    expect(html).toContain('Moved. Nothing is saved yet.')
    fields = formValues(html, `${PRODUCT}/pictures`)
    expect(fields[`place:${uploaded}`]).toBe(String(place))
  }
  expect(fields[`place:${rendered}`]).toBe('2')
  expect(await picturesIn('pure-bloom')).toEqual(before)

  const form = { ...fields, [`alt:${uploaded}`]: ' Evening\n sun ', picture2oz: rendered }
  const saved = await desk.request(`${PRODUCT}/pictures`, { cookie: staff, form })
  expect(saved.status).toBe(303)
  const product = await desk.parts.shop.deskCatalog.findBySlug('pure-bloom')
  expect(product?.picture).toMatchObject({ address: before.at(-1), alt: 'Evening sun' })
  expect(product?.gallery.slice(0, 2).map(({ sizes }) => sizes)).toEqual([[], ['2oz']])
  const [row] = await desk.parts.shop.deskCatalog
    .listRows()
    .then((rows) => rows.filter(({ id }) => id === 'pure-bloom'))
  expect(row?.image_url).toBe(before.at(-1))

  const stale = await desk.request(`${PRODUCT}/pictures`, { cookie: staff, form })
  expect(stale.status).toBe(409)
  const flash = decodeURIComponent(decodeURIComponent(saved.headers.get('set-cookie') ?? ''))
  const auditId = /"auditId":(\d+)/.exec(flash)?.[1]
  await desk.request(`/admin/audit/${auditId}/restore`, { cookie: staff, form: { back: PRODUCT } })
  expect(await picturesIn('pure-bloom')).toEqual(before)
})

/** A decompression bomb: a few kilobytes that decode to 81 million pixels. */
async function bomb(): Promise<Uint8Array<ArrayBuffer>> {
  const image = sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#000' } })
  return new Uint8Array(await image.png({ colours: 2 }).toBuffer())
}

test('rejects anything that does not look like a picture at once, and changes nothing', async () => {
  const before = await picturesIn('pure-bloom')
  for (const [file, words] of [
    [new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'not a picture we can use'],
    [new TextEncoder().encode('GIF89a, or so it says'), 'not a picture we can use'],
    [new Uint8Array(10 * 1024 * 1024 + 1), 'larger than 10 MB'],
    [new Uint8Array(11 * 1024 * 1024), 'larger than 10 MB'],
    [new Uint8Array(), 'Choose a picture'],
  ] as const) {
    const response = await upload(file)
    expect(response.status).toBe(422)
    expect(await response.text()).toContain(words)
  }
  expect(await picturesIn('pure-bloom')).toEqual(before)
})

test('says on the product’s screen why a picture could not be used, until dismissed', async () => {
  const before = await picturesIn('pure-bloom')
  const jpeg = await drawn(700, 875)
  for (const [file, words] of [
    [jpeg.slice(0, 400), 'not a picture we can use'],
    [await bomb(), 'too many pixels'],
    [await drawn(200, 250), 'too small'],
  ] as const) {
    expect((await upload(file)).status).toBe(303)
    await prepareUploads()
    expect(await (await desk.request(PRODUCT, { cookie: staff })).text()).toContain(words)
    const [row] = await sql('select id from picture_uploads')
    const removed = await desk.request(`${PRODUCT}/uploads/${String(row?.id)}/remove`, { cookie: staff, form: {} })
    expect(removed.status).toBe(303)
  }
  expect(await sql('select id from picture_uploads')).toEqual([])
  expect(await picturesIn('pure-bloom')).toEqual(before)
})

test('accepts twelve pictures, and rejects each one beyond that with a message', async () => {
  const before = await picturesIn('pure-bloom')
  const shades = ['#210', '#432', '#654', '#876', '#a98', '#cba', '#fed', '#123', '#345', '#567', '#789', '#9ab']
  const files = await Promise.all(
    shades.map(async (background) => {
      const image = sharp({ create: { width: 640, height: 800, channels: 3, background } })
      return new Uint8Array(await image.jpeg().toBuffer())
    }),
  )
  const answers: number[] = []
  for (const file of files) answers.push((await upload(file)).status)
  // Without a row it has the one rendered under its id.
  const room = 12 - Math.max(1, before.length)
  // Those that are being resized already have their place.
  expect(answers).toEqual(shades.map((_shade, index) => (index < room ? 303 : 422)))
  const refused = await upload(files.at(-1) ?? new Uint8Array())
  expect(await refused.text()).toContain('A product can have up to 12 pictures. Remove one first.')
  await prepareUploads()
  expect(await picturesIn('pure-bloom')).toHaveLength(12)
  expect(await sql('select state from picture_uploads')).toEqual([])
  // Another window restored one while this one was being resized.
  await sql(
    `insert into picture_uploads (product_id, file_name, alt, actor) values ('pure-bloom', 'late.jpg', '', 'ana')`,
  )
  await sql(`insert into picture_upload_slices (upload_id, position, body)
    select id, 0, decode('${Buffer.from(files.at(-1) ?? []).toString('hex')}', 'hex') from picture_uploads`)
  await prepareUploads()
  const screen = await (await desk.request(PRODUCT, { cookie: staff })).text()
  expect(screen).toContain('late.jpg')
  expect(await sql('select state, problem from picture_uploads')).toEqual([
    { state: 'failed', problem: 'A product can have up to 12 pictures. Remove one first.' },
  ])
  await sql('delete from picture_uploads')
  await sql(`delete from product_pictures where product_id = 'pure-bloom' and position > 2`)
})

test('says so if a product already has the picture', async () => {
  const before = await picturesIn('pure-bloom')
  const file = await drawn(660, 825)
  for (const words of ['Twice', 'Twice']) {
    expect((await upload(file, words)).status).toBe(303)
    await prepareUploads()
  }
  expect(await picturesIn('pure-bloom')).toHaveLength(Math.max(1, before.length) + 1)
  expect(await (await desk.request(PRODUCT, { cookie: staff })).text()).toContain(
    'This product already has this picture.',
  )
  await sql('delete from picture_uploads')
})

test('retries a picture when resizing crashed, then gives up and says so', async () => {
  await upload(await drawn(700, 875), 'Crashing')
  let tries = 0
  const queue = createPictureQueue({
    database: database.current,
    resize: async () => {
      tries += 1
      throw new Error('killed')
    },
  })
  for (let round = 0; round < 4; round += 1) {
    await drain(queue)
    await sql(`update picture_uploads set retry_at = now()`)
  }
  expect(tries).toBe(3)
  expect(await sql('select state, problem from picture_uploads')).toEqual([
    { state: 'failed', problem: expect.stringContaining('couldn’t be prepared') as string },
  ])
  expect(await sql('select position from picture_upload_slices')).toEqual([])
  await sql('delete from picture_uploads')
})

/** The elements with autofocus, by id or else by text. */
async function focusIn(response: Response): Promise<string[]> {
  const found = (await response.text()).matchAll(/<\w+ [^>]*autofocus=""[^>]*>([^<]*)/g)
  return Array.from(found, ([tag, words = '']) => / id="([^"]+)"/.exec(tag)?.[1] ?? words)
}

test('focuses the first invalid field of a refused form, or else the message', async () => {
  const focusAfter = async (path: string, form: Record<string, string>) =>
    focusIn(await desk.request(path, { cookie: owner, form }))
  const texts = formValues(await (await desk.request(PRODUCT, { cookie: owner })).text(), `${PRODUCT}/texts`)
  expect(await focusAfter(`${PRODUCT}/texts`, { ...texts, dropsPerUse: '0' })).toEqual(['dropsPerUse'])
  expect(await focusAfter(`${PRODUCT}/texts`, { ...texts, name: '', description: '' })).toEqual(['name'])
  expect(await focusAfter(`${PRODUCT}/texts`, { ...texts, 'place:argan-oil': 'x' })).toEqual([
    'A place in the order is a whole number.',
  ])
  expect(await focusAfter(`${PRODUCT}/stock`, { stock1oz: 'few', stock2oz: 'many' })).toEqual(['stock1oz'])
  expect(await focusAfter(`${PRODUCT}/prices`, {})).toEqual(['Choose one of the two.'])
  expect(await focusAfter(`${PRODUCT}/prices`, { ...PRICES, expectedVersion: 'x' })).toEqual([
    expect.stringContaining('Someone else changed this while you were editing.'),
  ])
  expect(await focusIn(await upload(new Uint8Array([1, 2, 3])))).toEqual(['picture'])
  expect(await focusAfter('/admin/catalogue/new', {})).toEqual(['name'])
  expect(await focusAfter('/admin/catalogue/ingredients/new', {})).toEqual(['name'])
  expect(await focusAfter('/admin/catalogue/banner', { isOn: 'yes' })).toEqual(['text'])
  expect(await focusAfter('/admin/codes', { kind: 'percent', value: 'x', minimum: 'x' })).toEqual(['minimum'])
  expect(await focusAfter('/admin/orders/new', {})).toEqual(['The form was incomplete. Please send it again.'])
  expect(await focusAfter('/admin/account/password', { password: 'short' })).toEqual(['password'])
  expect(await focusIn(await desk.request(PRODUCT, { cookie: owner }))).toEqual([])
})

test("redirects a GET of a refused form's address to the page with the form", async () => {
  const target = async (path: string) => {
    const response = await desk.request(path, { cookie: staff })
    return `${response.status} ${response.headers.get('location')}`
  }
  for (const form of ['texts', 'preview', 'stock', 'prices', 'picture', 'pictures'])
    expect(await target(`${PRODUCT}/${form}`)).toBe(`303 ${PRODUCT}`)
  expect(await target('/admin/codes/SPRING-10/limit')).toBe('303 /admin/codes/SPRING-10')
  expect(await target('/admin/catalogue/import/apply')).toBe('303 /admin/catalogue/import')
  expect(await target('/admin/account/password')).toBe('303 /admin/account')
})

test('refuses characters that cannot be stored, even in a multipart form', async () => {
  const picture = await upload(await drawn(700, 875), 'A bottle\u0000 on a stone')
  expect(picture.status).toBe(400)
  expect(await picture.text()).toContain('characters that can’t be saved')

  const pasted = new FormData()
  pasted.set('csv', 'id,name\npure\u0000-bloom,Pure Bloom')
  expect((await send('/admin/catalogue/import', owner, pasted)).status).toBe(400)
  const chosen = new FormData()
  chosen.set('file', new Blob(['id,name\npure\u0000-bloom,Pure Bloom']), 'products.csv')
  const file = await send('/admin/catalogue/import', owner, chosen)
  expect(file.status).toBe(422)
  expect(await file.text()).toContain('This file holds characters that cannot be kept.')
})

test('reports either problems or nothing to change for an import file, never both', async () => {
  const answer = async (csv: string) => {
    const body = new FormData()
    body.set('csv', csv)
    return (await send('/admin/catalogue/import', owner, body)).text()
  }
  const wrong = await answer('id;price_1oz\npure-bloom;26')
  expect(wrong).toContain('1 problem: nothing can be imported')
  expect(wrong).not.toContain('so already')
  expect(await answer('id,name\npure-bloom,Pure Bloom')).toContain('Nothing to change.')
})

test('says so when an announcement is saved but not shown', async () => {
  const expectedVersion = await versionIn('/admin/catalogue/banner', '/admin/catalogue/banner')
  const form = { expectedVersion, text: 'Spring is near' }
  const response = await desk.request('/admin/catalogue/banner', { cookie: owner, form })
  const flash = decodeURIComponent(decodeURIComponent(response.headers.get('set-cookie') ?? ''))
  expect(flash).toContain('Saved. Shoppers won’t see it until you tick “Show it”.')
})

test('requires a banner to end after it begins, and to have text when it is on', async () => {
  const expectedVersion = await versionIn('/admin/catalogue/banner', '/admin/catalogue/banner')
  const refused = async (form: Record<string, string>) =>
    (await desk.request('/admin/catalogue/banner', { cookie: owner, form: { expectedVersion, ...form } })).status
  expect(await refused({ text: '', isOn: 'yes' })).toBe(422)
  expect(await refused({ text: 'x', from: '2026-01-02T10:00', until: '2026-01-01T10:00' })).toBe(422)
  expect(await refused({ text: 'x', from: '2026-03-08T02:30' })).toBe(422)
  expect(await refused({ text: 'x'.repeat(121) })).toBe(422)
  expect(await refused({ text: 'x', isOn: 'yes', until: '2020-01-01T10:00' })).toBe(422)
  expect(await refused({ text: 'Spring is here', isOn: 'yes' })).toBe(303)
  await desk.parts.shop.announcements.load()
  expect(desk.parts.shop.announcements.current()).toBe('Spring is here')
})

test('allows each product and each badge only once among the featured cards', async () => {
  const expectedVersion = await versionIn('/admin/catalogue/featured', '/admin/catalogue/featured')
  const form = {
    expectedVersion,
    product1: 'pure-bloom',
    badge1: 'Staff Pick',
    product2: 'pure-bloom',
    badge2: 'Best Seller',
  }
  const twice = await desk.request('/admin/catalogue/featured', { cookie: owner, form })
  expect(twice.status).toBe(422)
  expect(await twice.text()).toContain('one card only')
  const good = await desk.request('/admin/catalogue/featured', {
    cookie: owner,
    form: { ...form, product2: 'silk-root-hair-oil' },
  })
  expect(good.status).toBe(303)
  expect(await sql(`select slot, product_id from featured_products order by slot`)).toEqual([
    { slot: 1, product_id: 'pure-bloom' },
    { slot: 2, product_id: 'silk-root-hair-oil' },
  ])
})

test('finds an ingredient by its other name', async () => {
  const path = '/admin/catalogue/ingredients/argan-oil'
  const html = await (await desk.request(path, { cookie: staff })).text()
  const expectedVersion = /name="expectedVersion" value="([^"]+)"/.exec(html)?.[1] ?? ''
  const form = {
    expectedVersion,
    name: 'Argan Seed Oil',
    inci: 'Argania Spinosa Kernel Oil',
    summary: 's',
    richIn: 'r',
    benefits: 'b',
    properties: 'p',
    groups: '',
    'groups:nuts': 'yes',
    origin: '',
  }
  expect((await desk.request(path, { cookie: staff, form })).status).toBe(303)
  const names = await sql(`select key_ingredients from products where key_ingredients like '%Argan%'`)
  expect(names.length).toBeGreaterThan(0)
  expect(names.every(({ key_ingredients: text }) => String(text).includes('Argan Seed Oil'))).toBe(true)
})

test('sends exports whole, as attachments', async () => {
  const products = await desk.request('/admin/catalogue/export.csv', { cookie: staff })
  expect(products.headers.get('content-disposition')).toContain('bloomera-products.csv')
  expect((await products.text()).split('\r\n')[0]).toContain('"id","name","category"')
  const subscribers = await desk.request('/admin/subscribers/export.csv', { cookie: owner })
  expect(await subscribers.text()).toContain('"email"')
})

test('offers a new code for copying, labeled with its name', async () => {
  const form = { code: 'MEADOW10', kind: 'percent', value: '10' }
  const made = await desk.request('/admin/codes', { cookie: owner, form })
  expect(made.status).toBe(303)
  const [flash = ''] = made.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  const html = await (await desk.request('/admin/codes/MEADOW10', { cookie: `${owner}; ${flash}` })).text()
  expect(html).toMatch(/aria-label="Discount code"[^>]* value="MEADOW10"/)
})

test('says what is summed up beside the sales of a code', async () => {
  const form = { code: 'MEADOW20', kind: 'percent', value: '20' }
  await desk.request('/admin/codes', { cookie: owner, form })
  const html = await (await desk.request('/admin/codes/MEADOW20', { cookie: owner })).text()
  expect(html).toContain('<dt>Discounted</dt><dd>$0.00</dd>')
  const list = await (await desk.request('/admin/codes', { cookie: owner })).text()
  expect(list).toMatch(/<th scope="col"[^>]*>Sales<\/th><th scope="col"[^>]*>Discounted<\/th>/)
})

test('refuses an invalid code field by field', async () => {
  const form = { code: 'a b', kind: 'percent', value: '101', minimum: '1.234', totalLimit: '0', endsAt: 'soon' }
  const response = await desk.request('/admin/codes', { cookie: owner, form })
  expect(response.status).toBe(422)
  const html = await response.text()
  for (const words of ['4 to 40 letters', 'from 1 to 100', 'at most two decimals', 'or leave it blank', 'valid date'])
    expect(html).toContain(words)
})

test('keeps the count of a size that is not on sale when another size is counted', async () => {
  await sql(`insert into stock_levels (product_id, size, on_hand) values ('pure-bloom', '4oz', 12)`)
  const html = await (await desk.request(PRODUCT, { cookie: staff })).text()
  expect(html).toContain('4oz quantity, not sold now')
  const expectedVersion = await versionIn(PRODUCT, `${PRODUCT}/stock`)
  const form = { stock1oz: '7', stock2oz: '', stock4oz: '12', expectedVersion }
  expect((await desk.request(`${PRODUCT}/stock`, { cookie: staff, form })).status).toBe(303)
  const counted = () => sql(`select size, on_hand from stock_levels where product_id = 'pure-bloom' order by size`)
  expect(await counted()).toEqual([
    { size: '1oz', on_hand: 7 },
    { size: '4oz', on_hand: 12 },
  ])
  await sql(`delete from stock_levels where product_id = 'pure-bloom'`)
})
