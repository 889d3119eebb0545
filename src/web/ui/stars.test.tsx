import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Stars } from './stars.tsx'

test.each([
  [5, 10],
  [4.75, 10],
  [4.74, 9],
  [4.25, 9],
  [4.24, 8],
  [1, 2],
])('draws an average of %f as %i of ten halves', (value, halves) => {
  expect(renderToStaticMarkup(<Stars value={value} />)).toContain(`halves-${halves}"`)
})
