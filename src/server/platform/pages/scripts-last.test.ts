import { expect, test } from 'vitest'
import { scriptsLast } from './scripts-last.ts'

const scriptsLastIn = (html: string) => scriptsLast(Buffer.from(html)).toString()

const MODULE = 'import "/assets/manifest.js";'

test('leaves a page’s module as text that names its files', () => {
  const html = `<head><link rel="modulepreload" href="/assets/a.js"/><link rel="modulepreload" href="/assets/b.js"/><link rel="preload" href="/c.woff2"/></head><body><script type="module" async="">${MODULE}</script></body>`
  expect(scriptsLastIn(html)).toBe(
    `<head><link rel="preload" href="/c.woff2"/></head><body><script type="text/x-module" data-files="/assets/a.js /assets/b.js">${MODULE}</script></body>`,
  )
})

test('leaves a page without scripts as it is', () => {
  const html = '<body><script type="application/ld+json">{}</script></body>'
  expect(scriptsLastIn(html)).toBe(html)
})
