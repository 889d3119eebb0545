import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BULK_LIMIT } from '#domain/orders/bulk-actions.ts'
import { type DeskShop, openDeskShop } from '#test/desk-shop.ts'
import { useTestDatabase } from '#test/test-database.ts'

const database = useTestDatabase()
let shop: DeskShop
let staff: string

beforeAll(async () => {
  shop = await openDeskShop(database.current)
  staff = await shop.signIn('staff')
})
afterAll(() => shop.end())

const USPS = '9400111201080805483016'
const UPS = '1Z5R89390357567127'

async function orders(count: number) {
  const made = []
  for (let index = 0; index < count; index += 1) made.push(await shop.order())
  return made
}

function send(path: string, form: [string, string][]): Promise<Response> {
  return shop.request(path, { cookie: staff, form })
}

function idsOf(made: readonly { id: string }[]): [string, string][] {
  return made.map(({ id }) => ['id', id])
}

/** The page after a form, with its message. */
async function pageAfter(response: Response): Promise<{ path: string; flash: string; html: string }> {
  expect(response.status).toBe(303)
  const cookie = response.headers.getSetCookie().map((value) => value.split(';', 1)[0])[0] ?? ''
  const path = response.headers.get('location') ?? ''
  const html = await (await shop.request(path, { cookie: `${staff}; ${cookie}` })).text()
  return { path, flash: /class="flash [^"]*" role="\w+"><p>([^<]*)/.exec(html)?.[1] ?? '', html }
}

async function statesOf(made: readonly { id: string }[]): Promise<unknown[]> {
  const rows = await shop.rows('select id, state from orders')
  return made.map(({ id }) => rows.find((row) => row.id === id)?.state)
}

test('asks about as many orders as can be ticked at an address of its own, for Back and reload', async () => {
  const [{ id } = { id: '' }] = await orders(1)
  const ticked = Array.from({ length: BULK_LIMIT - 1 }, () => ({ id: randomUUID() }))
  const response = await send('/admin/orders/bulk/ship', [['list', 'to-pack'], ...idsOf([{ id }, ...ticked])])
  expect([response.status, response.headers.get('location')]).toEqual([303, '/admin/question?back=%2Fadmin'])
  expect(await statesOf([{ id }])).toEqual(['paid'])
})

test('packs the ticked orders, says how many, and undoes it', async () => {
  const made = await orders(3)
  const { flash, path, html } = await pageAfter(
    await send('/admin/orders/bulk/pack', [...idsOf(made), ['list', 'to-pack']]),
  )
  expect([path, flash]).toEqual(['/admin/orders?list=to-pack', '3 orders marked as packed.'])
  expect(await statesOf(made)).toEqual(['packed', 'packed', 'packed'])

  const [undo = ''] = /<form[^>]*bulk\/unpack[^>]*>.*?<\/form>/s.exec(html) ?? []
  const undone = [...undo.matchAll(/name="id" value="([^"]*)"/g)].map(([, id]) => id ?? '')
  expect(undone).toEqual(made.map(({ id }) => id))
  const after = await pageAfter(
    await send(
      '/admin/orders/bulk/unpack',
      undone.map((id) => ['id', id]),
    ),
  )
  expect(after.flash).toBe('3 orders back in To pack.')
  expect(await statesOf(made)).toEqual(['paid', 'paid', 'paid'])
})

test('offers to undo a hundred orders, which are more than a cookie can hold as text', async () => {
  const [order] = await orders(1)
  const copies = await shop.rows(
    `insert into orders (number, checkout_key, request_hash, state, email, folded_email, first_name, last_name, line1, city,
       state_code, zip, subtotal_cents, discount_cents, shipping_cents, tax_cents, tax_basis_points, total_cents)
     select 'BLM-' || translate(lpad(n::text, 8, 'A'), '01', 'GH') || '-2222', 'the copy-' || n, 'x', 'paid', email, folded_email,
       first_name, last_name, line1, city, state_code, zip, 1000, 0, 0, 0, 0, 1000
     from orders, generate_series(1, 100) n where id = $1 returning id`,
    [order?.id],
  )
  const ids = copies.map(({ id }): [string, string] => ['id', String(id)])
  const response = await send('/admin/orders/bulk/pack', ids)
  expect(Math.max(...response.headers.getSetCookie().map(({ length }) => length))).toBeLessThan(4096)
  const { flash, html } = await pageAfter(response)
  expect(flash).toBe('100 orders marked as packed.')
  const undo = /data-undo.*?<\/form>/s.exec(html)?.[0] ?? ''
  expect([...undo.matchAll(/name="id" value="([^"]*)"/g)].map(([, id]) => ['id', id])).toEqual(ids)
  expect((await pageAfter(await send('/admin/orders/bulk/pack', [...ids, ['id', randomUUID()]]))).flash).toBe(
    'Select 100 orders at most. Nothing was changed.',
  )
})

test('says so if no order is ticked, or none that exists, and changes nothing', async () => {
  const audit = await shop.rows('select count(*)::int as n from audit_log')
  for (const action of ['bulk/pack', 'bulk/unpack', 'bulk/ship', 'tracking', 'tracking/match', 'tracking/save']) {
    const { flash, path } = await pageAfter(await send(`/admin/orders/${action}`, [['list', 'packed']]))
    expect([path, flash], action).toEqual(['/admin/orders?list=packed', 'Select at least one order first.'])
    expect((await send(`/admin/orders/${action}`, [['id', "1' or 1=1"]])).status, action).toBe(303)
  }
  for (const page of ['slips', 'labels', 'tracking'])
    expect((await pageAfter(await shop.request(`/admin/orders/${page}`, { cookie: staff }))).flash).toBe(
      'Select at least one order first.',
    )
  expect(await shop.rows('select count(*)::int as n from audit_log')).toEqual(audit)
})

test('asks before shipping without a tracking number, then ships with one email each', async () => {
  const made = await orders(2)
  const fields = idsOf(made)
  const { html } = await pageAfter(await send('/admin/orders/bulk/ship', fields))
  const question = /name="confirmed" value="([^"]*)"/.exec(html)?.[1] ?? ''
  expect(question).toBe(
    '2 orders have no tracking number. Mark 2 orders as shipped anyway? Each customer gets one email.',
  )
  expect(await statesOf(made)).toEqual(['paid', 'paid'])
  const confirmed: [string, string][] = [...fields, ['confirmed', question]]
  expect((await pageAfter(await send('/admin/orders/bulk/ship', confirmed))).flash).toBe(
    '2 orders marked as shipped. Each customer gets one email.',
  )
  expect((await pageAfter(await send('/admin/orders/bulk/ship', confirmed))).flash).toBe('2 orders already shipped.')
  expect(await statesOf(made)).toEqual(['shipped', 'shipped'])
})

test('prints slips and labels of the ticked orders, in their order', async () => {
  const made = (await orders(3)).toReversed()
  const query = new URLSearchParams(idsOf(made)).toString()
  const reader = await shop.signIn('read-only')
  for (const [page, sheet] of [
    ['slips', 'slip'],
    ['labels', 'label'],
  ] as const) {
    const html = await (await shop.request(`/admin/orders/${page}?${query}`, { cookie: reader })).text()
    const sheets = html.split(`<article class="${sheet}">`).slice(1)
    expect(sheets.map((text) => /BLM-\w{8}-\w{4}/.exec(text)?.[0])).toEqual(made.map(({ number }) => number))
    expect(sheets.join('')).not.toContain('$')
  }
})

test('matches a pasted list without submitting anything, and says what it could not match', async () => {
  const made = await orders(2)
  const pasted = `${made[1]?.number}, ${UPS}\r\nNobody, ${USPS}\r\n${USPS}`
  const response = await send('/admin/orders/tracking/match', [...idsOf(made), ['pasted', pasted]])
  const html = await response.text()
  expect(response.status).toBe(200)
  expect(html).toContain('2 of 2 matched. Nothing is sent until you mark them as shipped.')
  expect(html).toContain(`Nobody, ${USPS}: none of these orders`)
  expect(html).toMatch(new RegExp(`name="number-${made[0]?.id}"[^>]* value="${USPS}"`))
  expect(html).toMatch(new RegExp(`name="number-${made[1]?.id}"[^>]* value="${UPS}"`))
  expect(html).toMatch(/<option value="" data-read="true"[^>]*>USPS/)
  expect(await statesOf(made)).toEqual(['paid', 'paid'])
  expect(await shop.rows('select 1 from orders where id = $1 and tracking_number is not null', [made[0]?.id])).toEqual(
    [],
  )
})

test('saves numbers for later, shows them again, and ships those that have one', async () => {
  const made = await orders(3)
  const [first, second, third] = made.map(({ id }) => id)
  const numbers: [string, string][] = [
    ...idsOf(made),
    [`number-${first}`, '9400 1112 0108 0805 4830 16'],
    [`number-${second}`, UPS],
    [`carrier-${second}`, 'DHL'],
    [`number-${third}`, ' '],
  ]
  expect((await pageAfter(await send('/admin/orders/tracking/save', numbers))).flash).toBe(
    '2 tracking numbers saved. Nothing was sent.',
  )
  const page = await shop.request(`/admin/orders/tracking?${new URLSearchParams(idsOf(made)).toString()}`, {
    cookie: staff,
  })
  expect(await page.text()).toMatch(new RegExp(`name="number-${first}"[^>]* value="${USPS}"`))
  expect((await pageAfter(await send('/admin/orders/tracking', numbers))).flash).toBe(
    '2 orders marked as shipped. Each customer gets one email. 1 order without a number not shipped.',
  )
  expect(await statesOf(made)).toEqual(['shipped', 'shipped', 'paid'])
  const rows = await shop.rows('select tracking_carrier, tracking_number from orders where id = any($1::uuid[])', [
    `{${first},${second}}`,
  ])
  expect(rows).toContainEqual({ tracking_carrier: 'USPS', tracking_number: USPS })
  expect(rows).toContainEqual({ tracking_carrier: 'DHL', tracking_number: UPS })
})

test('refuses wrong numbers, and one number for two customers, and ships nothing', async () => {
  const [one, other] = [await shop.order(), await shop.order()]
  const ship = async (number: string, second: string) => {
    const response = await send('/admin/orders/tracking', [
      ...idsOf([one, other]),
      [`number-${one.id}`, number],
      [`number-${other.id}`, second],
    ])
    expect(response.status).toBe(422)
    return response.text()
  }
  expect(await ship('9400/1112', UPS)).toContain('Use 8 to 40 letters and digits.')
  expect(await ship(UPS, '1Z 5R8 939 03 5756 7127')).toContain(`This number is on order ${one.number}, too.`)
  expect(await ship('', ' ')).toContain('No order has a tracking number yet. Nothing was sent.')
  expect(await statesOf([one, other])).toEqual(['paid', 'paid'])
})

test('fills the refused form with what is so by now where nothing was typed, and never overwrites another window', async () => {
  const [shipped, saved, open] = [await shop.order(), await shop.order(), await shop.order()]
  const address = `/admin/orders/tracking?${new URLSearchParams(idsOf([shipped, saved, open])).toString()}`
  const first = formFields(await (await shop.request(address, { cookie: staff })).text())

  // Another window ships one of the orders, and saves the number of the second.
  await pageAfter(await send('/admin/orders/tracking', [...idsOf([shipped]), [`number-${shipped.id}`, 'ABCD12345678']]))
  await pageAfter(await send('/admin/orders/tracking/save', [...idsOf([saved]), [`number-${saved.id}`, USPS]]))

  const typed = new Map(first).set(`number-${shipped.id}`, UPS).set(`number-${open.id}`, '9400/1112')
  const refused = await send('/admin/orders/tracking', [...idsOf([shipped, saved, open]), ...typed])
  expect(refused.status).toBe(422)
  const html = await refused.text()
  expect(html).toContain('1 order left out')
  const second = formFields(html)
  expect(Object.fromEntries([...second].filter(([name]) => name.startsWith('number-')))).toEqual({
    [`number-${saved.id}`]: USPS,
    [`number-${open.id}`]: '9400/1112',
  })

  // Sent as it was first shown: what another window saved meanwhile stays, and only what was typed is new.
  await pageAfter(
    await send('/admin/orders/tracking/save', [
      ...idsOf([saved, open]),
      ...new Map(first).set(`number-${open.id}`, UPS).set(`carrier-${open.id}`, 'DHL'),
    ]),
  )
  expect(await trackingOf(saved.id)).toEqual({ carrier: 'USPS', number: USPS })
  expect(await trackingOf(open.id)).toEqual({ carrier: 'DHL', number: UPS })
  // Emptied on purpose, it is removed.
  const third = formFields(await (await shop.request(address, { cookie: staff })).text())
  await pageAfter(
    await send('/admin/orders/tracking/save', [...idsOf([saved]), ...third.set(`number-${saved.id}`, '')]),
  )
  expect(await trackingOf(saved.id)).toEqual({ carrier: null, number: null })
})

test('refuses a row that another window has changed, shows what is saved now, and replaces it when sent again', async () => {
  const [raced, other] = [await shop.order(), await shop.order()]
  const ids = idsOf([raced, other])
  const address = `/admin/orders/tracking?${new URLSearchParams(ids).toString()}`
  const shown = formFields(await (await shop.request(address, { cookie: staff })).text())
  await pageAfter(await send('/admin/orders/tracking/save', [...idsOf([raced]), [`number-${raced.id}`, USPS]]))

  const typed = [...ids, ...new Map(shown).set(`number-${raced.id}`, UPS).set(`number-${other.id}`, 'ABCD12345678')]
  const sentence = `Changed in another window, saved now: USPS ${USPS}. To replace that with what’s in this row, send it again.`
  const nothing = 'Nothing was saved or sent. Check the rows marked below.'
  for (const [way, status, also] of [
    ['', 422, nothing],
    ['/save', 422, nothing],
    ['/match', 200, 'Nothing is sent until you mark them as shipped.'],
  ] as const) {
    const refused = await send(`/admin/orders/tracking${way}`, typed)
    const html = await refused.text()
    expect(html, way).toContain(sentence)
    expect(html, way).toMatch(new RegExp(`name="number-${raced.id}"[^>]* value="${UPS}"`))
    expect(html, way).toContain(also)
    expect(refused.status, way).toBe(status)
  }
  expect(await trackingOf(raced.id)).toEqual({ carrier: 'USPS', number: USPS })
  expect(await trackingOf(other.id)).toEqual({ carrier: null, number: null })
  expect(await statesOf([raced, other])).toEqual(['paid', 'paid'])

  // A typo in the same row doesn't hide it: the version is only replaced along with the sentence.
  const mistyped = new Map(shown).set(`number-${raced.id}`, '9400/1112')
  expect(await (await send('/admin/orders/tracking', [...ids, ...mistyped])).text()).toContain(sentence)

  // Sent again from the refused page, it replaces what was shown; the number of a third window is refused again.
  const again = formFields(await (await send('/admin/orders/tracking/save', typed)).text())
  expect((await pageAfter(await send('/admin/orders/tracking/save', [...ids, ...again]))).flash).toBe(
    '2 tracking numbers saved. Nothing was sent.',
  )
  expect(await trackingOf(raced.id)).toEqual({ carrier: 'UPS', number: UPS })
  const late = await (await send('/admin/orders/tracking', [...ids, ...again.set(`number-${raced.id}`, '')])).text()
  expect(late).toContain(`saved now: UPS ${UPS}.`)
  const emptied = formFields(await (await shop.request(address, { cookie: staff })).text())
  await pageAfter(
    await send('/admin/orders/tracking/save', [...idsOf([raced]), ...new Map(emptied).set(`number-${raced.id}`, '')]),
  )
  const removed = emptied.set(`number-${raced.id}`, 'ABCD87654321')
  expect(await (await send('/admin/orders/tracking', [...ids, ...removed])).text()).toContain('saved now: no number.')
})

test('saves one of two numbers that two windows send at once, and shows it to the other', async () => {
  const order = await shop.order()
  const save = (number: string) =>
    send('/admin/orders/tracking/save', [
      ['id', order.id],
      [`number-${order.id}`, number],
    ])
  for (let round = 0; round < 5; round += 1) {
    const [usps, ups] = await Promise.all([save(USPS), save(UPS)])
    expect(new Set([usps.status, ups.status])).toEqual(new Set([303, 422]))
    const [winner, loser] = usps.status === 303 ? [USPS, ups] : [UPS, usps]
    expect(await loser.text()).toMatch(new RegExp(`saved now: (USPS|UPS) ${winner}\\. `))
    expect(await trackingOf(order.id)).toMatchObject({ number: winner })
    await shop.rows('update orders set tracking_carrier = null, tracking_number = null where id = $1', [order.id])
  }
})

async function trackingOf(id: string): Promise<Record<string, unknown> | undefined> {
  const [row] = await shop.rows(
    'select tracking_carrier as carrier, tracking_number as number from orders where id = $1',
    [id],
  )
  return row
}

/** What a browser would send, apart from the orders' ids. */
function formFields(html: string): Map<string, string> {
  const fields = [...html.matchAll(/<(?:input|select)[^>]* name="((?:number|carrier|saved)-[^"]*)"[^>]*>/g)]
  return new Map(fields.map(([tag, name = '']): [string, string] => [name, / value="([^"]*)"/.exec(tag)?.[1] ?? '']))
}

test('opens the next order of the list after packing, and the list after the last one', async () => {
  await shop.rows(`update orders set state = 'shipped', shipped_at = now() where state = 'paid'`)
  const made = await orders(2)
  const screen = await (await shop.request(`/admin/orders/${made[0]?.id}?list=to-pack`, { cookie: staff })).text()
  expect(screen).toContain(`href="/admin/orders/${made[1]?.id}?list=to-pack"`)
  const first = await pageAfter(await send(`/admin/orders/${made[0]?.id}/pack`, [['list', 'to-pack']]))
  expect([first.path, first.flash]).toEqual([
    `/admin/orders/${made[1]?.id}?list=to-pack`,
    `${made[0]?.number} marked as packed.`,
  ])
  const last = await pageAfter(await send(`/admin/orders/${made[1]?.id}/pack`, [['list', 'to-pack']]))
  expect(last.path).toBe('/admin/orders?list=to-pack')
  expect(last.html).toContain('Everything is packed.')
})

test('lists items, when an order was placed, whether it is late, and counts', async () => {
  const [order, late] = await orders(2)
  await shop.rows(`update orders set created_at = now() - interval '40 days' where id = $1`, [late?.id])
  const html = await (await shop.request('/admin/orders', { cookie: staff })).text()
  const row = (number = '') => html.split('<tr data-order').find((text) => text.includes(number.slice(4))) ?? ''
  expect(row(order?.number)).toContain('2 × Pure Bloom 1oz')
  expect(row(order?.number)).toMatch(/<time[^>]*title="[^"]*"[^>]*>(just now|\d+ min ago)</)
  expect(row(order?.number)).not.toContain('Late')
  expect(row(late?.number)).toContain('>Late<')
  expect(html).toMatch(/To pack <span class="tab-count">2</)
  const filtered = await (await shop.request('/admin/orders?list=to-pack&placed=late', { cookie: staff })).text()
  expect(filtered).toContain((late?.number ?? '').slice(4))
  expect(filtered).not.toContain((order?.number ?? '').slice(4))
})

test('saves a filter’s address under a name, replaces and removes it, and never saves a search', async () => {
  const save = (name: string, query: string) =>
    send('/admin/orders/filters/save', [
      ['name', name],
      ['query', query],
    ])
  expect((await pageAfter(await save(' Late ones ', 'list=to-pack&placed=late&q=Maria'))).flash).toBe(
    'Saved as “Late ones”.',
  )
  await save('late ONES', 'list=packed&placed=week')
  const saved = await shop.rows('select id, name, query from saved_order_filters')
  expect(saved).toMatchObject([{ name: 'late ONES', query: 'list=packed&placed=week' }])
  const html = await (await shop.request('/admin/orders', { cookie: staff })).text()
  expect(html).toContain('href="/admin/orders?list=packed&amp;placed=week"')
  for (const [name, query] of [
    ['', 'list=all'],
    ['x'.repeat(41), 'list=all'],
    ['x', 'list=nothing'],
    ['x', ''],
  ])
    await save(name ?? '', query ?? '')
  expect(await shop.rows('select 1 from saved_order_filters')).toHaveLength(1)
  expect((await pageAfter(await send('/admin/orders/filters/remove', [['id', String(saved[0]?.id)]]))).flash).toBe(
    'Filter removed.',
  )
  expect((await pageAfter(await send('/admin/orders/filters/remove', [['id', String(saved[0]?.id)]]))).flash).toBe(
    'This filter was already removed.',
  )
  const audit = await shop.rows(`select action from audit_log where subject_kind = 'order-filter' order by id`)
  expect(audit.map(({ action }) => action)).toEqual(['order-filter.save', 'order-filter.save', 'order-filter.remove'])
})
