import { expect, test } from 'vitest'
import { shopDay } from '#domain/time/display.ts'
import { addDays } from '#domain/time/periods.ts'
import { formValues, visibleText } from '#test/form-values.ts'
import { useSettingsDesk } from '#test/settings-desk.ts'

const SHIPPING = '/admin/settings/shipping'
const TAXES = '/admin/settings/taxes'

const { post, requestAs, screen, send, services, undo } = useSettingsDesk(['shipping', 'tax-rates'])

async function current() {
  const { today, shipping, tax } = await services().ratesEditor.find()
  return { today, shipping: shipping.at(-1), tax }
}

test('saves a shipping rate that starts now, and an undo puts the old one back', async () => {
  const saved = await send(SHIPPING, { flat: '5', freeFrom: '$60.00' })
  expect(saved.status).toBe(303)
  expect((await current()).shipping).toEqual({ flatCents: 500, freeFromCents: 6000, fromDay: shopDay(new Date()) })
  expect((await undo(saved, SHIPPING)).status).toBe(303)
  expect((await current()).shipping).toMatchObject({ flatCents: 999, freeFromCents: 7500 })
})

test('shows what a rate would change before it is saved', async () => {
  const preview = await send(SHIPPING, { flat: '5.00', freeFrom: '60.00', intent: 'preview' })
  expect(preview.status).toBe(200)
  const html = await preview.text()
  expect(visibleText(html)).toContain('What will change')
  expect(html).toContain('Over <del>$75</del> <ins>$60</ins>')
  expect(html).toContain('<del>$9.99</del> <ins>$5.00</ins>')
  expect((await current()).shipping).toMatchObject({ flatCents: 999 })
})

test.each([
  [{ flat: 'free' }, 'Enter dollars and cents'],
  [{ flat: '9.999' }, 'at most two decimals'],
  [{ freeFrom: '-5' }, 'above zero'],
  [{ freeFrom: '' }, 'Enter dollars and cents'],
  [{ fromDay: '2020-01-01' }, 'That date has passed'],
  [{ fromDay: 'tomorrow' }, 'Write the day as'],
])('refuses a shipping rate with %o and changes nothing', async (change, message) => {
  const response = await send(SHIPPING, { flat: '5', freeFrom: '60', ...change })
  expect(response.status).toBe(422)
  expect(visibleText(await response.text())).toContain(message)
  expect((await current()).shipping).toMatchObject({ flatCents: 999, freeFromCents: 7500 })
})

test('a rate of zero ships every order free', async () => {
  expect((await send(SHIPPING, { flat: '0', freeFrom: '0.00' })).status).toBe(303)
  expect((await current()).shipping).toMatchObject({ flatCents: 0, freeFromCents: 0 })
})

test('a form older than the stored rate is shown beside it, and saves on the second try', async () => {
  const form = formValues(await screen(SHIPPING), SHIPPING)
  await send(SHIPPING, { flat: '7' })
  const conflict = await post(SHIPPING, { ...form, flat: '8' })
  expect(conflict.status).toBe(409)
  const html = await conflict.text()
  expect(visibleText(html)).toMatch(/Saved value:\s+7.00/)
  expect((await post(SHIPPING, formValues(html, SHIPPING))).status).toBe(303)
  expect((await current()).shipping).toMatchObject({ flatCents: 800 })
})

test('a change on a later day waits in the list and can be canceled', async () => {
  const fromDay = addDays(shopDay(new Date()), 5)
  await send(SHIPPING, { flat: '6', freeFrom: '50', fromDay })
  const html = await screen(SHIPPING)
  expect(visibleText(html)).toContain('$6.00, free from $50.00')
  expect(formValues(html, SHIPPING)).toMatchObject({ flat: '9.99' })
  await post(`${SHIPPING}/cancel`, { fromDay })
  expect(visibleText(await screen(SHIPPING))).not.toContain('Starting later')
})

test('adds a tax rate from a future day and cancels it', async () => {
  const fromDay = addDays(shopDay(new Date()), 1)
  expect((await send(TAXES, { state: 'UT', rate: '7.25', fromDay })).status).toBe(303)
  const text = visibleText(await screen(TAXES))
  for (const part of ['7.15%', 'Charged today', '7.25%', 'Starts later']) expect(text).toContain(part)
  expect((await post(`${TAXES}/cancel`, { state: 'UT', fromDay })).status).toBe(303)
  expect((await current()).tax).toEqual([{ state: 'UT', basisPoints: 715, fromDay: '2026-01-01' }])
})

test.each([
  [{ rate: '7.155' }, 'at most two decimals'],
  [{ rate: '21' }, 'more than 20%'],
  [{ state: 'XX' }, 'Pick a state.'],
  [{ fromDay: shopDay(new Date()) }, 'Pick tomorrow or a later day.'],
])('refuses a tax rate with %o', async (change, message) => {
  const response = await send(TAXES, { state: 'CO', rate: '2.9', fromDay: addDays(shopDay(new Date()), 1), ...change })
  expect(response.status).toBe(422)
  expect(visibleText(await response.text())).toContain(message)
  expect((await current()).tax).toHaveLength(1)
})

test('staff can neither see nor change rates', async () => {
  expect((await requestAs('staff', SHIPPING)).status).toBe(403)
  const form = { state: 'UT', rate: '1', fromDay: '2099-01-01' }
  expect((await requestAs('staff', TAXES, form)).status).toBe(403)
})
