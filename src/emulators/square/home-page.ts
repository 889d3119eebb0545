import { Hono } from 'hono'
import { html, raw } from 'hono/html'
import { groupDigits } from './browser/card-numbers.js'
import { FAULTS } from './faults.ts'
import type { Money } from './objects.ts'
import { OTHER_TRIGGERS, TEST_CARDS } from './test-cards.ts'
import type { World } from './world.ts'

const MAX_ROWS = 50

type Cell = string | { text: string; kind: 'code' | 'money' | 'status' }

/** For developers: what was paid, and what to type to cause other outcomes. */
export function homePage(world: World): Hono {
  const app = new Hono()
  app.get('/', (c) => {
    c.header('content-security-policy', `default-src 'none'; style-src 'self'; frame-ancestors 'none'`)
    return c.html(page(world))
  })
  app.get('/receipts/:id', (c) => {
    const payment = world.books.payments.get(c.req.param('id'))
    if (!payment) return c.notFound()
    c.header('content-security-policy', `default-src 'none'; style-src 'self'; frame-ancestors 'none'`)
    return c.html(
      layout(
        'Receipt',
        table(
          ['Receipt', 'Order', 'Card', 'Paid', 'Refunded'],
          [
            [
              payment.receipt_number ?? '',
              payment.reference_id ?? '',
              cardText(payment.card_details?.card),
              moneyCell(payment.total_money),
              moneyCell(payment.refunded_money ?? { ...payment.total_money, amount: 0 }),
            ],
          ],
        ),
      ),
    )
  })
  return app
}

function page({ books, clock, settings }: World) {
  const time = (stamp: string) => stamp.slice(11, 19)
  return layout(
    'Square emulator',
    html`
      <p class="lead">
        A Square of its own for this machine: no money moves here, and nothing leaves this computer. It is
        ${time(clock.stamp())} UTC for it. <a href="/">Look again</a>
      </p>
      <h2>Payments</h2>
      ${table(
        ['Time', 'Order', 'Amount', 'Card', 'Status', 'Refunded', 'Id'],
        newest(books.payments).map((payment) => [
          time(payment.created_at),
          payment.reference_id ?? '',
          moneyCell(payment.total_money),
          cardText(payment.card_details?.card),
          { text: payment.status, kind: 'status' },
          payment.refunded_money ? moneyCell(payment.refunded_money) : '',
          { text: payment.id, kind: 'code' },
        ]),
      )}
      <h2>Refunds</h2>
      ${table(
        ['Time', 'Amount', 'Status', 'Reason', 'Payment'],
        newest(books.refunds).map((refund) => [
          time(refund.created_at),
          moneyCell(refund.amount_money),
          { text: refund.status, kind: 'status' },
          refund.reason ?? '',
          { text: refund.payment_id, kind: 'code' },
        ]),
      )}
      <h2>Webhooks</h2>
      <p>${settings.webhook ? `Sent to ${settings.webhook.url}` : 'Nobody is told: no address is set.'}</p>
      ${table(
        ['Time', 'Event', 'State', 'Tries', 'About'],
        newest(books.deliveries).map((delivery) => [
          time(new Date(delivery.createdAt).toISOString()),
          delivery.type,
          { text: delivery.state, kind: 'status' },
          String(delivery.attempts),
          { text: delivery.objectId, kind: 'code' },
        ]),
      )}
      <h2>Test cards</h2>
      <p>Any expiry to come, CVV 111 (American Express 1111), any ZIP.</p>
      ${table(
        ['Number', 'What happens'],
        TEST_CARDS.map(({ number, title }) => [{ text: groupDigits(number), kind: 'code' }, title]),
      )}
      <h2>Other things to type</h2>
      ${table(
        ['Input', 'What happens'],
        OTHER_TRIGGERS.map(({ input, title }) => [{ text: input, kind: 'code' }, title]),
      )}
      <h2>Switches for tests</h2>
      <p>POST /emulator/faults with {"fault": …, "count": 1, "path": "/v2/payments"}: ${FAULTS.join(', ')}.</p>
    `,
  )
}

function layout(title: string, content: ReturnType<typeof html>) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
        <link rel="stylesheet" href="/v1/home.css" />
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`
}

function table(heads: string[], rows: Cell[][]) {
  if (rows.length === 0) return html`<p class="none">None yet.</p>`
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${heads.join(', ')}">
    <table>
      <thead>
        <tr>
          ${heads.map((head) => html`<th scope="col">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${row.map(cell)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}

function cell(value: Cell) {
  if (typeof value === 'string') return html`<td>${value}</td>`
  const { text, kind } = value
  return html`<td class="${kind}" ${kind === 'status' ? raw(`data-status="${text.toLowerCase()}"`) : ''}>${text}</td>`
}

function newest<T>(all: Map<string, T>): T[] {
  return [...all.values()].slice(-MAX_ROWS).toReversed()
}

function cardText(card: { card_brand: string; last_4: string } | undefined): string {
  return card ? `${card.card_brand} ${card.last_4}` : ''
}

function moneyCell({ amount }: Money): Cell {
  const cents = String(Math.abs(amount)).padStart(3, '0')
  return { text: `${amount < 0 ? '−' : ''}$${cents.slice(0, -2)}.${cents.slice(-2)}`, kind: 'money' }
}
