import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainFromHtml } from './plain-from-html.ts'

const read = (html: string) => plainFromHtml(html, { lineEnds: 'space' })

test('turns markup into paragraphs, lines and lists', () => {
  const html = `<div class="rte"><h2>Why&nbsp;it&#8217;s loved</h2>\n<p>Cold-pressed <strong>rosehip</strong>,<br/>nothing
    else.</p><ul>\n<li>Light</li><li><p>Quick</p></li>\n</ul><table><tr><td>1 oz</td><td>$25</td></tr></table></div>`
  expect(read(html).text).toBe('Why it’s loved\n\nCold-pressed rosehip,\nnothing else.\n\n• Light\n• Quick\n\n1 oz $25')
})

test('names what it leaves out: links, pictures and everything that runs', () => {
  const read1 = read(
    `<p onclick="x()">Read <a href="https://example.com/a?b=1&amp;c=2">more</a><img alt="a > b" src='//cdn.example/p.jpg'></p>
     <script>alert("<p>no</p>")</script><style>p { color: red }</style><iframe src="https://evil.example"></iframe>`,
  )
  expect(read1).toEqual({
    text: 'Read more',
    links: ['https://example.com/a?b=1&c=2'],
    pictures: ['//cdn.example/p.jpg'],
    dropped: ['script', 'style', 'iframe'],
  })
})

test('leaves text alone that only looks like markup', () => {
  expect(read('Use 2 < 3 drops & rest; a<b, x > y').text).toBe('Use 2 < 3 drops & rest; a<b, x > y')
  expect(read('50 %<').text).toBe('50 %<')
  expect(read('an &unknown; entity').text).toBe('an &unknown; entity')
  expect(read('a <!-- hidden --> b <!-- open').text).toBe('a b <!-- open')
})

test('never yields a character that cannot be stored', () => {
  expect(read('a&#0;b&#xD800;c&#x110000;d&#7;').text).toBe('a\uFFFDb\uFFFDc\uFFFDd\uFFFD')
})

test('decodes the entities that shops use, and drops those that only break words', () => {
  const names =
    'amp lt gt quot apos ndash mdash lsquo rsquo ldquo rdquo hellip bull middot copy reg trade deg frac12 frac14'
  const letters = 'frac34 times eacute egrave agrave ccedil ntilde uuml ouml auml'
  const written = `${names} ${letters}`.split(' ').map((name) => `&${name};`)
  expect(read(written.join('|')).text).toBe('&|<|>|"|\'|–|—|‘|’|“|”|…|•|·|©|®|™|°|½|¼|¾|×|é|è|à|ç|ñ|ü|ö|ä')
  expect(read('in&shy;gre&zwnj;di&ensp;&emsp;&thinsp;ent').text).toBe('ingredi ent')
  expect(read('&EACUTE;&#233;&#xE9;&#XE9;').text).toBe('éééé')
})

test.each([
  [9, ' '],
  [10, ' '],
  [13, ' '],
  [8, '\uFFFD'],
  [31, '\uFFFD'],
  [32, ' '],
  [126, '~'],
  [127, '\uFFFD'],
  [159, '\uFFFD'],
  [160, ' '],
  [0xd7_ff, '\uD7FF'],
  [0xdf_ff, '\uFFFD'],
  [0xe0_00, '\uE000'],
  [0x10_ff_ff, '\u{10FFFF}'],
])('reads the character %i as %j', (code, text) => {
  expect(read(`a&#${code};b`).text).toBe(`a${text}b`)
})

test.each(['script', 'style', 'template', 'iframe', 'noscript', 'svg', 'object', 'video', 'audio', 'select'])(
  'drops %s with its content, up to the end of the text if it is never closed',
  (name) => {
    expect(read(`a <${name} x="1"><b>hidden</b></${name} > b`)).toMatchObject({ text: 'a b', dropped: [name] })
    expect(read(`a <${name}>hidden</${name}s> b`).text).toBe('a')
    expect(read(`a </${name}> b`)).toMatchObject({ text: 'a b', dropped: [] })
  },
)

test('separates the cells of a table, headers included', () => {
  expect(read('<tr><th>Size</th><th>Price</th></tr><tr><td>1 oz</td><td>$25</td></tr>').text).toBe(
    'Size Price\n\n1 oz $25',
  )
})

const PARAGRAPHS =
  'p div h1 h6 ul ol dl table section article header footer main aside blockquote figure pre hr form'.split(' ')

test.each(PARAGRAPHS)('starts a paragraph at %s', (name) => {
  expect(read(`a<${name}>b`).text).toBe('a\n\nb')
})

test.each(['br', 'tr', 'dt', 'dd', 'figcaption', 'caption'])('starts a line at %s', (name) => {
  expect(read(`a<${name}>b`).text).toBe('a\nb')
})

test.each(['h7', 'xp', 'param', 'brr', 'abbr', 'tdx', 'lis', 'aside-note'])('starts nothing at %s', (name) => {
  expect(read(`a<${name}>b`).text).toBe('ab')
})

test('finds the address only of an opening tag, and only in its attribute', () => {
  expect(read('<a href=/one>x</a href="/no"><a data-href="/no">y</a><area href="/no">').links).toEqual(['/one'])
  expect(read('<a href="">x</a><a href=" /two ">y</a><a>z</a>').links).toEqual(['/two'])
  expect(read('<a title="1 > 0" href="/three">x</a>').links).toEqual(['/three'])
  expect(read(`<img src = '/p.jpg'><img data-src="/no"><image src="/no"></img src="/no">`).pictures).toEqual(['/p.jpg'])
  expect(read('<p href="/no">x</p>')).toMatchObject({ links: [], pictures: [] })
})

test('a bracket in a quoted attribute is part of the tag, unless the quote is never closed', () => {
  expect(read(`<b title='a > b'>c</b>`).text).toBe('c')
  expect(read('<b title= "a > b">c</b>').text).toBe('c')
  expect(read('<b title="a > c').text).toBe('c')
  expect(read(`<b title="${'a'.repeat(3000)} > b">c</b>`).text).toBe('b">c')
})

test('a comment ends at its end mark, even if it is empty', () => {
  expect(read('a<!---->b<!-- > -->c').text).toBe('abc')
  expect(read('a<!--->b').text).toBe('a<!--->b')
  expect(read('<!DOCTYPE html><?xml version="1"?>a').text).toBe('a')
})

test('keeps the line breaks of the text', () => {
  expect(plainFromHtml('One\n\nTwo\r\nthree <em>four</em>', { lineEnds: 'keep' }).text).toBe('One\n\nTwo\nthree four')
})

test('decodes escaped markup once, so that it stays text', () => {
  expect(read('&lt;script&gt;alert(1)&lt;/script&gt;').text).toBe('<script>alert(1)</script>')
  expect(read('&amp;lt;b&amp;gt;').text).toBe('&lt;b&gt;')
})

test('reads any input, however broken', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('<', '>', '"', "'", '<p', '</', '<!--', '-->', 'a', '=', '&#', ';', '<script>')),
      (bits) => {
        const { text } = read(bits.join(''))
        expect(text).toBe(text.trim())
      },
    ),
  )
  for (const bit of ['<', '<a "', '<a href="', '<!--', '<script>', '</p', "<p x='", '&#'])
    for (const end of ['', '>', '-->', '"'])
      expect(read(bit.repeat(10_000) + end).text.length).toBeLessThanOrEqual(bit.length * 10_000 + 3)
})
