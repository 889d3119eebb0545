import type { FuzzRequest } from './draft.ts'
import { INJECTED_HEADER, MARKUP } from './hostile-values.ts'
import type { Answer } from './send.ts'
import type { World } from './world.ts'

/** Required on every response. */
const HEADERS = [
  'x-content-type-options',
  'x-frame-options',
  'referrer-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'permissions-policy',
]

/** Server internals: words that none of our pages use. */
const INSIDES =
  /\n\s+at \S+ \(|node_modules|node:internal|PostgresError|DrizzleQueryError|Failed query|syntax error at|invalid input syntax|invalid byte sequence|violates \w+ constraint|relation "|ZodError|Invalid input|expected \w+, received|Unrecognized key|\bTypeError\b|\bRangeError\b|\bURIError\b|Cannot read propert|is not a function|is not iterable|ECONNREFUSED/

/** Scripts and styles are static and contain such words legitimately. */
const OUR_FILES = /^text\/(javascript|css)/

/** What is wrong with this response to this request, or undefined. */
export function findBreach(world: World, request: FuzzRequest, answer: Answer): string | undefined {
  const { status, headers, cookies, text } = answer
  const type = headers.get('content-type') ?? ''
  if (!(status >= 200 && status < 600)) return `no HTTP status: ${status}`
  // Load shedding says when to retry; a fault is also logged and reported from there.
  if (status >= 500 && !(status === 503 && headers.has('retry-after'))) return `answered ${status}`
  const missing = HEADERS.filter((name) => !headers.has(name))
  if (missing.length > 0) return `without ${missing.join(', ')}`
  if (type.startsWith('text/html') && !headers.has('content-security-policy')) return 'a page without a policy'
  if (headers.has(INJECTED_HEADER)) return 'a header was injected'
  const location = headers.get('location')
  if (location !== undefined && !isOwnPath(world, location)) return `sends visitors elsewhere: ${location.slice(0, 80)}`
  const loose = cookies.find((cookie) => !/; HttpOnly/i.test(cookie) || !/; SameSite=(Lax|Strict)/i.test(cookie))
  if (loose !== undefined) return `a cookie that scripts or other sites may use: ${loose.split('=', 1)[0]}`
  if (answer.size > 0 && type === '') return 'a body of no type'
  if (type.startsWith('text/html') && text.includes(MARKUP)) return 'repeats markup as markup'
  if (type.startsWith('application/json') && text !== '' && !isJson(text)) return 'JSON that is none'
  if (OUR_FILES.test(type)) return undefined
  return findLeak(world, request, `${[...headers.values()].join('\n')}\n${text}`)
}

function isOwnPath({ origin }: World, location: string): boolean {
  const url = URL.parse(location, origin)
  return url !== null && url.origin === origin && !/^\/[/\\]/.test(location)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function findLeak(world: World, request: FuzzRequest, said: string): string | undefined {
  const insides = INSIDES.exec(said)?.[0]
  if (insides !== undefined) return `shows its insides: ${insides.trim()}`
  const secret = world.secrets.findIndex((one) => said.includes(one))
  if (secret !== -1) return `shows secret number ${secret}`
  if (!said.includes('private.example') && !said.includes('Quillfeather') && !said.includes('Hollowmere')) {
    const token = world.people.find((person) => said.includes(person.token))
    if (!token) return undefined
  }
  const asked = textOf(request)
  if (asked.includes(world.cookie)) return undefined
  for (const person of world.people) {
    const knows = [person.token, person.checkoutKey].some((key) => asked.includes(key))
    const hasBoth = asked.includes(person.orderNumber) && asked.includes(person.email)
    if (knows || hasBoth) continue
    const facts = [person.email, person.lastName, person.street, person.token]
    const leaked = facts.findIndex((fact) => said.includes(fact) && !asked.includes(fact))
    if (leaked !== -1) return `tells a stranger the ${['e-mail', 'name', 'address', 'order link'][leaked]} of a buyer`
  }
  return said.includes('canary-subscriber@') && !asked.includes('canary-subscriber@')
    ? 'tells a stranger who subscribed'
    : undefined
}

/** Everything the client sent, with the most common escapes decoded. */
function textOf({ target, headers, body }: FuzzRequest): string {
  const whole = [target, ...headers.map(([, value]) => value), body ? Buffer.from(body).toString() : ''].join('\n')
  return `${whole}\n${whole.replaceAll('+', ' ').replaceAll(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))}`
}
