import type { Random } from '../chaos/random.ts'
import { type Body, bytesOf, type Draft, type Pair, percent } from './draft.ts'
import { hostileJson, hostileText, type Json, JsonText, list, MARKUP, RAW_PATH_PARTS } from './hostile-values.ts'

type Mutation = (random: Random, draft: Draft) => void

const METHODS = 'GET HEAD POST PUT PATCH DELETE OPTIONS TRACE CONNECT PROPFIND get FZ'.split(' ')

/** Headers that some layer interprets: wrong values must be rejected or ignored. */
const ODD_HEADERS: Record<string, readonly string[]> = {
  'content-type': list(
    'application/json; charset=utf-16 ¦ application/json; ¦ APPLICATION/JSON ¦ text/plain ¦ text/json ¦  ¦ ; ¦ a/b;c=d;; ¦ multipart/form-data ¦ multipart/form-data; boundary= ¦ multipart/form-data; boundary=" ¦ multipart/form-data; boundary=x ¦ application/csp-report ¦ application/x-www-form-urlencoded ¦ application/x-www-form-urlencoded; charset=latin1',
  ),
  'content-encoding': list('gzip ¦ br ¦ identity ¦ gzip, gzip ¦ x'),
  'accept-encoding': [
    ...list(' ¦ * ¦ br;q=0 ¦ gzip;q=1.5 ¦ identity;q=0, *;q=0 ¦ ,,, ¦ deflate'),
    'br, gzip'.repeat(200),
  ],
  accept: list('*/* ¦ text/html ¦ application/json ¦ text/event-stream ¦ ; ¦ text/html;q=x'),
  'accept-language': list(' ¦ * ¦ en;q=9 ¦ -'),
  cookie: list(
    'desk= ¦ desk=x ¦ desk=%00 ¦ desk-flash=%7B ¦ desk-flash=null ¦ desk-flash=%5B%5D ¦ = ¦ ;;; ¦ a=b; a=c ¦ __proto__=1',
  ),
  host: [
    ...list('fz.example ¦ localhost:3000 ¦  ¦ localhost:99999 ¦ [::1] ¦ a b ¦ localhost,fz.example'),
    'x'.repeat(300),
  ],
  origin: list('null ¦ https://fz.example ¦  ¦ http://localhost:3000/ ¦ file:// ¦ *'),
  referer: list('https://fz.example/ ¦ //fz.example ¦ x ¦ /admin/../ ¦ javascript:1 ¦ http://localhost:3000/%zz'),
  'sec-fetch-site': list('cross-site ¦ same-site ¦ none ¦ same-origin ¦  ¦ x'),
  'if-none-match': list('* ¦ W/"x" ¦ " ¦ W/"x", "y"'),
  'if-modified-since': list('x ¦ Thu, 01 Jan 1970 00:00:00 GMT'),
  range: list('bytes=0- ¦ bytes=-1 ¦ bytes=9-1 ¦ x ¦ bytes=0-1,2-3,4-5'),
  authorization: list('Bearer ¦ Bearer bloomera-public ¦ Bearer x ¦ Basic Og== ¦ Basic % ¦ '),
  'idempotency-key': [...list(' ¦ x ¦ fz key ¦ ../x ¦ __proto__ ¦ constructor'), 'x'.repeat(65)],
  'x-forwarded-for': [
    ...list(' ¦ , ¦ ::1 ¦ 127.0.0.1 ¦ 10.0.0.1:99 ¦ [::1]:9 ¦ unknown ¦ 1.2.3.4, 5.6.7.8 ¦ :::::::'),
    'x'.repeat(900),
  ],
  'x-forwarded-host': ['fz.example'],
  'x-forwarded-proto': ['https', 'x'],
  'x-http-method-override': ['DELETE'],
  'x-original-url': ['/admin'],
  'user-agent': ['', 'x'.repeat(2000), '\u00FF\u00FE', MARKUP],
  'x-square-hmacsha256-signature': ['', 'x', 'AAAA'],
  'content-length': list('0 ¦ -1 ¦ x ¦ 99999999999 ¦ 1e3'),
  expect: ['100-continue', 'x'],
  te: ['trailers'],
}

const path: Mutation = (random, draft) => {
  const segments = draft.path.split('/')
  const at = random.between(1, Math.max(1, segments.length - 1))
  const part = random.chance(0.6) ? random.pick(RAW_PATH_PARTS) : percent(hostileText(random)).slice(0, 2000)
  const kind = random.below(6)
  if (kind === 0) segments.splice(at, 0, part)
  else if (kind === 1) segments[at] = part
  else if (kind === 2) segments[at] = (segments[at] ?? '') + part
  else if (kind === 3) segments[at] = (segments[at] ?? '').toUpperCase()
  else if (kind === 4) segments.push('')
  else
    segments[at] = Array.from(segments[at] ?? '')
      .map((letter) => `%${letter.charCodeAt(0).toString(16).padStart(2, '0')}`)
      .join('')
  draft.path = segments.join('/')
}

const query: Mutation = (random, draft) => {
  const known = draft.query.length > 0 ? random.pick(draft.query) : undefined
  const value = hostileText(random)
  const kind = random.below(5)
  if (known && kind === 0) known[1] = value
  else if (known && kind === 1) draft.query.push([known[0], value])
  else if (known && kind === 2) known[0] = `${known[0]}[]`
  else if (known && kind === 3) draft.query = draft.query.filter((pair) => pair !== known)
  else
    draft.query.push([
      random.pick(['_routes', 'page', 'search', 'size', 'without', 'q', 'next', 'list', hostileText(random)]),
      value,
    ])
}

const header: Mutation = (random, draft) => {
  const name = random.pick(Object.keys(ODD_HEADERS))
  const value = random.pick(ODD_HEADERS[name] ?? [''])
  const others = draft.headers.filter(([other]) => other !== name)
  if (random.chance(0.1)) draft.headers = others
  else draft.headers = [...others, [name, value]]
}

const method: Mutation = (random, draft) => {
  draft.method = random.pick(METHODS)
}

const bodyValue: Mutation = (random, draft) => {
  const { body } = draft
  if (body?.kind === 'json') body.value = changeJson(random, body.value)
  else if (body?.kind === 'form') changeFields(random, body.fields, () => hostileText(random))
  else if (body?.kind === 'multipart')
    changeFields(random, body.fields, () => (random.chance(0.3) ? garbage(random) : hostileText(random)))
  else query(random, draft)
}

const bodyBytes: Mutation = (random, draft) => {
  if (!draft.body) return query(random, draft)
  const bytes = Buffer.from(bytesOf(draft.body))
  const kept = { contentType: draft.headers.some(([name]) => name === 'content-type'), kind: draft.body.kind }
  const cut = random.below(bytes.length + 1)
  const changed = [
    () => bytes.subarray(0, cut),
    () => Buffer.concat([bytes, bytes]),
    () => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]),
    () =>
      Buffer.concat([
        bytes.subarray(0, cut),
        Buffer.from([random.pick([0, 0x80, 0xc0, 0xed, 0xff])]),
        bytes.subarray(cut),
      ]),
    () => Buffer.from(bytes.toString('utf8'), 'utf16le'),
    () => Buffer.alloc(0),
    () => garbage(random),
    () => Buffer.concat([bytes, Buffer.alloc(random.pick([1, 16 * 1024, 40 * 1024, 70 * 1024]), 0x20)]),
  ]
  draft.body = { kind: 'bytes', bytes: random.pick(changed)() }
  // The content type stays that of the original body.
  if (!kept.contentType) draft.headers.push(['content-type', contentTypeOf(kept.kind)])
}

function contentTypeOf(kind: Body['kind']): string {
  if (kind === 'form') return 'application/x-www-form-urlencoded'
  return kind === 'multipart' ? 'multipart/form-data; boundary=fz-boundary-7d91' : 'application/json'
}

const otherBody: Mutation = (random, draft) => {
  const fields: Pair[] = [
    [hostileText(random).slice(0, 100), hostileText(random)],
    ['email', 'fz@example.com'],
  ]
  draft.body = random.pick<Body>([
    { kind: 'json', value: hostileJson(random) },
    { kind: 'form', fields },
    { kind: 'multipart', fields },
  ])
}

const MUTATIONS: readonly [weight: number, mutation: Mutation][] = [
  [50, bodyValue],
  [14, query],
  [10, path],
  [12, header],
  [6, bodyBytes],
  [4, otherBody],
  [2, method],
]
const TOTAL = MUTATIONS.reduce((sum, [weight]) => sum + weight, 0)

/** Makes one part of the request invalid, or at least unusual. */
export function mutate(random: Random, draft: Draft): void {
  let left = random.below(TOTAL)
  for (const [weight, mutation] of MUTATIONS) {
    left -= weight
    if (left < 0) return mutation(random, draft)
  }
}

/** Mutates only the body: requests meant to reach deep code keep their address and permission. */
export function mutateBody(random: Random, draft: Draft): void {
  bodyValue(random, draft)
}

function garbage(random: Random): Buffer {
  return Buffer.from(Array.from({ length: random.pick([1, 20, 500]) }, () => random.below(256)))
}

function changeFields<T extends string | Uint8Array>(random: Random, fields: [string, T][], value: () => T): void {
  const at = fields.length === 0 ? -1 : random.below(fields.length)
  const field = fields[at]
  const kind = random.below(8)
  if (!field || kind === 0) fields.push([hostileText(random).slice(0, 200), value()])
  else if (kind === 1) fields.push([field[0], value()])
  else if (kind === 2) fields.splice(at, 1)
  else field[1] = value()
}

/** Replaces, removes or adds one value somewhere in it. */
function changeJson(random: Random, value: Json): Json {
  const isBranch = typeof value === 'object' && value !== null && !(value instanceof JsonText)
  if (!isBranch || random.chance(0.06)) return hostileJson(random)
  const keys = Object.keys(value)
  const key = keys.length > 0 ? random.pick(keys) : undefined
  if (Array.isArray(value)) {
    const items = [...value]
    const at = Number(key ?? 0)
    if (key === undefined || random.chance(0.1)) items.push(items[0] ?? hostileJson(random))
    else items[at] = changeJson(random, items[at] ?? null)
    return items
  }
  const entries = Object.entries(value)
  if (key === undefined || random.chance(0.08))
    return Object.fromEntries([...entries, [hostileText(random).slice(0, 300), hostileJson(random)]])
  if (random.chance(0.1)) return Object.fromEntries(entries.filter(([name]) => name !== key))
  return Object.fromEntries(entries.map(([name, item]) => [name, name === key ? changeJson(random, item) : item]))
}
