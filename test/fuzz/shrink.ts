import type { FuzzRequest } from './draft.ts'

const MAX_TRIES = 150

/** Minimizes a failing request: one change at a time, each kept only if it still fails. */
export async function shrink(
  request: FuzzRequest,
  stillDoesIt: (candidate: FuzzRequest) => Promise<boolean>,
): Promise<FuzzRequest> {
  let smallest = request
  let tries = 0
  for (let isSmaller = true; isSmaller && tries < MAX_TRIES;) {
    isSmaller = false
    for (const candidate of simpler(smallest)) {
      if (tries >= MAX_TRIES) break
      tries += 1
      if (!(await stillDoesIt(candidate))) continue
      smallest = candidate
      isSmaller = true
      break
    }
  }
  return smallest
}

function* simpler(request: FuzzRequest): Generator<FuzzRequest> {
  const [path = '', query] = request.target.split('?', 2)
  if (query !== undefined) {
    yield { ...request, target: path }
    const pairs = query.split('&')
    if (pairs.length > 1)
      for (const pair of pairs)
        yield { ...request, target: `${path}?${pairs.filter((other) => other !== pair).join('&')}` }
  }
  for (const header of request.headers)
    yield { ...request, headers: request.headers.filter((other) => other !== header) }
  if (request.body) for (const body of simplerBodies(Buffer.from(request.body))) yield { ...request, body }
}

function* simplerBodies(body: Buffer): Generator<Buffer> {
  if (body.length === 0) return
  const text = body.toString()
  const json = parse(text)
  if (json !== undefined) {
    for (const value of simplerValues(json)) yield Buffer.from(JSON.stringify(value))
    return
  }
  if (text.includes('&')) {
    const fields = text.split('&')
    for (const field of fields) yield Buffer.from(fields.filter((other) => other !== field).join('&'))
    return
  }
  yield body.subarray(0, body.length >> 1)
  yield body.subarray(body.length >> 1)
}

function* simplerValues(value: unknown): Generator {
  if (typeof value === 'string' && value.length > 1) {
    yield value.slice(0, value.length >> 1)
    yield value.slice(value.length >> 1)
  }
  if (typeof value !== 'object' || value === null) return
  const entries = Object.entries(value)
  for (const [key, item] of entries) {
    const others = entries.filter(([name]) => name !== key)
    yield Array.isArray(value) ? others.map(([, other]) => other as unknown) : Object.fromEntries(others)
    for (const smaller of simplerValues(item))
      yield Array.isArray(value)
        ? entries.map(([name, other]) => (name === key ? smaller : (other as unknown)))
        : { ...value, [key]: smaller }
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Then shorten it as bytes.
    return undefined
  }
}

/** As a command for a terminal. */
export function toCurl(origin: string, { method, target, headers, body }: FuzzRequest): string {
  return [
    'curl -i --path-as-is',
    ...(method === 'GET' ? [] : [`-X ${quote(method)}`]),
    ...headers.map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(body ? [`--data-binary ${quote(Buffer.from(body).toString('latin1'))}`] : []),
    quote(origin + target),
  ].join(' ')
}

function quote(text: string): string {
  const plain = /^[\w@%+=:,./-]+$/
  if (plain.test(text)) return text
  const escaped = text.replaceAll(/[\\']/g, String.raw`\$&`)
  const printable = escaped.replaceAll(
    /[^\x20-\x7E]/g,
    (letter) => `\\x${letter.charCodeAt(0).toString(16).padStart(2, '0')}`,
  )
  return `$'${printable}'`
}
