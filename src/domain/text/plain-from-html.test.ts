import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainFromHtml } from './plain-from-html.ts'

const read = (html: string) => plainFromHtml(html, { lineEnds: 'space' })

test('makes paragraphs, lines and lists of markup', () => {
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

test('keeps line ends where the writer made them', () => {
  expect(plainFromHtml('One\n\nTwo\r\nthree <em>four</em>', { lineEnds: 'keep' }).text).toBe('One\n\nTwo\nthree four')
})

test('decodes escaped markup once, so that it stays words', () => {
  expect(read('&lt;script&gt;alert(1)&lt;/script&gt;').text).toBe('<script>alert(1)</script>')
  expect(read('&amp;lt;b&amp;gt;').text).toBe('&lt;b&gt;')
})

test('reads anything, however it is broken', () => {
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
