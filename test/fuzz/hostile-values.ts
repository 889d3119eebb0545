import type { Random } from '../chaos/random.ts'

/** Markup that no page of ours contains: a response that repeats it unescaped is an XSS hole. */
export const MARKUP = '<fz-mark onload=1>'
/** A header that only a successful header injection would produce. */
export const INJECTED_HEADER = 'x-fz-injected'

/** JSON sent verbatim, for everything that JSON.stringify would repair. */
export class JsonText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export type Json = JsonText | string | number | boolean | null | Json[] | { [key: string]: Json }

/** Values separated by a bar, to keep long lists short. */
export function list(text: string): string[] {
  return text.split(/\s*¦\s*/)
}

/** Text that is hard to distinguish, store or display. */
const UNPRINTABLE = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\u0001',
  '\u007F',
  '\uD800',
  'x\uDFFF',
  '\uFEFF',
  '\u00A0',
  '\u200B',
  '\u2028',
]
const UNICODE = [
  '\u202Eetarbil',
  '\u2066x',
  `A${'\u0301'.repeat(50)}`,
  '😀'.repeat(60),
  '\u{10FFFF}',
  '\r',
  '\n',
  '\t',
  'a\tb',
]
const TEXTS = [
  ...UNPRINTABLE,
  ...UNICODE,
  MARKUP,
  `"${MARKUP}`,
  `</script>${MARKUP}`,
  `--></title>${MARKUP}`,
  `x\r\n${INJECTED_HEADER}: 1`,
  'fz@example.com\r\nBcc: a@example.com',
  `${'a'.repeat(64)}@${'b.'.repeat(90)}example`,
  '9'.repeat(400),
  ...list(
    'ﬃ ¦ İ ¦ ß ¦ ŉ ¦ １２３ ¦ ٣ ¦ javascript:1 ¦ data:text/html,1 ¦ {{7*7}} ¦ ${7*7} ¦ $1 ¦ $$ ¦ %s%n ¦ `id` ¦ |id ¦ $(id)',
  ),
  ...list(
    String.raw`'; drop table orders; -- ¦ ' or '1'='1 ¦ % ¦ _ ¦ \ ¦ \' ¦ " ¦ ' ¦ < ¦ &amp; ¦ &#0; ¦ a;b ¦ a,b ¦ a=b ¦ a&b ¦ a#b`,
  ),
  ...list(
    String.raw`../../../../etc/passwd ¦ ..\..\x ¦ file:///etc/passwd ¦ http://127.0.0.1:1/ ¦ //fz.example ¦ /\fz.example`,
  ),
  ...list(
    '=1+1 ¦ @SUM(1) ¦ +1 ¦ -1 ¦ 0 ¦ -0 ¦ 1e309 ¦ 1e-9 ¦ 0x10 ¦ 1_000 ¦ 1,000 ¦ NaN ¦ Infinity ¦ 4111111111111111 ¦ BLOOM-FZ',
  ),
  ...list(
    '2026-02-30 ¦ 0000-00-00 ¦ 9999-12-31T23:59:60Z ¦ +275760-09-14 ¦ -271821-04-19 ¦ 2026-W53 ¦ 24:61 ¦ 2026-13',
  ),
  ...list('null ¦ undefined ¦ true ¦ [object Object] ¦ __proto__ ¦ constructor ¦ toString ¦ hasOwnProperty ¦ length'),
  ...list(
    '00000000-0000-0000-0000-000000000000 ¦ FFFFFFFF-FFFF-4FFF-8FFF-FFFFFFFFFFFF ¦ pure-bloom ¦ PURE-BLOOM ¦ 1oz ¦ 4oz',
  ),
  ...list(
    'a@b ¦ fz@example.com ¦ FZ+tag@EXAMPLE.com ¦ "a b"@example.com ¦ a@[127.0.0.1] ¦ ü@exämple.com ¦ a@b@example.com',
  ),
]

const LONG = [
  '1 ',
  ' ',
  '\n',
  'x@',
  '4111 ',
  '\u0301',
  ...list(String.raw`a ¦ - ¦ @ ¦ . ¦ < ¦ & ¦ %25 ¦ BLOOM- ¦ 😀 ¦ / ¦ .. ¦ [ ¦ { ¦ \ `),
]

const JSON_TEXTS = [
  '',
  '"\u0000"',
  '"\n"',
  ...list('null ¦ true ¦ false ¦ 0 ¦ -1 ¦ -0 ¦ 1.5 ¦ 1e400 ¦ -1e400 ¦ 1e-400 ¦ 9007199254740993 ¦ 2147483648'),
  ...list(
    String.raw`"" ¦ [] ¦ {} ¦ [[]] ¦ [null] ¦ {"":""} ¦ "\u0000" ¦ "\ud800" ¦ "\udfff\ud800" ¦ {"\u0000":1} ¦ ["\u0000"]`,
  ),
  ...list(
    '{"__proto__":{"isAdmin":true}} ¦ {"constructor":{"prototype":{"x":1}}} ¦ {"a":1,"a":2} ¦ {"toString":1} ¦ {"length":-1}',
  ),
  ...list(
    String.raw`NaN ¦ undefined ¦ 01 ¦ +1 ¦ .5 ¦ 'x' ¦ [1,] ¦ {"a":} ¦ {a:1} ¦ "\x" ¦ "\u12" ¦ /**/1 ¦ 123456789012345678901234567890`,
  ),
]

export function hostileText(random: Random): string {
  if (random.chance(0.1)) return random.pick(LONG).repeat(random.pick([20, 101, 260, 1001, 4000]))
  const text = random.pick(TEXTS)
  return random.chance(0.15) ? text + random.pick(TEXTS) : text
}

/** A value of the wrong type, down to invalid JSON. */
export function hostileJson(random: Random): Json {
  switch (random.below(8)) {
    case 0:
      return nested(random)
    case 1:
      return wide(random)
    case 2:
    case 3:
    case 4:
      return new JsonText(random.pick(JSON_TEXTS))
    default:
      return hostileText(random)
  }
}

function nested(random: Random): JsonText {
  const depth = random.pick([2, 7, 8, 9, 50, 2000])
  const [open, close] = random.pick([
    ['[', ']'],
    ['{"a":', '}'],
  ] as const)
  return new JsonText(`${open.repeat(depth)}1${close.repeat(depth)}`)
}

function wide(random: Random): JsonText {
  const count = random.pick([49, 51, 101, 2000])
  const items = Array.from({ length: count }, (_, index) => index)
  return new JsonText(
    random.chance(0.5) ? `[${items.join(',')}]` : `{${items.map((index) => `"k${index}":${index}`).join(',')}}`,
  )
}

/** Path segments that no link of ours has. */
export const RAW_PATH_PARTS = [
  '',
  'x'.repeat(300),
  'x'.repeat(6000),
  ...list(
    '%00 ¦ %0d%0a ¦ %2e%2e ¦ .. ¦ %2e%2e%2f ¦ ..%5c ¦ %5c ¦ %2f ¦ %252e%252e%252f ¦ %zz ¦ % ¦ %e0%80 ¦ %ed%a0%80 ¦ %c0%ae',
  ),
  ...list(
    ';a=b ¦ .data ¦ .data.data ¦ _.data ¦ .json ¦ .php ¦ .git ¦ %F0%9F%98%80 ¦ %e2%80%ae ¦ * ¦ :x ¦ @ ¦ ~ ¦ %23 ¦ %3f ¦ %26',
  ),
  ...list('con ¦ index.html ¦ __proto__ ¦ constructor ¦ {slug} ¦ [0]'),
]
