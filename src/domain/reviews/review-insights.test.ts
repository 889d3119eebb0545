import { expect, test } from 'vitest'
import { chooseQuotes, countMentions, INSIGHT_REVIEWS, insightsOf, shorten } from './review-insights.ts'
import type { PublicReview } from './review.ts'

function review(id: string, rating: number, body: string, isVerified = false): PublicReview {
  return {
    id,
    productId: 'pure-bloom',
    productName: 'Pure Bloom',
    rating,
    title: 'Title',
    body,
    reviewer: 'Ana P.',
    reviewerLocation: null,
    isVerified,
    date: new Date('2026-11-01T00:00:00Z'),
    reply: null,
  }
}

test('counts a topic once per review, whatever is said about it', () => {
  const reviews = [
    review('1', 5, 'The scent! Such a scent. It smells of rain.'),
    review('2', 1, 'I could not stand the SMELL.'),
    review('3', 4, 'Worth every cent.'),
  ]
  expect(countMentions(reviews)).toEqual([{ topic: 'Scent', count: 2 }])
})

test.each([
  ['Unscented, as promised', 'Scent'],
  ['Sinks in before I am dressed', 'How it sinks in'],
  ['Best thing for winter', 'Cold weather'],
  ['At $58 I hesitated', 'Price'],
  ['Not greasy', 'Shine and slick'],
  ['My husband’s hair', 'Hair'],
])('“%s” mentions %s', (body, topic) => {
  expect(countMentions([review('1', 5, body), review('2', 5, body)])).toEqual([{ topic, count: 2 }])
})

test.each(['A percent of it', 'Chair by the window', 'Secondhand shop', 'Colder than expected'])(
  'part of a word is not a mention: “%s”',
  (body) => {
    expect(countMentions([review('1', 5, body), review('2', 5, body)])).toEqual([])
  },
)

test('lists at most five topics, the most often mentioned first', () => {
  const everything = 'Scent, dry, winter, makeup, price, hair, hands, a gift'
  const mentions = countMentions([review('1', 5, everything), review('2', 5, everything), review('3', 5, 'hands')])
  expect(mentions).toHaveLength(5)
  expect(mentions[0]).toEqual({ topic: 'Hands', count: 3 })
})

test('quotes one content and one critical review, of verified buyers first', () => {
  const quotes = chooseQuotes([
    review('new', 5, 'Good.'),
    review('bad', 2, 'Bad.'),
    review('bought', 4, 'Bought it.', true),
    review('older', 5, 'Older.', true),
    review('slow', 3, 'Slow.', true),
  ])
  expect(quotes.map(({ id, text }) => [id, text])).toEqual([
    ['bought', 'Bought it.'],
    ['slow', 'Slow.'],
  ])
})

test('quotes nothing critical where nothing is', () => {
  expect(chooseQuotes([review('1', 4, 'Good.'), review('2', 5, 'Better.')]).map(({ id }) => id)).toEqual(['1'])
  expect(chooseQuotes([])).toEqual([])
})

test.each([
  ['One. Two.', 'One. Two.'],
  [`One.\n\nTwo.`, 'One. Two.'],
  [`First. ${'x'.repeat(170)}. Third.`, 'First.'],
  ['No full stop', 'No full stop'],
  ['It cost $5.80 a bottle! “Fine.” Yes', 'It cost $5.80 a bottle! “Fine.” Yes'],
  ['', ''],
])('quotes %j as %j', (body, text) => {
  expect(shorten(body)).toBe(text)
})

test('cuts a first sentence that is too long between two words, and marks it', () => {
  const words = `${'word '.repeat(60)}end.`
  const text = shorten(words)
  expect(text.endsWith('word…')).toBe(true)
  expect(text.length).toBeLessThanOrEqual(171)
  expect(words.startsWith(text.slice(0, -1))).toBe(true)
})

test('cuts one endless word as well', () => {
  expect(shorten('x'.repeat(500)).length).toBeLessThanOrEqual(171)
})

test('cuts a hundred thousand dots, which no reader would wait for', () => {
  expect(shorten(`${'.'.repeat(100_000)}x`)).toMatch(/^\.+…$/)
  expect(shorten(`Good. ${'!”'.repeat(100_000)} Better.`)).toBe('Good.')
})

test('reads the newest hundred only', () => {
  const many = Array.from({ length: INSIGHT_REVIEWS + 50 }, (_, index) => review(String(index), 5, 'Lovely hair'))
  expect(insightsOf(many)).toMatchObject({ reviewCount: 100, mentions: [{ topic: 'Hair', count: 100 }] })
})

test('counts the verified among them', () => {
  const some = [review('a', 5, '', true), review('b', 1, ''), review('c', 2, '', true)]
  expect(insightsOf(some)).toMatchObject({ reviewCount: 3, verifiedCount: 2 })
})
