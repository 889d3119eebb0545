import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from './shop-test.ts'

const PAGES = ['/', '/products/pure-bloom', '/products/unknown', '/no-such-page']

for (const path of PAGES) {
  test(`axe finds nothing on ${path}`, async ({ page }) => {
    await page.goto(path)
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([])
  })
}
