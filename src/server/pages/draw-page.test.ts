import { expect, test } from 'vitest'
import { inlineScriptHashes } from './draw-page.ts'

test('an inline script is named by the hash the browser computes', () => {
  expect(inlineScriptHashes('<script>alert(1)</script>')).toEqual(['bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='])
})

test('modules count, files and data blocks do not', () => {
  expect(inlineScriptHashes('<script type="module" async="">import "/a.js"</script>')).toHaveLength(1)
  expect(inlineScriptHashes('<script src="/a.js"></script><script type="application/ld+json">{}</script>')).toEqual([])
})

test('the same script twice is one hash', () => {
  expect(inlineScriptHashes('<script>a()</script><p></p><script>a()</script>')).toHaveLength(1)
})
