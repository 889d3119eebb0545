import { expect, test } from 'vitest'
import { describeNotice, isUrgent, type Notice, NOTICE_KINDS, NOTICE_NAMES } from './notice.ts'
import { defaultPreferences } from './preferences.ts'

const low = (name: string, size: string, onHand: number) => ({ name, size, onHand })

test.each<[Notice, string]>([
  [{ kind: 'new-order', orderId: 'x', totalCents: 8400, items: 3 }, 'New order · $84.00 · 3 items'],
  [{ kind: 'new-order', orderId: 'x', totalCents: 2900, items: 1 }, 'New order · $29.00 · 1 item'],
  [{ kind: 'new-order', orderId: 'x', laterCents: 1679 }, 'Balance paid · $16.79 for an order'],
  [{ kind: 'low-stock', sizes: [low('Pure Bloom', '1oz', 4)] }, 'Low stock · Pure Bloom 1oz · 4 left'],
  [{ kind: 'low-stock', sizes: [low('Kit', 'single', 0)] }, 'Low stock · Kit · 0 left'],
  [{ kind: 'low-stock', sizes: [low('A', '1oz', 1), low('B', '2oz', 2)] }, 'Low stock · 2 sizes running low'],
  [
    { kind: 'daily-summary', orders: 2, salesCents: 9258, refundCents: 0, toPack: 3, lowStock: 1, reviews: 4 },
    'Daily summary · Yesterday: 2 orders, $92.58 · 3 to pack today',
  ],
  [{ kind: 'new-review' }, 'New review · A review is waiting for you to read it.'],
  [{ kind: 'failed-email' }, 'Undelivered email · An email couldn’t be delivered. You can send it again.'],
  [{ kind: 'test' }, 'Test notification · Notifications work on this device.'],
])('describes %o', (notice, text) => {
  const { title, body } = describeNotice(notice)
  expect(`${title} · ${body}`).toBe(text)
})

test('lists the day’s figures and the sizes running low in their emails', () => {
  const figures = { orders: 2, salesCents: 9258, refundCents: 150, toPack: 3, lowStock: 1, reviews: 4 }
  expect(describeNotice({ kind: 'daily-summary', ...figures }).rows).toEqual([
    { label: 'Orders yesterday', value: '2' },
    { label: 'Sales yesterday', value: '$92.58' },
    { label: 'Refunds yesterday', value: '$1.50' },
    { label: 'Orders to pack', value: '3' },
    { label: 'Sizes low in stock', value: '1' },
    { label: 'Reviews waiting', value: '4' },
  ])
  expect(describeNotice({ kind: 'low-stock', sizes: [low('A', '1oz', 1), low('Kit', 'single', 2)] }).rows).toEqual([
    { label: 'A', value: 'A 1oz · 1 left' },
    { label: 'Kit', value: 'Kit · 2 left' },
  ])
})

test('only tests and urgent alerts bypass quiet hours', () => {
  expect(isUrgent({ kind: 'test' })).toBe(true)
  expect(isUrgent({ kind: 'new-review' })).toBe(false)
})

test('names every kind, and says when it is sent', () => {
  for (const kind of NOTICE_KINDS) {
    expect(NOTICE_NAMES[kind].name, kind).toMatch(/^[A-Z]/)
    expect(NOTICE_NAMES[kind].hint, kind).toMatch(/^[A-Z].*\.$/)
  }
})

test('keeps the details of an alert off the lock screen', () => {
  const alert = {
    kind: 'alert',
    title: 'Refund refused',
    subject: 'BLM-1',
    detail: 'ana@x.example',
    isUrgent: true,
  } as const
  expect(describeNotice(alert)).toEqual({ title: 'Refund refused', body: 'BLM-1' })
  expect(isUrgent(alert)).toBe(true)
  expect(isUrgent({ ...alert, isUrgent: false })).toBe(false)
})

test('alerts by email only owners and those the settings name, until they choose', () => {
  const emails = (role: 'owner' | 'staff', isAlerted: boolean) =>
    Object.entries(defaultPreferences({ role, isAlerted }).choices).flatMap(([kind, { email }]) =>
      email ? [kind] : [],
    )
  expect(emails('owner', false)).toEqual(['alert'])
  expect(emails('staff', true)).toEqual(['alert'])
  expect(emails('staff', false)).toEqual([])
})
