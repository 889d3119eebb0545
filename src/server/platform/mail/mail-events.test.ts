import { expect, test } from 'vitest'
import { readMailEvents } from './mail-events.ts'

const ID = '<6f1d9f8e-0d5b-4a55-9f4e-3a3b8c8f1a10@bloomera.example>'

const POSTMARK = { ID: 42, MessageID: '883953f4', Email: 'ana@example.com', From: 'hello@bloomera.example' }
const SENDGRID = { email: 'ana@example.com', timestamp: 1_740_300_320, 'smtp-id': ID, sg_event_id: 'Ym91' }
const MAILGUN = { recipient: 'ana@example.com', message: { headers: { 'message-id': ID.slice(1, -1) } } }
const signature = { timestamp: '1', token: 't', signature: 's' }

test.each([
  [
    'Postmark: a hard bounce',
    { ...POSTMARK, RecordType: 'Bounce', Type: 'HardBounce', Inactive: true, Description: 'No such mailbox.' },
    [{ kind: 'bounced', recipient: 'ana@example.com', reason: 'No such mailbox.' }],
  ],
  ['Postmark: a full mailbox', { ...POSTMARK, RecordType: 'Bounce', Type: 'SoftBounce', Inactive: false }, []],
  [
    'Postmark: spam',
    { ...POSTMARK, RecordType: 'SpamComplaint', Type: 'SpamComplaint', Inactive: true },
    [{ kind: 'complained', recipient: 'ana@example.com', reason: '' }],
  ],
  ['Postmark: delivered', { RecordType: 'Delivery', Recipient: 'ana@example.com' }, []],
  [
    'SendGrid: several, of which two count',
    [
      { ...SENDGRID, event: 'processed' },
      { ...SENDGRID, event: 'bounce', type: 'bounce', reason: '550 unknown user' },
      { ...SENDGRID, event: 'bounce', type: 'blocked', reason: 'try later' },
      { ...SENDGRID, event: 'deferred' },
      { ...SENDGRID, event: 'spamreport', email: 'ben@example.com' },
      'nonsense',
    ],
    [
      { kind: 'bounced', recipient: 'ana@example.com', messageId: ID, reason: '550 unknown user' },
      { kind: 'complained', recipient: 'ben@example.com', messageId: ID, reason: '' },
    ],
  ],
  [
    'Mailgun: a permanent failure',
    {
      signature,
      'event-data': { ...MAILGUN, event: 'failed', severity: 'permanent', 'delivery-status': { message: 'Unknown' } },
    },
    [{ kind: 'bounced', recipient: 'ana@example.com', messageId: ID.slice(1, -1), reason: 'Unknown' }],
  ],
  ['Mailgun: tried again later', { 'event-data': { ...MAILGUN, event: 'failed', severity: 'temporary' } }, []],
  [
    'Mailgun: spam',
    { signature, 'event-data': { ...MAILGUN, event: 'complained' } },
    [{ kind: 'complained', recipient: 'ana@example.com', messageId: ID.slice(1, -1), reason: '' }],
  ],
  ['something else', { type: 'hello' }, []],
  ['nothing', null, []],
])('%s', (_, body, expected) => {
  expect(readMailEvents(body)).toEqual(expected)
})

test('keeps the beginning of a long reason', () => {
  const [event] = readMailEvents([{ ...SENDGRID, event: 'bounce', reason: 'x'.repeat(5000) }])
  expect(event?.reason).toHaveLength(300)
})
