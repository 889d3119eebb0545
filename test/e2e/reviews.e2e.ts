import type { Page } from '@playwright/test'
import { MESSAGES } from '../../src/contract/messages.ts'
import { expectNoViolations } from './axe.ts'
import { expect, fullyHydrated, holdBack, hydrated, test } from './shop-test.ts'

const PRODUCT = '/products/forever-skin-serum'

async function openForm(page: Page, path = PRODUCT) {
  await page.goto(path)
  await hydrated(page)
  await page.getByRole('button', { name: 'Write a review' }).click()
  return page.getByRole('dialog', { name: 'Write a review' })
}

test('opens the reviews from a link to #reviews, and collapses them again', async ({ page }) => {
  await page.goto(`${PRODUCT}#reviews`)
  await expect(page.getByText('Hide Reviews')).toBeVisible()
  await page.getByText('Hide Reviews').click()
  await expect(page.getByText(/^Read reviews \(\d+\)$/)).toBeVisible()
})

test('shows four reviews at a time on a desktop and two on a phone', async ({ page, isMobile }) => {
  const step = isMobile ? 2 : 4
  await page.goto(PRODUCT)
  await hydrated(page)
  await page.getByText(/^Read reviews/).click()
  const reviews = page.locator('#reviews article')
  await expect(reviews).toHaveCount(step)
  await page.getByRole('button', { name: 'Load More Reviews' }).click()
  await expect(reviews).toHaveCount(2 * step)
  const titles = await reviews.getByRole('heading').allTextContents()
  expect(new Set(titles).size).toBe(2 * step)
})

test('moves the focus from the button to the last reviews', async ({ page, isMobile }) => {
  await page.goto('/products/petal-renewal-serum')
  await hydrated(page)
  await page.getByText(/^Read reviews \(6\)$/).click()
  const reviews = page.locator('#reviews article')
  const more = page.getByRole('button', { name: 'Load More Reviews' })
  if (isMobile) {
    await expect(reviews).toHaveCount(2)
    await more.press('Enter')
  }
  await expect(reviews).toHaveCount(4)
  await more.press('Enter')
  await expect(more).toHaveCount(0)
  await expect(reviews.nth(4)).toBeFocused()
})

test('filters reviews by the stars of a bar, and reverses the order @wide', async ({ page }) => {
  await page.goto(PRODUCT)
  await hydrated(page)
  await page.getByRole('button', { name: /^3 stars: \d+ review/ }).click()
  const reviews = page.locator('#reviews article')
  await expect(reviews.filter({ hasText: '3 out of 5 stars' }).first()).toBeVisible()
  await expect(reviews.filter({ hasNotText: '3 out of 5 stars' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(page.getByRole('combobox', { name: 'Sort by' })).toBeFocused()
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Lowest rating')
  await expect(reviews.first()).not.toContainText('5 out of 5 stars')
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Highest rating')
  await expect(reviews.first()).toContainText('5 out of 5 stars')
})

test('sends a review with the keyboard alone and shows thanks @wide', async ({ page, isMobile }) => {
  const dialog = await openForm(page, isMobile ? '/products/pure-bloom' : '/products/first-light-serum')
  await dialog.getByRole('radio', { name: '1 star' }).focus()
  await page.keyboard.press('Space')
  for (let star = 1; star < 4; star += 1) await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('radio', { name: '4 stars' })).toBeChecked()
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Soft <b>and</b> calm')
  await expect(dialog.getByText('80 left')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Review' }).fill('Two drops are plenty. 🌿')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Ana Pires')
  const letGo = await holdBack(page, '**/functions/v1/submit-review')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeDisabled()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  letGo()
  await expect(page.getByText(MESSAGES.reviewSubmitted)).toBeVisible()
  await expect(dialog).toBeHidden()
})

test('says what is missing and names the field @phone', async ({ page }) => {
  const dialog = await openForm(page)
  await dialog.getByRole('button', { name: 'Submit review' }).click()
  await expect(dialog.getByText(MESSAGES.ratingRequired)).toBeVisible()
  await expect(page.getByText(MESSAGES.ratingRequired)).toHaveCount(1)
  for (const text of ['Title is required', 'Review is required', 'Name is required'])
    await expect(dialog.getByText(text)).toBeVisible()
  await dialog.locator('label').filter({ hasText: '5 stars' }).click()
  await dialog.getByRole('textbox', { name: 'Title' }).fill('x'.repeat(101))
  await expect(dialog.getByText('Title is required')).toHaveCount(0)
  await expect(dialog.getByText('1 too many')).toBeVisible()
  await dialog.getByRole('button', { name: 'Submit review' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Title' })).toBeFocused()
  await expect(page.getByText(MESSAGES.ratingRequired)).toHaveCount(0)
  await expect(dialog.getByText('Title is too long: 100 characters at most')).toBeVisible()
  await expectNoViolations(page)
})

test('keeps the draft when the form is closed @phone', async ({ page }) => {
  const dialog = await openForm(page)
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Half a thought')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Write a review' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Title' })).toHaveValue('Half a thought')
})

test('truncates no testimonial without a link to the rest @wide', async ({ page }) => {
  await page.goto('/')
  await fullyHydrated(page)
  const cards = page.getByRole('region', { name: 'Kind words' }).locator('figure')
  // Short, and still too long for six lines of a narrow card.
  const cut = await cards.evaluateAll((figures) =>
    figures.map((figure) => {
      const quote = figure.querySelector('blockquote')
      quote?.replaceChildren('Www wwwww '.repeat(13))
      return quote && quote.scrollHeight > quote.clientHeight
    }),
  )
  expect(cut).toContain(true)
  await expect(cards.locator('figcaption a')).toHaveCount(cut.length)
  const link = cards.first().getByRole('link', { name: /^Full review by/ })
  const [, id = ''] = ((await link.getAttribute('href')) ?? '').split('#')
  await link.click()
  await expect(page).toHaveURL(/\/reviews\?product=/)
  await expect(page.locator(`#${id}`)).toBeInViewport({ ratio: 1 })
})

test('keeps the link to the full testimonial on one line', async ({ page }) => {
  await page.goto('/')
  await fullyHydrated(page)
  const links = page.getByRole('region', { name: 'Kind words' }).locator('figcaption a')
  await expect(links).not.toHaveCount(0)
  const lines = await links.evaluateAll((all) => all.map((link) => link.getClientRects().length))
  expect(lines.filter((count) => count !== 1)).toEqual([])
})

test('pages through the testimonials, wraps around and has a dot for each', async ({ page, isMobile }) => {
  await page.goto('/')
  const section = page.getByRole('region', { name: 'Kind words' })
  const pages = isMobile ? 6 : 3
  const dots = section.getByRole('button', { name: /^Testimonials, page/ })
  await expect(dots).toHaveCount(pages)
  const cards = section.getByRole('listitem')
  await expect(cards).toHaveCount(isMobile ? 6 : 9)
  await section.getByRole('button', { name: 'Previous testimonials' }).click()
  await expect(dots.nth(pages - 1)).toHaveAttribute('aria-current', 'true')
  await expect(cards.last()).toBeInViewport({ ratio: 0.3 })
  await section.getByRole('button', { name: 'Next testimonials' }).press('Enter')
  await expect(dots.first()).toHaveAttribute('aria-current', 'true')
  await dots.nth(1).click()
  await expect(cards.nth(isMobile ? 1 : 3)).toBeInViewport({ ratio: 0.3 })
  await expect(cards.first()).not.toBeInViewport()
})

test('the ledger shows what happened to every review and under which rules @wide', async ({ page }) => {
  await page.goto('/reviews')
  await expect(page.getByText(/^\d+ received, \d+ published,.* \d+ withheld/)).toBeVisible()
  await expect(page.getByText('The same rules apply to five stars and one.')).toBeVisible()
})

test('opens the form with the order number from a link @phone', async ({ page }) => {
  await page.goto('/products/pure-bloom?order=BLM-23456789-AAAA&proof=signature#reviews')
  const dialog = page.getByRole('dialog', { name: 'Write a review' })
  await expect(dialog.getByRole('textbox', { name: 'Order number' })).toHaveValue('BLM-23456789-AAAA')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
})

test('the proof of order is removed from the address bar, and still counts after a reload @wide', async ({ page }) => {
  let proof: unknown
  await page.route('**/functions/v1/submit-review', (route) => {
    ;({ proof } = route.request().postDataJSON() as { proof: unknown })
    return route.fulfill({ json: { message: MESSAGES.reviewSubmitted } })
  })
  await page.goto('/products/pure-bloom?size=2oz&order=BLM-23456789-AAAA&proof=signature#reviews')
  await expect(page).toHaveURL('/products/pure-bloom?size=2oz#reviews')
  await page.reload()
  await hydrated(page)
  const dialog = page.getByRole('dialog', { name: 'Write a review' })
  await expect(dialog.getByRole('textbox', { name: 'Order number' })).toHaveValue('BLM-23456789-AAAA')
  await dialog.getByText('★').nth(3).click()
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Bought it')
  // Closing keeps what was typed, even if collapsing the reviews changes the URL.
  await page.keyboard.press('Escape')
  await page.getByText('Hide Reviews').click()
  await expect(page).toHaveURL('/products/pure-bloom?size=2oz')
  await page.getByRole('button', { name: 'Write a review' }).click()
  await dialog.getByRole('textbox', { name: 'Review' }).fill('It sinks in.')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Ana')
  await dialog.getByRole('button', { name: 'Submit review' }).click()
  await expect(page.getByText(MESSAGES.reviewSubmitted)).toBeVisible()
  expect(proof).toBe('signature')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a review can be written @phone', async ({ page }) => {
    await page.goto(PRODUCT)
    await page.getByRole('button', { name: 'Write a review' }).click()
    const dialog = page.getByRole('dialog', { name: 'Write a review' })
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect(dialog).toBeHidden()
    await page.getByRole('button', { name: 'Write a review' }).click()
    await dialog.getByRole('textbox', { name: 'Title' }).fill('No script')
    await dialog.getByRole('textbox', { name: 'Review' }).fill('It sinks in.')
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Ana')
    // Without stars the browser itself does not send it.
    await dialog.getByRole('button', { name: 'Submit review' }).click()
    await expect(page).toHaveURL(PRODUCT)
    // Located by element: text locators ignore noscript.
    await dialog.locator('.star-choice label').nth(3).click()
    await dialog.getByRole('button', { name: 'Submit review' }).click()
    await expect(page.getByRole('status')).toHaveText(MESSAGES.reviewSubmitted)
    await page.getByRole('link', { name: 'Back to the shop' }).click()
    await expect(page).toHaveURL(PRODUCT)
  })
})
