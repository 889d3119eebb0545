import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { SKIN_TYPES } from '#domain/catalogue/facts.ts'
import { INGREDIENT_GROUPS } from '#domain/catalogue/product.ts'

test('the styles cover every ingredient group and every skin type', async () => {
  const styles = await readFile(new URL('../styles/marks.css', import.meta.url), 'utf8')
  const inStyles = (pattern: RegExp) => [...styles.matchAll(pattern)].map(([, key]) => key)
  expect(inStyles(/html\[data-without~='([\w-]+)'\] &\[data-groups~='\1'\]/g)).toEqual(Object.keys(INGREDIENT_GROUPS))
  expect(inStyles(/html\[data-skin='(\w+)'\] &\[data-skins\]:not\(\[data-skins~='\1'\]\)/g)).toEqual(
    Object.keys(SKIN_TYPES),
  )
})
