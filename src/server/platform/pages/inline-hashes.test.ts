import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { takeInlineHashes } from './inline-hashes.ts'

const NONCE = 'abc123'
const ALERT_1 = 'bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='

function take(text: string) {
  const { html, ...hashes } = takeInlineHashes(Buffer.from(text), NONCE)
  return { html: html.toString(), ...hashes }
}

test('hashes a marked script like the browser does and removes the mark', () => {
  expect(take(`<p>a</p><script nonce="${NONCE}">alert(1)</script>`)).toEqual({
    html: '<p>a</p><script>alert(1)</script>',
    scripts: [ALERT_1],
    styles: [],
  })
})

test('hashes a marked style apart from the scripts', () => {
  expect(take(`<style nonce="${NONCE}">p{color:red}</style><style>p{color:blue}</style>`)).toEqual({
    html: '<style>p{color:red}</style><style>p{color:blue}</style>',
    scripts: [],
    styles: [createHash('sha256').update('p{color:red}').digest('base64')],
  })
})

test('includes inline modules but not files or preloads', () => {
  expect(take(`<script type="module" async="" nonce="${NONCE}">import "/a.js"</script>`).scripts).toHaveLength(1)
  const files = `<script src="/a.js" nonce="${NONCE}"></script><link rel="modulepreload" href="/b.js" nonce="${NONCE}"/>`
  expect(take(files)).toEqual({
    html: '<script src="/a.js"></script><link rel="modulepreload" href="/b.js"/>',
    scripts: [],
    styles: [],
  })
})

test('hashes text beyond ASCII, and keeps it', () => {
  const style = 'p::before{content:"“é”"}'
  const { html, styles } = take(`<p>é – 🌿</p><style nonce="${NONCE}">${style}</style>`)
  expect(html).toBe(`<p>é – 🌿</p><style>${style}</style>`)
  expect(styles).toEqual([createHash('sha256').update(style).digest('base64')])
})

test('lists a repeated script once', () => {
  const script = `<script nonce="${NONCE}">a()</script>`
  expect(take(`${script}<p></p>${script}`).scripts).toHaveLength(1)
})

const OURS = `<script nonce="${NONCE}">alert(1)</script>`

test.each([
  ['without a mark', `<script>steal()</script>${OURS}`],
  ['with a guessed mark', `<script nonce="guess">steal()</script>${OURS}`],
  ['left open', `<script>steal()//${OURS}`],
  ['in a comment', `<!--<script>steal()</script>${OURS}-->`],
  ['after ours', `${OURS}<script>steal()</script>`],
  ['with a file of its own', `<script src="//evil.example/x.js">${OURS}`],
])('does not allow a script injected through %s', (_how, html) => {
  expect(take(html).scripts).toEqual([ALERT_1])
})
