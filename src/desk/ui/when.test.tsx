import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { RenderTime, When } from './when.tsx'

const NOW = new Date('2026-11-16T20:00:00Z')

function render(at: string): string {
  return renderToStaticMarkup(
    <RenderTime value={NOW}>
      <When at={new Date(at)} />
    </RenderTime>,
  )
}

test.each([
  ['2026-11-16T20:00:30Z', 'just now'],
  ['2026-11-16T19:48:00Z', '12 min ago'],
  ['2026-11-15T20:00:01Z', '23 h ago'],
  ['2026-11-15T20:00:00Z', 'Nov 15'],
  ['2025-11-15T20:00:00Z', 'Nov 15, 2025'],
  ['2026-11-16T20:02:00Z', 'Nov 16, 2026, 1:02 PM'],
])('shows %s as "%s"', (at, text) => {
  expect(render(at).replaceAll('\u202F', ' ')).toContain(`>${text}</time>`)
})

test('has the full date on hover, and for machines', () => {
  expect(render('2026-11-15T20:00:00Z').replaceAll('\u202F', ' ')).toBe(
    '<time dateTime="2026-11-15T20:00:00.000Z" title="Nov 15, 2026, 1:00 PM">Nov 15</time>',
  )
})
