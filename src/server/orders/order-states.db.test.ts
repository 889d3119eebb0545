import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { ATTEMPT_STATES, REFUND_STATES } from '#domain/money/payment-states.ts'
import { STATES_OF_LIST } from '#domain/orders/order-lists.ts'
import {
  FIRST_STATES,
  nextState,
  ORDER_STATES,
  ORDER_TRANSITIONS,
  type OrderState,
  type OrderTransition,
  TRANSITION_NAMES,
} from '#domain/orders/order-states.ts'
import type { Database } from '#server/platform/db/database.ts'
import { isPostgres, useTestDatabase } from '#test/test-database.ts'
import { findOrder, moveOrder } from './orders.queries.ts'

const database = useTestDatabase()
let other: Database
let id: string
const BEFORE = new Date('2026-03-01T12:00:00.123Z')
const AT = new Date('2026-03-02T12:00:00.456Z')

function rows(statement: string, parameters: unknown[] = []): Promise<Record<string, unknown>[]> {
  return database.current.withConnection((connection) => connection.rows(statement, parameters))
}

beforeAll(async () => {
  other = await database.openAnother()
  const [order] = await rows(
    `insert into orders (number, checkout_key, request_hash, email, folded_email, first_name, last_name, line1, city,
       state_code, zip, subtotal_cents, discount_cents, shipping_cents, tax_cents, tax_basis_points, total_cents)
     values ('BLM-23456789-ABCD', 'checkout-1', 'hash', 'a@b.example', 'a@b.example', 'Dana', 'Whitfield', '1 Main St',
       'Provo', 'UT', '84601', 5800, 0, 999, 415, 715, 7214) returning id`,
  )
  id = String(order?.id)
  return () => (other === database.current ? undefined : other.close())
})

async function putInto(state: OrderState): Promise<void> {
  const shippedAt = state === 'shipped' ? new Date(AT.getTime() - 60_000).toISOString() : null
  await rows(`update orders set state = $2, paid_at = $3, packed_at = null, shipped_at = $4 where id = $1`, [
    id,
    state,
    BEFORE.toISOString(),
    shippedAt,
  ])
}

/** The quoted strings, which are the states named in a piece of SQL. */
function quoted(sql: unknown): string[] {
  return [...String(sql).matchAll(/'(\w+)'/g)].map(([, state = '']) => state).toSorted()
}

test.each([
  ['orders', ORDER_STATES],
  ['payment_attempts', ATTEMPT_STATES],
  ['refunds', REFUND_STATES],
  ['stray_refunds', REFUND_STATES],
])('allows exactly the states of the domain in table %s', async (table, states) => {
  const [constraint] = await rows(
    `select pg_get_constraintdef(oid) as sql from pg_constraint where conrelid = $1::regclass and conname = $1 || '_state_check'`,
    [table],
  )
  expect(quoted(constraint?.sql)).toEqual([...states].toSorted())
  expect(constraint?.sql).not.toContain('NOT VALID')
})

test('starts an order in the first state of a checkout by default', async () => {
  const [column] = await rows(
    `select column_default as sql from information_schema.columns where table_name = 'orders' and column_name = 'state'`,
  )
  expect(quoted(column?.sql)).toEqual([FIRST_STATES.checkout])
})

test('covers exactly the states of its list with the partial index of refunded orders', async () => {
  const [index] = await rows(
    `select pg_get_expr(indpred, indrelid) as sql from pg_index where indexrelid = 'orders_given_back'::regclass`,
  )
  expect(quoted(index?.sql)).toEqual([...STATES_OF_LIST['given-back']].toSorted())
})

test.each(ORDER_STATES.flatMap((state) => TRANSITION_NAMES.map((transition) => [state, transition] as const)))(
  'applies transitions in the database: %s, %s',
  async (state, transition) => {
    await putInto(state)
    const before = await findOrder(database.current.orm, id)
    const next = nextState(state, transition)
    expect(await moveOrder(database.current.orm, id, transition, { at: AT })).toBe(next !== undefined)
    const { moments } = ORDER_TRANSITIONS[transition]
    const stamps = Object.entries(moments).map(([moment, change]) => [moment, change === 'clear' ? null : AT])
    expect(await findOrder(database.current.orm, id)).toEqual(
      next === undefined ? before : { ...before, ...Object.fromEntries(stamps), state: next },
    )
  },
)

test('refuses a transition after its time limit', async () => {
  await putInto('shipped')
  const late = new Date(AT.getTime() + 60 * 60_000)
  expect(await moveOrder(database.current.orm, id, 'unship', { at: late })).toBe(false)
  expect((await findOrder(database.current.orm, id))?.state).toBe('shipped')
})

test('keeps a timestamp that is set once and replaces one that is set again', async () => {
  await putInto('packed')
  await rows('update orders set packed_at = $2, shipped_at = $2 where id = $1', [id, BEFORE.toISOString()])
  await moveOrder(database.current.orm, id, 'ship', { at: AT })
  expect(await findOrder(database.current.orm, id)).toMatchObject({ packedAt: BEFORE, shippedAt: AT })
})

// PGlite runs one transaction at a time.
test.runIf(isPostgres).each<[OrderState, OrderTransition, OrderTransition]>([
  ['pending_payment', 'pay', 'fail'],
  ['paid', 'pack', 'cancelByBuyer'],
  ['paid', 'ship', 'cancel'],
  ['packed', 'ship', 'unpack'],
  ['packed', 'ship', 'voidPayment'],
  ['packed', 'cancel', 'refundInFull'],
  ['shipped', 'refundInFull', 'unship'],
])('lets only the first transaction win a race from %s between %s and %s', async (state, first, second) => {
  await putInto(state)
  const { promise: isBlocked, resolve: block } = Promise.withResolvers<void>()
  const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>()
  const winner = database.current.orm.transaction(async (tx) => {
    const isMoved = await moveOrder(tx, id, first, { at: AT })
    block()
    await mayCommit
    return isMoved
  })
  await isBlocked
  // It reads the last committed state and waits for the order's row.
  const loser = moveOrder(other.orm, id, second, { at: AT })
  await expect
    .poll(() => rows(`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`))
    .toHaveLength(1)
  commit()
  expect([await winner, await loser]).toEqual([true, false])
  expect((await findOrder(database.current.orm, id))?.state).toBe(nextState(state, first))
})

test.each([
  ['null', 'null', 'paid'],
  ['now()', 'null', 'packed'],
  ['now()', 'now()', 'shipped'],
])(
  'migrates an order in the former state partially_refunded, packed %s and shipped %s, to %s',
  async (packed, shipped, state) => {
    const files = ['075-order-states.sql', '076-order-states-validated.sql']
    const migrations = await Promise.all(files.map((file) => readFile(path.resolve('db/migrations', file), 'utf8')))
    await database.current.withConnection(async (connection) => {
      await connection.exec(`begin; alter table orders drop constraint orders_state_check;
      alter table orders add constraint orders_state_check check (state <> '');
      update orders set state = 'partially_refunded', packed_at = ${packed}, shipped_at = ${shipped} where id = '${id}'`)
      try {
        for (const statements of migrations) await connection.exec(statements)
        expect(await connection.rows('select state from orders where id = $1', [id])).toEqual([{ state }])
      } finally {
        await connection.exec('rollback')
      }
    })
  },
)
