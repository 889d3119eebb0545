import { formatCents } from '#domain/money/cents.ts'
import { paidLaterCents } from '#domain/money/line-refund.ts'
import { addressLines } from '#server/orders/address-lines.ts'
import type { SecurityHeaders } from '#server/platform/http/security-headers.ts'
import type { Person } from './customers.views.ts'

/** What the shop stores about a customer, as readable text and amounts; the export itself isn't stored. */
export function customerFile(
  { email, subscriber, orders, reviews, mails, note }: Person,
  { forDesk }: SecurityHeaders,
): Response {
  const held = {
    email,
    newsletter: subscriber && {
      email: subscriber.email,
      signedUpAt: subscriber.consentedAt,
      signedUpOn: subscriber.source,
      leftAt: subscriber.unsubscribedAt,
      leftBecause: subscriber.leftBecause,
      discountCode: subscriber.discountCode,
    },
    note: note.note || null,
    tags: note.tags,
    orders: orders.map((order) => ({
      number: order.number,
      placedAt: order.createdAt,
      state: order.state,
      email: order.email,
      shipTo: addressLines(order),
      phone: order.phone,
      items: order.lines.map(({ name, size, quantity, priceCents }) => ({
        name,
        size,
        quantity,
        price: formatCents(priceCents),
      })),
      package: [order.trackingCarrier, order.trackingNumber].filter(Boolean).join(' ') || null,
      packages: order.shipments.map(({ carrier, trackingNumber, shippedAt }) => ({
        carrier,
        trackingNumber,
        shippedAt,
      })),
      returns: order.returns.map(({ createdAt, state, reason, words }) => ({
        recordedAt: createdAt,
        state,
        reason,
        words,
      })),
      card: order.cards.map(({ cardBrand, cardLast4 }) => `${cardBrand} ending in ${cardLast4}`).join(', ') || null,
      note: order.note,
      discountCode: order.discountCode,
      total: formatCents(order.totalCents),
      paidLater: formatCents(paidLaterCents(order)),
      refunded: formatCents(order.refundedCents),
      refunds: order.refunds.map(({ createdAt, amountCents, reason }) => ({
        startedAt: createdAt,
        amount: formatCents(amountCents),
        reason,
      })),
    })),
    reviews: reviews.map((review) => ({
      writtenAt: review.reviewDate,
      product: review.productId,
      orderNumber: review.orderNumber,
      email: review.email,
      name: review.reviewerName,
      location: review.reviewerLocation,
      rating: review.rating,
      title: review.title,
      body: review.body,
      isPublished: review.isPublished,
    })),
    mails: mails.map(({ recipient, template, createdAt, sentAt }) => ({
      recipient,
      kind: template,
      createdAt,
      sentAt,
    })),
  }
  return new Response(JSON.stringify(held, null, 2), {
    headers: {
      ...forDesk,
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="bloomera-person.json"',
    },
  })
}
