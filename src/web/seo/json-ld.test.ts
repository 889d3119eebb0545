import { expect, test } from 'vitest'
import { escapeForScript } from './json-ld.tsx'

test('escapes text that could end its data block, and round-trips it', () => {
  const text = '</script><script>alert(1)</script> & \u2028\u2029'
  const escaped = escapeForScript(JSON.stringify({ text }))
  expect(escaped).not.toMatch(/[<>&\u2028\u2029]/)
  expect(JSON.parse(escaped)).toEqual({ text })
})
