import { expectNoViolations } from './axe.ts'
import { expect, signIn, test } from './desk-test.ts'
import { rendered } from './shop-test.ts'

test('finds a customer, adds a note, and finds them again by a tag', async ({ page, shop }, { project }) => {
  const lastName = `Quillberry-${project.name}`
  const tag = `Wholesale ${project.name}`
  const { number, email } = await shop.order(lastName)
  await shop.order('Somebody')
  await signIn(page, shop)
  await page.goto(`${shop.address}/admin/customers`)
  await rendered(page)
  await expect(page.getByRole('link', { name: new RegExp(lastName) })).toBeVisible()
  await expectNoViolations(page)

  await page.getByLabel('Name or email').fill(lastName.toLowerCase())
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(page.getByText('Somebody')).toBeHidden()
  await page.getByRole('link', { name: new RegExp(lastName) }).click()
  await expect(page.getByRole('heading', { level: 1, name: new RegExp(lastName) })).toBeVisible()
  await expect(page.getByText('Spent after refunds')).toBeVisible()
  await expect(page.getByRole('link', { name: number })).toBeVisible()
  await expectNoViolations(page)

  await page.getByLabel('Note').fill('Rings twice.')
  await page.getByLabel('Tags').fill(`${tag}, ${'x'.repeat(31)}`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText(/is too long\. Use up to 30 characters/)).toBeVisible()
  await expect(page.getByLabel('Note')).toHaveValue('Rings twice.')
  await expectNoViolations(page)
  await page.getByLabel('Tags').fill(tag)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await expect(page.getByLabel('Note')).toHaveValue('Rings twice.')

  await page.getByRole('main').getByRole('link', { name: 'Customers' }).click()
  await page.getByRole('navigation', { name: 'Tags' }).getByRole('link', { name: tag }).click()
  await expect(page.getByText(email)).toBeVisible()
  await expect(page.getByText('Somebody')).toBeHidden()
  await expectNoViolations(page)
})
