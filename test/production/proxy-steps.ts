import { execFile } from 'node:child_process'
import http2 from 'node:http2'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { MAX_UNHEARD_MS } from '#server/platform/db/process-notes.ts'
import { eventually } from '../eventually.ts'
import type { Production } from './start-production.ts'
import { fetchFromAddress } from './visitors.ts'

type Step = [name: string, work: (production: Production) => Promise<string>]

const projectFolder = path.resolve(import.meta.dirname, '../..')
const PRODUCT = 'pure-bloom'
const NOTICED_MS = 30_000
const PAGES_AT_ONCE = 20

/** What the proxy and the pooler must let through. */
export const PROXY_STEPS: readonly Step[] = [
  ['headers are those of the shop', compareHeaders],
  ['HTTP/2', speakHttp2],
  ['the address of a client is its own, whatever it claims', countByAddress],
  ['live reviews reach an open page', hearReview],
  ['a change shows in both processes', seeChange],
  ['a process that was halted shows no page from before', haltProcess],
  ['a picture is uploaded and resized', uploadPicture],
]

/** Set by the sender of the response, or different for each. */
const OF_THE_SENDER = new Set([
  'connection',
  'date',
  'keep-alive',
  'transfer-encoding',
  'x-request-id',
  'content-length',
])
const OF_THE_PROXY = new Set(['alt-svc', 'server'])

async function compareHeaders({ publicUrl, shopAddress }: Production): Promise<string> {
  const host = { host: new URL(publicUrl).host }
  const outside = await fetchFromAddress(`${publicUrl}/`)
  const inside = await fetch(`${shopAddress(0)}/`, { headers: { ...host, 'accept-encoding': 'identity' } })
  const names = new Set(
    [...outside.headers.keys(), ...inside.headers.keys()].filter((name) => !OF_THE_SENDER.has(name)),
  )
  const changed = [...names].filter(
    (name) => !OF_THE_PROXY.has(name) && outside.headers.get(name) !== inside.headers.get(name),
  )
  if (changed.length > 0) throw new Error(`the proxy changes ${changed.join(', ')}`)
  if (!outside.headers.has('content-security-policy')) throw new Error('there is no Content-Security-Policy')
  return `${names.size} headers`
}

async function speakHttp2({ publicUrl }: Production): Promise<string> {
  const session = http2.connect(publicUrl)
  try {
    session.setMaxListeners(PAGES_AT_ONCE)
    const statuses = await Promise.all(
      Array.from(
        { length: PAGES_AT_ONCE },
        () =>
          new Promise<number>((resolve, reject) => {
            session.once('error', reject)
            const stream = session.request({ ':path': '/' })
            let status = 0
            stream.on('response', (headers) => (status = headers[':status'] ?? 0))
            stream.on('error', reject)
            stream.on('end', () => resolve(status))
            stream.resume()
          }),
      ),
    )
    if (session.alpnProtocol !== 'h2') throw new Error(`negotiated ${session.alpnProtocol}`)
    if (statuses.some((status) => status !== 200)) throw new Error(`statuses ${statuses.join(', ')}`)
    return `${PAGES_AT_ONCE} pages at once over one connection`
  } finally {
    session.close()
  }
}

/** The limit of sign-in links is ten per address, counted by both processes together. */
async function countByAddress({ publicUrl }: Production): Promise<string> {
  const ask = async (localAddress: string, claim: string) => {
    const response = await fetchFromAddress(`${publicUrl}/admin/sign-in/link`, {
      method: 'POST',
      headers: {
        'x-forwarded-for': localAddress,
        'x-real-ip': claim,
        forwarded: `for=${claim}`,
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'email=nobody%40shop.example',
    })
    return response.status
  }
  const statuses: number[] = []
  for (let tries = 0; tries < 14; tries += 1) statuses.push(await ask('10.77.0.1', `203.0.113.${tries}`))
  if (statuses.at(-1) !== 429)
    throw new Error(`a client that spoofs many addresses is never throttled: ${statuses.join(' ')}`)
  const neighbor = await ask('10.77.0.2', '203.0.113.1')
  if (neighbor !== 200) throw new Error(`another client got ${neighbor}`)
  return `stopped after ${statuses.indexOf(429)} tries, its neighbor is not`
}

async function hearReview({ publicUrl, openDatabase }: Production): Promise<string> {
  const ending = new AbortController()
  const database = openDatabase()
  try {
    const response = await fetch(`${publicUrl}/api/products/${PRODUCT}/reviews/live`, { signal: ending.signal })
    if (!response.headers.get('content-type')?.startsWith('text/event-stream'))
      throw new Error(`the stream has status ${response.status}`)
    let heard = ''
    const reading = (async () => {
      for await (const chunk of response.body ?? []) heard += Buffer.from(chunk).toString()
    })().catch(() => {})
    await database.withConnection((connection) =>
      connection.rows(
        `insert into reviews (product_id, rating, title, body, reviewer_name, source, is_published)
         values ($1, 5, 'Rehearsed', 'Reached an open page.', 'Dana Whitfield', 'website_form', true)`,
        [PRODUCT],
      ),
    )
    const start = performance.now()
    await eventually(() => /data:.*\b1\b/.test(heard), NOTICED_MS).catch(() => {
      throw new Error(`received only: ${heard}`)
    })
    ending.abort()
    await reading
    return `after ${Math.round(performance.now() - start)} ms`
  } finally {
    ending.abort()
    await database.close()
  }
}

async function seeChange({ publicUrl, shopAddress, openDatabase }: Production): Promise<string> {
  const database = openDatabase()
  const host = { host: new URL(publicUrl).host }
  const pages = () =>
    Promise.all(
      [0, 1].map(async (index) => (await fetch(`${shopAddress(index)}/products/${PRODUCT}`, { headers: host })).text()),
    )
  try {
    await pages()
    await database.withConnection((connection) =>
      connection.rows(`update products set name = 'Rehearsed Bloom' where id = $1`, [PRODUCT]),
    )
    const start = performance.now()
    await eventually(async () => (await pages()).every((page) => page.includes('Rehearsed Bloom')), NOTICED_MS)
    return `after ${Math.round(performance.now() - start)} ms`
  } finally {
    await database.close()
  }
}

async function haltProcess(production: Production): Promise<string> {
  const { publicUrl, shopAddress, openDatabase } = production
  const database = openDatabase()
  const page = async () => {
    const headers = { host: new URL(publicUrl).host }
    return (await fetch(`${shopAddress(1)}/products/${PRODUCT}`, { headers })).text()
  }
  try {
    await page()
    let first = Promise.resolve('')
    await production.whileHalted(1, async () => {
      await database.withConnection((connection) =>
        connection.rows(`update products set name = 'Halted Bloom' where id = $1`, [PRODUCT]),
      )
      await sleep(MAX_UNHEARD_MS + 1000)
      // Waits in the socket, so that it's handled before anything else.
      first = page()
      await sleep(200)
    })
    if (!(await first).includes('Halted Bloom')) throw new Error('the first response is a stale page')
    return `halted for ${MAX_UNHEARD_MS / 1000 + 1} s`
  } finally {
    await database.close()
  }
}

async function uploadPicture({ publicUrl, environment, openDatabase }: Production): Promise<string> {
  const cookie = await signIn(publicUrl, environment)
  // Large to send and easy to resize.
  const image = sharp({ create: { width: 1000, height: 1250, channels: 3, background: '#8f5417' } })
  const file = new Uint8Array(await image.png({ compressionLevel: 0 }).toBuffer())
  const body = new FormData()
  body.set('picture', new Blob([file], { type: 'image/png' }), 'rehearsed.png')
  body.set('alt', 'A bottle on a stone')
  const response = await fetch(`${publicUrl}/admin/catalogue/products/${PRODUCT}/picture`, {
    method: 'POST',
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
    body,
    redirect: 'manual',
  })
  if (response.status !== 303) throw new Error(`the upload has status ${response.status}`)
  const database = openDatabase()
  try {
    const made = () =>
      database.withConnection((connection) =>
        connection.rows(`select from product_pictures where alt = 'A bottle on a stone'`),
      )
    await eventually(async () => (await made()).length > 0, 120_000)
    return `${(file.byteLength / 1024 / 1024).toFixed(1)} MB`
  } finally {
    await database.close()
  }
}

/** With a link from the command line, as on a new server. */
async function signIn(publicUrl: string, environment: Record<string, string>): Promise<string> {
  const askForLink = () =>
    promisify(execFile)(process.execPath, ['scripts/operator.ts', 'add', `rehearsal-${Date.now()}@shop.example`], {
      cwd: projectFolder,
      env: { PATH: process.env.PATH, NODE_ENV: 'test', ...environment },
    })
  // The command gives a connection three seconds, which a machine that is busy with other tests may take.
  const { stdout } = await askForLink().catch(askForLink)
  const link = /https:\/\/\S+\/admin\/link\/\S+/.exec(stdout)?.[0]
  if (!link) throw new Error(`no link in: ${stdout}`)
  const response = await fetch(link, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
    redirect: 'manual',
  })
  const cookie = response.headers
    .getSetCookie()
    .map((set) => set.split(';')[0])
    .join('; ')
  if (!cookie) throw new Error(`the link of ${publicUrl} has status ${response.status}`)
  return cookie
}
