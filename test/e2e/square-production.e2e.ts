import { arrivesAtOrder, buyer, capturesOf, fillAddress, openCheckout } from './checkout-page.ts'
import { OF_GOOGLE, test } from './look-alike-test.ts'
import { describeRealPolicy } from './real-policy.ts'
import { expect } from './shop-test.ts'
import { chooseInWallet } from './wallet-sheet.ts'

test.use({ square: 'production' })
describeRealPolicy('production')

test('pays with Google Pay, loaded from Google', async ({ page, lookAlike, visited }) => {
  const dialog = await openCheckout(page)
  await fillAddress(dialog, buyer('google-pay'))
  await dialog.getByRole('button', { name: 'Buy with GPay' }).click()
  await chooseInWallet(page, 'Bloomera: 59.28 USD', 'Pay with Visa')
  expect(await capturesOf(await arrivesAtOrder(page), lookAlike.emulatorPort)).toBe(1)
  expect([...visited]).toEqual(expect.arrayContaining(OF_GOOGLE))
})
