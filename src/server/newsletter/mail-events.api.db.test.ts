import { createHmac } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { useTestDatabase } from '#test/test-database.ts'
import { createTestShop } from '#test/test-shop.ts'

const database = useTestDatabase()
const SECRET = 'jP4wq7Z1nLk0vTeX'
let shop: Awaited<ReturnType<typeof createTestShop>>

beforeAll(async () => {
  shop = await createTestShop(database.current, { MAIL_WEBHOOK_SECRET: SECRET })
})

const rows = (statement: string, parameters: unknown[] = []) =>
  database.current.withConnection((connection) => connection.rows(statement, parameters))

/** As a provider does that was given an address with a name and a password. */
function report(body: unknown, { password = SECRET, to = shop } = {}) {
  return to.app.request('/webhooks/mail', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(`bloomera:${password}`).toString('base64')}`,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

const bounceOf = (Email: string) => ({ RecordType: 'Bounce', Inactive: true, Email, Description: 'No such mailbox.' })
const complaintOf = (Email: string) => ({ RecordType: 'SpamComplaint', Email })

async function sendMail(recipient: string, template: string, minutesAgo: number): Promise<string> {
  const sent = `now() - interval '${minutesAgo} minutes'`
  const [mail] = await rows(
    `insert into outbox (cause, template, recipient, payload, state, created_at, sent_at)
      values (gen_random_uuid(), $1, $2, '{}', 'sent', ${sent}, ${sent}) returning id`,
    [template, recipient],
  )
  return String(mail?.id)
}

const subscriberOf = async (email: string) =>
  (await rows('select left_because, unsubscribed_at is null as stays from subscribers where email = $1', [email]))[0]
const mailsTo = (recipient: string) =>
  rows(`select template, state, last_error from outbox where recipient = $1 order by created_at desc`, [recipient])
const countNotices = async () => (await rows(`select from notices where kind = 'failed-email'`)).length

test('a bounced order email becomes a failed one that the owner is notified of and can resend', async () => {
  await sendMail('ana@example.com', 'order-confirmation', 30)
  await sendMail('ana@example.com', 'shipped', 5)
  expect((await report(bounceOf('Ana@Example.com'))).status).toBe(200)
  expect(await mailsTo('ana@example.com')).toEqual([
    { template: 'shipped', state: 'dead', last_error: 'It came back: No such mailbox.' },
    { template: 'order-confirmation', state: 'sent', last_error: null },
  ])
  expect(await countNotices()).toBe(1)
})

test('our ID identifies the email, even for two providers that write it differently', async () => {
  const first = await sendMail('ben@example.com', 'order-confirmation', 30)
  const second = await sendMail('ben@example.com', 'delayed', 20)
  await sendMail('ben@example.com', 'shipped', 5)
  const bounce = { event: 'bounce', type: 'bounce', email: 'ben@example.com', reason: 'Unknown' }
  await report([{ ...bounce, 'smtp-id': `<${first}@bloomera.example>` }])
  const failed = { event: 'failed', severity: 'permanent', recipient: 'ben@example.com' }
  await report({
    'event-data': { ...failed, message: { headers: { 'message-id': `${second}@bloomera.example` } } },
  })
  expect((await mailsTo('ben@example.com')).map(({ template, state }) => [template, state])).toEqual([
    ['shipped', 'sent'],
    ['delayed', 'dead'],
    ['order-confirmation', 'dead'],
  ])
})

test('the ID of an email to another address changes nothing', async () => {
  const other = await sendMail('cleo@example.com', 'shipped', 5)
  await report([{ event: 'bounce', email: 'dan@example.com', 'smtp-id': `<${other}@bloomera.example>` }])
  expect(await mailsTo('cleo@example.com')).toMatchObject([{ state: 'sent' }])
})

test('a bounce stops the newsletter without notifying the owner', async () => {
  await shop.services.signup.signUp({ email: 'eva@example.com', source: 'home' })
  await rows(`update outbox set state = 'sent', sent_at = now() where recipient = 'eva@example.com'`)
  const before = await countNotices()
  await report(bounceOf('eva@example.com'))
  expect(await subscriberOf('eva@example.com')).toEqual({ left_because: 'bounced', stays: false })
  expect(await mailsTo('eva@example.com')).toMatchObject([{ state: 'sent' }])
  expect(await countNotices()).toBe(before)
})

test('a complaint stops the newsletter, but not emails about orders', async () => {
  await shop.services.signup.signUp({ email: 'fay@example.com', source: 'home' })
  await sendMail('fay@example.com', 'shipped', 5)
  await report(complaintOf('fay@example.com'))
  expect(await subscriberOf('fay@example.com')).toEqual({ left_because: 'complained', stays: false })
  expect((await mailsTo('fay@example.com')).map(({ state }) => state)).not.toContain('dead')
})

test('someone who unsubscribed before is still shown as unsubscribed, whatever is reported later', async () => {
  await shop.services.signup.signUp({ email: 'gus@example.com', source: 'home' })
  const [row] = await rows(`select unsubscribe_token from subscribers where email = 'gus@example.com'`)
  await shop.services.signup.unsubscribe(String(row?.unsubscribe_token))
  await report(bounceOf('gus@example.com'))
  expect(await subscriberOf('gus@example.com')).toEqual({ left_because: null, stays: false })
})

test('a repeated report changes nothing more', async () => {
  await sendMail('hal@example.com', 'shipped', 5)
  await sendMail('hal@example.com', 'order-confirmation', 8 * 24 * 60)
  for (let time = 0; time < 2; time += 1) await report(bounceOf('hal@example.com'))
  expect((await mailsTo('hal@example.com')).map(({ state }) => state)).toEqual(['dead', 'sent'])
})

/** What Mailgun sends, which signs the time and the token, and nothing else. */
function signed(event: unknown, { token, secondsAgo = 5 }: { token: string; secondsAgo?: number }) {
  const timestamp = String(Math.floor(Date.now() / 1000) - secondsAgo)
  const signature = createHmac('sha256', SECRET)
    .update(timestamp + token)
    .digest('hex')
  return { signature: { timestamp, token, signature }, 'event-data': event }
}

test('Mailgun signs instead of using a password', async () => {
  await shop.services.signup.signUp({ email: 'ida@example.com', source: 'home' })
  const body = signed({ event: 'complained', recipient: 'ida@example.com' }, { token: 'first' })
  const forged = { ...body, signature: { ...body.signature, token: 'other' } }
  expect((await report(forged, { password: '' })).status).toBe(401)
  expect(await subscriberOf('ida@example.com')).toMatchObject({ stays: true })
  expect((await report(body, { password: '' })).status).toBe(200)
  expect(await subscriberOf('ida@example.com')).toMatchObject({ stays: false })
})

test('a used signature cannot be reused for another event', async () => {
  await shop.services.signup.signUp({ email: 'kim@example.com', source: 'home' })
  const complaint = { event: 'complained', recipient: 'kim@example.com' }
  const opened = signed({ event: 'opened', recipient: 'lou@example.com' }, { token: 'seen' })
  expect((await report(opened, { password: '' })).status).toBe(200)
  expect((await report({ ...opened, 'event-data': complaint }, { password: '' })).status).toBe(200)
  for (const secondsAgo of [13 * 60 * 60, -13 * 60 * 60]) {
    const body = signed(complaint, { token: `of ${secondsAgo} seconds ago`, secondsAgo })
    expect((await report(body, { password: '' })).status).toBe(401)
  }
  expect(await subscriberOf('kim@example.com')).toMatchObject({ stays: true })
})

test('an event that could not be processed is processed when Mailgun repeats it', async () => {
  await shop.services.signup.signUp({ email: 'max@example.com', source: 'home' })
  const body = signed({ event: 'complained', recipient: 'max@example.com' }, { token: 'repeated' })
  await rows(`create function refuse() returns trigger language plpgsql as 'begin raise exception ''no''; end'`)
  await rows(`create trigger refuse before update on subscribers for each row execute function refuse()`)
  expect((await report(body, { password: '' })).status).toBeGreaterThanOrEqual(500)
  await rows('drop trigger refuse on subscribers')
  expect((await report(body, { password: '' })).status).toBe(200)
  expect(await subscriberOf('max@example.com')).toMatchObject({ stays: false })
})

test('accepts nothing without the secret, and nothing that is not JSON or cannot be stored', async () => {
  await shop.services.signup.signUp({ email: 'joy@example.com', source: 'home' })
  const closed = await createTestShop(database.current)
  expect((await report(complaintOf('joy@example.com'), { to: closed })).status).toBe(404)
  expect((await report(complaintOf('joy@example.com'), { password: 'jP4wq7Z1nLk0vTeY' })).status).toBe(401)
  expect((await report('{')).status).toBe(400)
  expect((await report(bounceOf('joy@example.com\0'))).status).toBe(400)
  expect((await report(JSON.stringify({ filler: 'x'.repeat(1024 * 1024) }))).status).toBe(413)
  // Strangers can't make it read much.
  const large = JSON.stringify({ filler: 'x'.repeat(64 * 1024) })
  expect((await report(large, { password: '' })).status).toBe(413)
  expect((await report(large)).status).toBe(200)
  expect((await shop.app.request('/webhooks/mail')).status).toBe(405)
  expect(await subscriberOf('joy@example.com')).toMatchObject({ stays: true })
})
