import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type RetainedKind, RETENTION } from '#domain/time/retention.ts'
import { drain } from '#test/drain-queue.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { paymentNotTakenMail } from './payments/payments.mails.ts'
import { FORGOTTEN } from './platform/mail/outbox.queries.ts'
import { enqueueMail } from './platform/mail/outbox.ts'
import { createRetention } from './retention.worker.ts'

const database = useTestDatabase()

beforeAll(() =>
  rows(`insert into operators (id, name, email, role) values ('ana', 'Ana', 'ana@bloomera.example', 'owner')`),
)
beforeEach(() => rows('delete from periodic_jobs'))

function rows(statement: string, parameters: unknown[] = []): Promise<Record<string, unknown>[]> {
  return database.current.withConnection((connection) => connection.rows(statement, parameters))
}

const purge = () => drain(createRetention(database.current))

type Case = {
  days: number
  /** Inserts a row with this name that was last used at this time. */
  insert: (name: string, at: string) => string
  /** The remaining names, in order. */
  left: string
}

const mail =
  (state: string): Case['insert'] =>
  (name, at) =>
    `insert into outbox (cause, template, recipient, payload, state, created_at)
   values ('${state} ${name}', 'x', '${name}@example.com', '{"secret": 1}', '${state}', ${at})`

const CASES: Record<RetainedKind, Case> = {
  'settled-mails': {
    days: 180,
    insert: mail('sent'),
    left: `select split_part(recipient, '@', 1) as name from outbox where state = 'sent' and payload <> '{}'`,
  },
  'dead-mails': {
    days: 365,
    insert: mail('dead'),
    left: `select split_part(recipient, '@', 1) as name from outbox where state = 'dead'`,
  },
  'settled-webhook-events': {
    days: 90,
    insert: (name, at) =>
      `insert into webhook_events (event_id, type, body, state, processed_at) values ('${name}', 'x', '{}', 'done', ${at})`,
    left: `select event_id as name from webhook_events`,
  },
  'sent-notices': {
    days: 30,
    insert: (name, at) =>
      `insert into notices (kind, cause, facts, state, created_at)
       values ('test', 'sent ${name}', '{"kind": "test"}', 'spread', ${at})`,
    left: `select split_part(cause, ' ', 2) as name from notices`,
  },
  'label-images': {
    days: 60,
    insert: (name, at) =>
      `with placed as (
         insert into orders (id, number, checkout_key, request_hash, email, folded_email, first_name, last_name, line1,
           city, state_code, zip, subtotal_cents, discount_cents, shipping_cents, tax_cents, tax_basis_points, total_cents)
         values (gen_random_uuid(), 'BLM-23456789-${name === 'old' ? 'ABCD' : 'ABCE'}', gen_random_uuid(), '', 'a@example.com', 'a@example.com', 'A', 'B', '1',
           'Provo', 'UT', '84601', 1, 0, 0, 0, 0, 1) returning id)
       insert into shipping_labels (id, order_id, state, carrier, service, max_cents, cost_cents, parcel, address_hash,
         tracking_number, image, actor, resolved_at)
       select gen_random_uuid(), id, 'bought', '${name}', 'Ground', 1, 1, '{}', '', '1Z', 'x'::bytea, 'ana', ${at}
       from placed`,
    left: `select carrier as name from shipping_labels where image is not null`,
  },
  'failed-uploads': {
    days: 7,
    insert: (name, at) =>
      `insert into picture_uploads (product_id, file_name, alt, actor, state, created_at)
       values ('pure-bloom', '${name}', '', 'x', 'failed', ${at})`,
    left: `select file_name as name from picture_uploads`,
  },
  'form-keys': {
    days: 7,
    insert: (name, at) => `insert into form_keys (key, used_at) values ('form key ${name}', ${at})`,
    left: `select replace(key, 'form key ', '') as name from form_keys`,
  },
  'mail-event-tokens': {
    days: 1,
    insert: (name, at) => `insert into mail_event_tokens (token, taken_at) values ('${name}', ${at})`,
    left: `select token as name from mail_event_tokens`,
  },
  'payment-tries': {
    days: 1,
    insert: (name, at) =>
      `insert into payment_tries (id, checkout_key, client_hash, network_hash, lane, created_at)
       values (gen_random_uuid(), '${name}', 'x', 'x', 'free', ${at})`,
    left: `select checkout_key as name from payment_tries`,
  },
  'throttle-buckets': {
    days: 0,
    insert: (name, at) =>
      `insert into throttle_buckets (key, tokens, filled_at, wait_ms, expires_at) values ('${name}', 1, now(), 0, ${at})`,
    left: `select key as name from throttle_buckets`,
  },
  'process-notes': {
    days: 0,
    insert: (name, at) =>
      `insert into process_notes (channel, payload, needed_until) values ('test', '${name}', ${at})`,
    left: `select payload as name from process_notes where channel = 'test'`,
  },
  'settled-purges': {
    days: 1,
    insert: (name, at) =>
      `insert into cdn_purges (cause, tags, created_at, next_attempt_at) values ('${name}', 'x', ${at}, 'infinity')`,
    left: `select cause as name from cdn_purges`,
  },
  'sign-in-failures': {
    days: 1,
    insert: (name, at) => `insert into sign_in_failures (key, failures, last_at) values ('${name}', 1, ${at})`,
    left: `select key as name from sign_in_failures`,
  },
  'ended-sessions': {
    days: 0,
    insert: (name, at) =>
      `insert into operator_sessions (id, operator_id, token, method, expires_at, created_at, updated_at)
       values ('${name}', 'ana', 'token ${name}', 'password', ${at}, now(), now())`,
    left: `select id as name from operator_sessions`,
  },
  'expired-links': {
    days: 0,
    insert: (name, at) =>
      `insert into operator_links (token_hash, operator_id, expires_at) values ('${name}', 'ana', ${at})`,
    left: `select token_hash as name from operator_links`,
  },
  'expired-challenges': {
    days: 0,
    insert: (name, at) => `insert into passkey_challenges (challenge, expires_at) values ('${name}', ${at})`,
    left: `select challenge as name from passkey_challenges`,
  },
  'unused-devices': {
    days: 365,
    insert: (name, at) =>
      `insert into operator_devices (id, operator_id, token_hash, created_at, used_at)
       values ('${name}', 'ana', '${name}', now(), ${at})`,
    left: `select id as name from operator_devices`,
  },
}

test.each(Object.entries(CASES))('keeps %s for as long as the table says, and no longer', async (kind, each) => {
  const { days, insert, left } = each
  expect(RETENTION[kind as RetainedKind].keptDays).toBe(days)
  await rows(insert('young', `now() - interval '${days} days' + interval '1 hour'`))
  await rows(insert('old', `now() - interval '${days} days' - interval '1 minute'`))
  expect(await rows(`${left} order by 1`)).toEqual([{ name: 'old' }, { name: 'young' }])
  expect(await purge()).toBe(1)
  expect(await rows(left)).toEqual([{ name: 'young' }])
})

test('erases recipient and content of an old email; keeps its cause, so that it is never sent again', async () => {
  const report = () =>
    database.current.orm.transaction((tx) =>
      enqueueMail(tx, paymentNotTakenMail, {
        cause: 'told-long-ago',
        recipient: 'ana@example.com',
        payload: { orderNumber: 'BLM-23456789-ABCD', firstName: 'Ana' },
      }),
    )
  await report()
  await rows(`update outbox set state = 'sent', sent_at = now(), last_error = 'ana@example.com',
    created_at = now() - interval '2 years' where cause = 'told-long-ago'`)
  await purge()
  expect(await rows(`select recipient, payload, last_error, state from outbox where cause = 'told-long-ago'`)).toEqual([
    { recipient: FORGOTTEN.recipient, payload: {}, last_error: null, state: 'sent' },
  ])
  expect(await report()).toBe(false)
})

test('cancels a dead email with its content: it cannot be sent anymore, and no longer counts as dead', async () => {
  await rows(mail('dead')('forgotten', `now() - interval '2 years'`))
  await purge()
  expect(await rows(`select state, recipient from outbox where cause = 'dead forgotten'`)).toEqual([
    { state: 'cancelled', recipient: FORGOTTEN.recipient },
  ])
})

test('keeps open work, however old it is', async () => {
  await rows(mail('waiting')('waiting', `now() - interval '5 years'`))
  await rows(`insert into webhook_events (event_id, type, body, state, received_at, next_attempt_at) values
    ('waits', 'x', '{}', 'waiting', now() - interval '5 years', now() - interval '5 years'),
    ('is dead', 'x', '{}', 'dead', now() - interval '5 years', now() - interval '5 years')`)
  await purge()
  expect(await rows(`select recipient from outbox where state = 'waiting'`)).toEqual([
    { recipient: 'waiting@example.com' },
  ])
  expect(await rows(`select event_id from webhook_events where state in ('waiting', 'dead') order by 1`)).toEqual([
    { event_id: 'is dead' },
    { event_id: 'waits' },
  ])
})

test('purges a flood of rows in one run; one table that fails does not block the others', async () => {
  await rows(`insert into throttle_buckets (key, tokens, filled_at, wait_ms, expires_at)
    select 'flood ' || n, 1, now(), 0, now() - interval '1 minute' from generate_series(1, 2500) n`)
  await rows(`create function keep() returns trigger language plpgsql as $$ begin raise exception 'kept'; end $$`)
  await rows(`create trigger keep before delete on form_keys for each row execute function keep()`)
  await rows(`insert into form_keys (key, used_at) values ('form key stuck', now() - interval '1 year')`)
  expect(await purge()).toBe(0)
  await rows('drop trigger keep on form_keys')
  expect(await rows(`select from throttle_buckets where key like 'flood%'`)).toEqual([])
  // The job is due after its interval, not right away.
  expect(await purge()).toBe(0)
  expect(await rows(`select key from form_keys where key like '%stuck'`)).toHaveLength(1)
})
