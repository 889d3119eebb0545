import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { shopFacts } from '#contract/shop-facts.ts'
import { mailName } from '#desk/ui/mail-name.ts'
import { DEFAULT_DELIVERY } from '#domain/business/shop-settings.ts'
import { UnsendableMail } from '#server/platform/mail/mailer.ts'
import { FIRST_TEXTS } from '#test/first-texts.ts'
import { readEnv } from './env.ts'
import { MAIL_EXAMPLES } from './mail-examples.ts'
import { MAILS } from './mails.ts'
import { type ComposeFacts, composeMail } from './platform/mail/compose-mail.tsx'

const { shopDefaults, mailAddress, publicUrl, secretKey } = readEnv({ PUBLIC_URL: 'https://bloomera.localhost' })
const shop = shopFacts(shopDefaults, publicUrl.origin)
const facts: ComposeFacts = {
  shop,
  words: (key) => FIRST_TEXTS.page(key).words,
  from: { name: 'Bloomera', address: mailAddress },
  replyTo: shop.email,
  secretKey,
}
const { 'order-confirmation': confirmation, 'payment-not-taken': order } = MAIL_EXAMPLES

function compose(template: string, payload: object, composeFacts = facts) {
  const mail = { id: 'the-id', template, recipient: 'ana@example.com', payload }
  return composeMail(mail, MAILS.get(template), composeFacts)
}

/** The visible text of the HTML. */
function words(html: string): string {
  return html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll(/\s+/g, ' ')
}

test('puts the code, the postal address and an unsubscribe link into the welcome email', () => {
  const mail = compose('welcome', { discountCode: 'BLOOM-ABCDEF-GHJKMN', unsubscribeToken: 'token' })
  for (const text of [words(mail.html), mail.text]) {
    expect(text).toContain('BLOOM-ABCDEF-GHJKMN')
    expect(text).toContain(shop.address)
    expect(text).toContain('Unsubscribe')
  }
  expect(mail.html).toContain('href="https://bloomera.localhost/?code=BLOOM-ABCDEF-GHJKMN"')
  expect(mail.text).toContain('https://bloomera.localhost/?code=BLOOM-ABCDEF-GHJKMN')
  expect(mail.headers).toEqual({
    'List-Unsubscribe': '<https://bloomera.localhost/unsubscribe/token>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  })
})

test('says when an order usually arrives, if the owner has turned that on', () => {
  const paid = { ...MAIL_EXAMPLES['order-confirmation'], orderedOn: '2026-11-16', state: 'UT' }
  const shipped = { ...MAIL_EXAMPLES.shipped, shippedOn: '2026-11-17', state: 'NY' }
  expect(compose('order-confirmation', paid).text).not.toContain('arrives')
  const stating = {
    ...facts,
    shop: shopFacts({ ...shopDefaults, delivery: { ...DEFAULT_DELIVERY, isStated: true } }, publicUrl.origin),
  }
  expect(compose('order-confirmation', paid, stating).text).toContain(
    'Usually arrives Fri, Nov 20 to Mon, Nov 23 in Utah.',
  )
  expect(compose('shipped', shipped, stating).text).toContain('Usually arrives Fri, Nov 20 to Tue, Nov 24 in New York.')
  expect(compose('shipped', MAIL_EXAMPLES.shipped, stating).text).not.toContain('arrives')
})

test('links to tracking in the shipping email, and labels a corrected number', () => {
  const shipped = { ...order, carrier: 'USPS', trackingNumber: '9400' }
  expect(compose('shipped', shipped).text).toContain('https://tools.usps.com/go/TrackConfirmAction?tLabels=9400')
  expect(compose('shipped', { ...shipped, isCorrection: true }).subject).toContain('corrected')
  const withdrawn = { ...order, carrier: null, trackingNumber: null, isCorrection: true }
  expect(compose('shipped', withdrawn).text).toContain('please ignore them')
})

test('says what is in one of several packages, and what is still to come', () => {
  const shipped = { ...order, carrier: 'USPS', trackingNumber: '9400', items: ['1 × Calm, 1oz'] }
  const part = compose('shipped', { ...shipped, follows: ['2 × Rose, 2oz'] })
  expect(part.subject).toContain('Part of order')
  expect(part.text).toContain('Hello Ana, part of your order has shipped.')
  expect(part.html).toContain('Part of your order has shipped.')
  expect(part.text).toMatch(/In this package:\s+1 × Calm, 1oz\s+Still to come:\s+2 × Rose, 2oz/)
  const rest = compose('shipped', { ...shipped, follows: [] })
  expect(rest.subject).toContain('The rest of order')
  expect(rest.text).toContain('Hello Ana, the rest of your order has shipped.')
  expect(rest.text).not.toContain('Still to come')
  expect(compose('not-shipped', { ...order, isPart: true }).text).toContain(
    'that part of your order hasn’t shipped yet',
  )
  const delayed = { ...order, shipBy: null, reason: 'Corks', needsConsent: true, isRest: true }
  expect(compose('delayed', delayed).text).toContain('cancel what hasn’t shipped and refund it in full')
  expect(compose('delayed', delayed).text).not.toContain('cancel it yourself')
})

test('says where to send a return', () => {
  const mail = compose('return-instructions', { ...order, orderPath: '/order/x', items: ['1 × Calm, 1oz'] })
  expect(mail.text).toMatch(/What to send back:\s+1 × Calm, 1oz\s+Where to send it:\s+Bloomera\s+482 Orchard Lane/)
})

test('names the refunded items, and the shipping', () => {
  const items = [{ name: 'Calm', size: '1oz', quantity: 2 }]
  const mail = compose('refunded', { ...order, refundCents: 5000, isComplete: false, items, withShipping: true })
  expect(mail.text).toContain('2 × Calm, 1oz')
  expect(mail.text).toContain('Shipping')
  expect(compose('refunded', { ...order, refundCents: 5000, isComplete: false }).text).not.toContain('What we refunded')
})

test('says why a payment is refunded, and what happens to the order', () => {
  const late = compose('payment-returned', { ...order, refundCents: 9258, why: 'late-payment', isOrderPaid: false })
  expect(late.text).toContain('we told you that no payment was taken')
  expect(late.text).toContain('$92.58 goes back to the card you paid with')
  expect(late.text).toContain('won’t ship')
  const second = compose('payment-returned', { ...order, refundCents: 100, why: 'second-payment', isOrderPaid: true })
  expect(second.text).toContain('Your order itself isn’t affected.')
})

test('says in the cancellation email that nothing ships, and where the money goes', () => {
  const rest = compose('cancelled', { ...order, refundCents: 3399, isRest: true })
  expect(rest.text).toContain('nothing will ship')
  expect(rest.text).toContain('$33.99 goes back to the card you paid with. With your earlier refund')
  expect(compose('cancelled', { ...order, refundCents: 0, isRest: false }).text).not.toContain('card')
})

test('holds back marketing email without a postal address, but sends email about orders', () => {
  const unaddressed = { ...facts, shop: { ...shop, address: '' } }
  expect(() => compose('welcome', { discountCode: 'C', unsubscribeToken: 't' }, unaddressed)).toThrow(
    'the business has no postal address',
  )
  expect(compose('payment-not-taken', order, unaddressed).subject).toContain('BLM-')
})

test('has an unsubscribe header and link in marketing email, and in no other', () => {
  const marketing = new Set<string>()
  for (const [name, payload] of Object.entries(MAIL_EXAMPLES)) {
    if (MAILS.get(name)?.parse(payload)?.unsubscribeToken !== undefined) marketing.add(name)
    const { headers, text } = compose(name, payload)
    expect(Object.keys(headers).includes('List-Unsubscribe'), name).toBe(marketing.has(name))
    expect(text.includes('/unsubscribe/'), name).toBe(marketing.has(name))
  }
  expect([...marketing], 'marketing needs the consent of its recipients: add it here only if they gave it').toEqual([
    'welcome',
  ])
})

test('adds up the order confirmation like the receipt, line by line', () => {
  const { text, html, subject } = compose('order-confirmation', confirmation)
  expect(subject).toBe('Your order BLM-23456789-ABCD')
  for (const part of ['2 × A face oil, 1oz', '$50.00', '-$9.60', 'Free', '$6.18', '$92.58', 'Provo, UT 84601']) {
    expect(text).toContain(part)
    expect(words(html)).toContain(part)
  }
  expect(text).toContain('See your order: https://bloomera.localhost/order/token')
})

test('gives the date or reason of a delay, and what happens without a reply', () => {
  const short = compose('delayed', { ...order, shipBy: '2026-03-04', reason: null, needsConsent: false })
  expect(short.subject).toBe('Order BLM-23456789-ABCD is delayed')
  for (const part of [
    'by March 4, 2026.',
    'you don’t need to do anything',
    shop.email,
    'https://bloomera.localhost/order/token',
  ])
    expect(short.text).toContain(part)
  const open = compose('delayed', { ...order, shipBy: null, reason: 'The corks are late.', needsConsent: true })
  for (const part of [
    'The reason: The corks are late.',
    'We don’t know yet',
    'If we don’t hear from you, we’ll cancel',
  ])
    expect(open.text.replaceAll(/\s+/g, ' ')).toContain(part)
})

test('gives every email a plain-text twin with the same content', () => {
  for (const [name, payload] of Object.entries(MAIL_EXAMPLES)) {
    const { html, text } = compose(name, payload)
    const shown = words(html)
    const lines = text.split('\n').map((line) => line.replaceAll(/\s+/g, ' ').trim())
    for (const line of lines.filter((part) => part !== '' && part !== '--' && !part.includes('https://')))
      for (const word of line.split(' ')) expect(shown).toContain(word.replace(/:$/, ''))
  }
})

test('keeps a name from becoming a header, markup or a link', () => {
  const mails = [
    'Ana\r\nBcc: x@example.com',
    '<img src=x onerror=alert(1)>',
    'visit evil.example',
    'https://evil.example',
  ].map((firstName) => compose('order-confirmation', { ...confirmation, firstName }))
  for (const { html, text, subject } of mails) {
    expect(subject).toBe('Your order BLM-23456789-ABCD')
    expect(html).not.toMatch(/<img|evil\.example|Bcc:/)
    expect(text).not.toMatch(/evil\.example|Bcc:/)
  }
})

test('a line break in text quoted by a subject cannot add a header', () => {
  const { subject } = compose('owner-alert', { title: 'Oil\r\nBcc: x@example.com', subject: 'BLM', detail: 'x' })
  expect(subject).toContain('Bcc: x@example.com')
  // oxlint-disable-next-line no-control-regex -- control characters are what must not be there
  expect(subject).not.toMatch(/[\0-\x1f]/)
})

test('can send every email that a noun defines', async () => {
  const files = globSync('*/*.mails.ts', { cwd: import.meta.dirname })
  const modules = await Promise.all(files.map((file): Promise<Record<string, unknown>> => import(`./${file}`)))
  const defined = modules.flatMap((exported) =>
    Object.entries(exported).flatMap(([name, value]) => (name.endsWith('Mail') ? [[name, value] as const] : [])),
  )
  const sent = new Set<unknown>(MAILS.values())
  expect(defined.length).toBeGreaterThanOrEqual(MAILS.size)
  expect(
    defined.filter(([, mail]) => !sent.has(mail)).map(([name]) => name),
    'add the email to ALL in src/server/mails.ts, or it is never sent',
  ).toEqual([])
})

test('every email has an example, a name at the desk and a line in docs/product.md', () => {
  const names = [...MAILS.keys()]
  const rules = readFileSync(new URL('../../docs/product.md', import.meta.url), 'utf8')
  const listed = rules.split('### What is sent\n')[1]?.split('\n## ')[0] ?? ''
  expect(
    names.filter((name) => !(name in MAIL_EXAMPLES)),
    'add an example to src/server/mail-examples.ts',
  ).toEqual([])
  expect(
    Object.keys(MAIL_EXAMPLES).filter((name) => !MAILS.has(name)),
    'add the email to ALL in src/server/mails.ts',
  ).toEqual([])
  expect(
    names.filter((name) => mailName(name) === name),
    'add a name to src/desk/ui/mail-name.ts',
  ).toEqual([])
  expect(
    names.filter((name) => !listed.includes(`\`${name}\``)),
    'add the email to docs/product.md under "What is sent"',
  ).toEqual([])
})

test('gives up at once on an email that cannot be composed', () => {
  expect(() => compose('shipped', {})).toThrow(UnsendableMail)
  expect(() => compose('no-such-mail', {})).toThrow(UnsendableMail)
})

test('sets a reply address only if it differs from the sender', () => {
  expect(compose('payment-not-taken', order)).not.toHaveProperty('replyTo')
  expect(compose('payment-not-taken', order, { ...facts, replyTo: 'care@example.com' }).replyTo).toBe(
    'care@example.com',
  )
})

test('uses the same message ID for every attempt', () => {
  expect(compose('payment-not-taken', order).messageId).toBe('<the-id@bloomera.localhost>')
})

test.each(Object.entries(MAIL_EXAMPLES))(
  '%s is light by default, and dark if the client asks for it',
  (name, payload) => {
    const { html } = compose(name, payload)
    expect(html).toContain('<meta name="color-scheme" content="light dark"/>')
    const [, dark = ''] = /<style>([\s\S]*?)<\/style>/.exec(html) ?? []
    expect(dark).toContain('@media (prefers-color-scheme:dark)')
    // A client that drops the style keeps the inline colors.
    expect(html).toMatch(/<body class="bone" style="[^"]*background:#f6f0e6;color:#20281f/)
    // Every inline color has its counterpart.
    const colored = [...html.matchAll(/<\w+(?: class="([^"]*)")?[^>]* style="[^"]*(?:color|background|border)[^"]*"/g)]
    expect(colored.length).toBeGreaterThan(3)
    for (const [tag, className = ''] of colored) expect(dark, tag).toContain(`.${className || 'missing'}{`)
  },
)
