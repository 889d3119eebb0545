import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveStaticFiles, type StaticFiles } from './static-files.ts'

const app = new Hono()
let folder = ''
let files: StaticFiles

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'static-'))
  await mkdir(path.join(folder, 'assets'))
  await writeFile(path.join(folder, 'assets/page-3f2a.css'), 'p { color: green }')
  await writeFile(path.join(folder, 'assets/page-3f2a.css.br'), 'compressed')
  await writeFile(path.join(folder, 'assets/not-read-yet.js'), 'alert(1)')
  await writeFile(path.join(folder, 'favicon.ico'), 'icon')
  files = await serveStaticFiles(folder, { 'x-content-type-options': 'nosniff' })
  app.use(files.middleware)
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

async function read(response: Response) {
  const headers = Object.fromEntries(response.headers)
  // Node adds these to every response.
  for (const name of ['connection', 'date', 'keep-alive']) delete headers[name]
  return { status: response.status, headers, body: await response.text() }
}

test('a file in memory is served without the framework, with the same response', async () => {
  const name = '/assets/page-3f2a.css'
  const etagOf = (response: Response) => response.headers.get('etag') ?? ''
  const etag = etagOf(await app.request(name))
  const compressedEtag = etagOf(await app.request(name, { headers: { 'accept-encoding': 'br' } }))
  const server = http.createServer((request, response) => {
    if (!files.serveLoaded(request, response)) response.writeHead(501).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  for (const [encoding, tag] of [
    ['identity', '"another"'],
    ['identity', etag],
    ['br', compressedEtag],
  ] as const) {
    const headers = { 'accept-encoding': encoding, 'if-none-match': tag }
    expect(await read(await fetch(origin + name, { headers }))).toEqual(
      await read(await app.request(name, { headers })),
    )
  }
  expect((await fetch(`${origin}${name}?x`)).status).toBe(200)
  const head = await read(await fetch(origin + name, { method: 'HEAD', headers: { 'accept-encoding': 'identity' } }))
  expect(head).toMatchObject({ status: 200, headers: { 'content-length': '18' }, body: '' })
  for (const [method, other] of [
    ['POST', name],
    ['GET', '/assets/not-read-yet.js'],
    ['GET', '/assets/unknown.js'],
  ] as const)
    expect((await fetch(origin + other, { method })).status, `${method} ${other}`).toBe(501)
  server.close()
})

test('sends the same bytes for every spelling of a file, not a copy for each response', async () => {
  const name = '/assets/page-3f2a.css'
  const sent: unknown[] = []
  const respond = getRequestListener(app.fetch)
  const server = http.createServer((request, response) => {
    const end = response.end.bind(response)
    response.end = (body?: unknown) => {
      sent.push(body)
      return end(body, 'utf8')
    }
    if (!files.serveLoaded(request, response)) void respond(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  for (const spelling of [name, `${name}?x`, `${name}?y=1`, '/assets/p%61ge-3f2a.css', '/assets/p%61ge-3f2a.css?x']) {
    const response = await fetch(origin + spelling, { headers: { 'accept-encoding': 'identity' } })
    expect(await response.text(), spelling).toBe('p { color: green }')
  }
  expect(sent).toHaveLength(5)
  for (const body of sent) expect(body).toBe(sent[0])
  server.close()
})
