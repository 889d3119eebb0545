export type PlainText = {
  text: string
  /** Addresses that the markup pointed to and the text no longer does. */
  links: string[]
  pictures: string[]
  /** Elements dropped with their content, such as `script`. */
  dropped: string[]
}

type Reading = {
  /** `space`: a line break is white space, as in HTML. `keep`: it was typed, as in WordPress. */
  lineEnds: 'space' | 'keep'
}

/** Never text for a reader. */
const RAW = new Set(['script', 'style', 'template', 'iframe', 'noscript', 'svg', 'object', 'video', 'audio', 'select'])
const PARAGRAPHS =
  /^(?:p|div|h[1-6]|ul|ol|dl|table|section|article|header|footer|main|aside|blockquote|figure|pre|hr|form)$/
const LINES = /^(?:br|tr|dt|dd|figcaption|caption)$/

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ensp: ' ',
  emsp: ' ',
  thinsp: ' ',
  shy: '',
  zwnj: '',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  hellip: '…',
  bull: '•',
  middot: '·',
  copy: '©',
  reg: '®',
  trade: '™',
  deg: '°',
  frac12: '½',
  frac14: '¼',
  frac34: '¾',
  times: '×',
  eacute: 'é',
  egrave: 'è',
  agrave: 'à',
  ccedil: 'ç',
  ntilde: 'ñ',
  uuml: 'ü',
  ouml: 'ö',
  auml: 'ä',
}

/**
 * The words of a piece of HTML as plain text: an empty line between paragraphs, a bullet before an item of a list. Runs
 * in linear time on any input, because the files come from strangers. The page has to escape the result.
 */
export function plainFromHtml(html: string, { lineEnds }: Reading): PlainText {
  const found: PlainText = { text: '', links: [], pictures: [], dropped: [] }
  const parts: string[] = []
  const addText = (text: string) => {
    const decoded = decodeEntities(text)
    parts.push(lineEnds === 'keep' ? decoded : decoded.replaceAll(/\s+/g, ' '))
  }
  const tagEnd = findTagEnds(html)
  let position = 0
  while (position < html.length) {
    const open = html.indexOf('<', position)
    if (open === -1) break
    const end = tagEnd(open)
    if (end === undefined) {
      // A bracket that doesn't open a tag is text.
      addText(html.slice(position, open + 1))
      position = open + 1
      continue
    }
    addText(html.slice(position, open))
    position = end
    const tag = /^<(\/?)([a-z][a-z0-9:-]*)/i.exec(html.slice(open, Math.min(end, open + 40)))
    if (!tag) continue
    const [, slash, written = ''] = tag
    const name = written.toLowerCase()
    if (RAW.has(name) && slash === '') {
      found.dropped.push(name)
      position = endOfElement(html, name, end)
    } else if (name === 'li') parts.push(slash === '' ? '\n• ' : '')
    else if (PARAGRAPHS.test(name)) parts.push('\n\n')
    else if (LINES.test(name)) parts.push('\n')
    else if (name === 'td' || name === 'th') parts.push(' ')
    else if (slash === '' && name === 'a') found.links.push(...addressIn('href', html.slice(open, end)))
    else if (slash === '' && name === 'img') found.pictures.push(...addressIn('src', html.slice(open, end)))
  }
  addText(html.slice(position))
  return { ...found, text: tidied(parts.join('')) }
}

/** A quoted attribute longer than this is a quotation mark that was never closed. */
const MAX_ATTRIBUTE = 2000

/** Finds the position after the tag or comment at `open`; undefined if there is none. */
function findTagEnds(html: string): (open: number) => number | undefined {
  // Looked up once: searching to the end for every bracket would take quadratic time.
  const [lastBracket, lastComment] = [html.lastIndexOf('>'), html.lastIndexOf('-->')]
  return (open) => {
    if (html.startsWith('<!--', open)) return lastComment < open + 4 ? undefined : html.indexOf('-->', open + 4) + 3
    if (lastBracket < open) return undefined
    if (!/^<(?:\/?[a-z][a-z0-9:-]*[\s/>]|[!?])/i.test(html.slice(open, open + 40))) return undefined
    const close = html.indexOf('>', open)
    return endOfQuoted(html, open, close) ?? close + 1
  }
}

/** A bracket within a quoted attribute is part of the tag. */
function endOfQuoted(html: string, open: number, close: number): number | undefined {
  const quote = /=\s*(?:"[^"]*|'[^']*)$/.exec(html.slice(Math.max(open, close - MAX_ATTRIBUTE), close))?.[0]
  if (quote === undefined) return undefined
  const mark = quote.replace(/^=\s*/, '').charAt(0)
  const length = html.slice(close, close + MAX_ATTRIBUTE).indexOf(mark)
  const after = length === -1 ? -1 : html.indexOf('>', close + length)
  return after === -1 ? undefined : after + 1
}

/** Without its closing tag, a raw element extends to the end. */
function endOfElement(html: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}(?=[\\s/>])`, 'gi')
  closing.lastIndex = from
  const start = closing.exec(html)?.index
  const end = start === undefined ? -1 : html.indexOf('>', start)
  return end === -1 ? html.length : end + 1
}

function addressIn(attribute: string, tag: string): string[] {
  const match = new RegExp(`\\s${attribute}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, 'i').exec(tag)
  const address = decodeEntities(match?.[1] ?? match?.[2] ?? match?.[3] ?? '').trim()
  return address === '' ? [] : [address]
}

function decodeEntities(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z][a-z0-9]{1,10}));/gi, (all, decimal, hex, name) => {
    if (typeof name === 'string') return NAMED[name.toLowerCase()] ?? all
    return fromCodePoint(typeof hex === 'string' ? Number.parseInt(hex, 16) : Number(decimal))
  })
}

/** What cannot be stored or printed is replaced by a visible mark. */
function fromCodePoint(code: number): string {
  const isControl = code < 32 ? code !== 9 && code !== 10 && code !== 13 : code >= 127 && code < 160
  const isSurrogate = code >= 0xd8_00 && code <= 0xdf_ff
  return isControl || isSurrogate || code > 0x10_ff_ff ? '\uFFFD' : String.fromCodePoint(code)
}

function tidied(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => line.replaceAll(/[^\S\n]+/g, ' ').trim())
    .join('\n')
    .replaceAll(/^•\s+/gm, '• ')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}
