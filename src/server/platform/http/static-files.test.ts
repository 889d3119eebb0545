import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveStaticFiles } from './static-files.ts'

const app = new Hono()
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'static-'))
  await mkdir(path.join(folder, 'assets'))
  await writeFile(path.join(folder, 'assets/page-3f2a.css'), 'p { color: green }')
  await writeFile(path.join(folder, 'assets/page-3f2a.css.br'), 'compressed')
  await writeFile(path.join(folder, 'favicon.ico'), 'icon')
  app.use(await serveStaticFiles(folder, { 'x-content-type-options': 'nosniff' }))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('serves hashed files as immutable and precompressed', async () => {
  const response = await app.request('/assets/page-3f2a.css', { headers: { 'accept-encoding': 'br' } })
  expect(await response.text()).toBe('compressed')
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
    'content-type': 'text/css; charset=utf-8',
    'x-content-type-options': 'nosniff',
  })
})

test('serves uncompressed files on request; unhashed files are revalidated after an hour', async () => {
  expect(await (await app.request('/assets/page-3f2a.css')).text()).toBe('p { color: green }')
  const icon = await app.request('/favicon.ico', { headers: { 'accept-encoding': 'br' } })
  expect(icon.headers.get('content-encoding')).toBeNull()
  expect(icon.headers.get('cache-control')).toBe('public, max-age=3600')
})

test('serves nothing but the listed files', async () => {
  for (const name of [
    '/assets',
    '/assets/',
    '/assets/../favicon.ico.br',
    '/assets/page-3f2a.css.br',
    '/%2e%2e/etc/passwd',
  ])
    expect((await app.request(name)).status, name).toBe(404)
})
