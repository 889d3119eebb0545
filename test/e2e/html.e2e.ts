import { spawnSync } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { MISSING, ROUTES } from './routes.ts'
import { expect, test } from './shop-test.ts'

/** The package's main module is a path unknown to TypeScript. */
const vnu = path.resolve(import.meta.dirname, '../../node_modules/vnu-jar/build/dist/vnu.jar')
const hasJava = spawnSync('java', ['-version']).status === 0

test('has no errors from the Nu checker on any route', async ({ request }) => {
  test.skip(!hasJava, 'needs Java')
  const folder = await mkdtemp(path.join(tmpdir(), 'html-'))
  for (const route of [...ROUTES, ...MISSING]) {
    const html = await (await request.get(route)).text()
    // Its CSS checker only knows properties from years ago.
    const checked = html.replace(/(<style>).*?(<\/style>)/s, '$1$2')
    await writeFile(path.join(folder, `${encodeURIComponent(route)}.html`), checked)
  }
  const { stderr } = spawnSync('java', ['-jar', vnu, '--errors-only', '--format', 'gnu', folder], { encoding: 'utf8' })
  expect(stderr).toBe('')
})

test('has no broken link or anchor within the shop', async ({ request }) => {
  // Every page of the shop, rendered for the first time.
  const seen = new Map<string, { html: string; from: string }>()
  const queue: { address: string; from: string }[] = [{ address: '/', from: 'start' }]
  const anchors: { address: string; id: string; from: string }[] = []
  const broken: string[] = []
  for (let next = queue.shift(); next; next = queue.shift()) {
    if (seen.has(next.address)) continue
    const response = await request.get(next.address)
    if (!response.ok()) broken.push(`${next.address} from ${next.from}: ${response.status()}`)
    const isHtml = response.headers()['content-type']?.startsWith('text/html') ?? false
    const html = isHtml ? await response.text() : ''
    seen.set(next.address, { html, from: next.from })
    for (const [, href = ''] of html.matchAll(/<a\b[^>]*\shref="([^"]*)"/g)) {
      const url = new URL(href.replaceAll('&amp;', '&'), `http://shop${next.address}`)
      if (url.hostname !== 'shop') continue
      const address = url.pathname + url.search
      queue.push({ address, from: next.address })
      if (url.hash) anchors.push({ address, id: url.hash.slice(1), from: next.address })
    }
  }
  for (const { address, id, from } of anchors) {
    if (!seen.get(address)?.html.includes(`id="${id}"`)) broken.push(`${address}#${id} from ${from}`)
  }
  expect(broken).toEqual([])
  expect(seen.size).toBeGreaterThan(50)
})
