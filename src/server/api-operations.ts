import { errorResponse } from '#contract/api-error.ts'
import { balancePayment } from '#contract/balance.ts'
import {
  orderStatusRequest,
  orderStatusResponse,
  paymentRequest,
  paymentResponse,
  plainRefusal,
  PROOF_HEADER,
  quoteRequest,
  quoteResponse,
  squareConfig,
  TICKET_HEADER,
} from '#contract/checkout.ts'
import { emailSignupRequest, emailSignupResponse } from '#contract/email-signup.ts'
import {
  cancelOrderRequest,
  cancelOrderResponse,
  findOrderRequest,
  findOrderResponse,
} from '#contract/order-requests.ts'
import { productReviewsResponse, ratingSummarySchema } from '#contract/product-reviews.ts'
import { productResponse, productRow, productsResponse } from '#contract/products.ts'
import { reviewRow, reviewsResponse } from '#contract/review-row.ts'
import { reviewSubmission, reviewSubmitted } from '#contract/submit-review.ts'
import { suggestionsSchema } from '#contract/suggestions.ts'
import { updateFeaturedReviewsRequest } from '#contract/update-featured-reviews.ts'
import { validateDiscountCodeRequest, validateDiscountCodeResponse } from '#contract/validate-discount-code.ts'
import { REVIEW_SORTS } from '#domain/reviews/review.ts'

/** The same schemas that parse requests, under their names in the document. */
export const REQUESTS = {
  BalancePayment: balancePayment,
  CancelOrderRequest: cancelOrderRequest,
  EmailSignupRequest: emailSignupRequest,
  FindOrderRequest: findOrderRequest,
  OrderStatusRequest: orderStatusRequest,
  PaymentRequest: paymentRequest,
  QuoteRequest: quoteRequest,
  ReviewSubmission: reviewSubmission,
  UpdateFeaturedReviewsRequest: updateFeaturedReviewsRequest,
  ValidateDiscountCodeRequest: validateDiscountCodeRequest,
}

export const ANSWERS = {
  CancelOrderResponse: cancelOrderResponse,
  EmailSignupResponse: emailSignupResponse,
  ErrorResponse: errorResponse,
  FindOrderResponse: findOrderResponse,
  OrderStatusResponse: orderStatusResponse,
  PaymentResponse: paymentResponse,
  PlainRefusal: plainRefusal,
  Product: productRow,
  ProductResponse: productResponse,
  ProductReviewsResponse: productReviewsResponse,
  ProductsResponse: productsResponse,
  QuoteResponse: quoteResponse,
  RatingSummary: ratingSummarySchema,
  Review: reviewRow,
  ReviewsResponse: reviewsResponse,
  ReviewSubmitted: reviewSubmitted,
  SquareConfig: squareConfig,
  Suggestions: suggestionsSchema,
  ValidateDiscountCodeResponse: validateDiscountCodeResponse,
}

type Parameter = { name: string; in: 'query' | 'path' | 'header'; description: string; schema: object }

export type Operation = {
  summary: string
  parameters?: readonly Parameter[]
  request?: keyof typeof REQUESTS
  /** The response to a valid request: a schema, this document, a live stream, or no body. */
  answer: keyof typeof ANSWERS | 'document' | 'events' | 'nothing'
  /** The response to any other request. */
  refusal: keyof typeof ANSWERS
  /** True if the public key must be sent. */
  needsKey?: boolean
}

const slug: Parameter = {
  name: 'slug',
  in: 'path',
  description: 'The id of the product, the last part of its address.',
  schema: { type: 'string' },
}

function query(name: string, description: string, schema: object): Parameter {
  return { name, in: 'query', description, schema }
}

function header(name: string, description: string): Parameter {
  return { name, in: 'header', description, schema: { type: 'string' } }
}

const PAYMENT_HEADERS: readonly Parameter[] = [
  header('idempotency-key', 'The id of the checkout. Repeating a request with it returns the same response.'),
  header(TICKET_HEADER, 'From get-square-config. Only required during a card-testing attack.'),
  header(PROOF_HEADER, 'The answer to the challenge of an earlier refusal.'),
]

/** Every route below /api and /functions, by method and path. */
export const OPERATIONS: Readonly<Record<`${'GET' | 'POST'} /${string}`, Operation>> = {
  'GET /api/products': {
    summary: 'All active products, by name.',
    answer: 'ProductsResponse',
    refusal: 'ErrorResponse',
  },
  'GET /api/products/{slug}': {
    summary: 'One active product.',
    parameters: [slug],
    answer: 'ProductResponse',
    refusal: 'ErrorResponse',
  },
  'GET /api/products/{slug}/reviews': {
    summary: 'Published reviews of one product, a few at a time.',
    parameters: [
      slug,
      query('sort', 'What comes first.', { type: 'string', enum: REVIEW_SORTS, default: 'newest' }),
      query('rating', 'Only reviews with this many stars.', { type: 'integer', minimum: 1, maximum: 5 }),
      query('after', 'The id of the last review already loaded.', { type: 'string', format: 'uuid' }),
      query('limit', 'At most so many.', { type: 'integer', minimum: 1, maximum: 48, default: 4 }),
    ],
    answer: 'ProductReviewsResponse',
    refusal: 'ErrorResponse',
  },
  'GET /api/products/{slug}/reviews/live': {
    summary: 'The rating of a product now, and again whenever it changes.',
    parameters: [slug],
    answer: 'events',
    refusal: 'ErrorResponse',
  },
  'GET /api/reviews': {
    summary: 'Published reviews, newest first, twelve per page.',
    parameters: [
      query('product', 'The id of a product, or "brand" for testimonials about the shop. All without it.', {
        type: 'string',
      }),
      query('page', 'Counted from 1.', { type: 'integer', minimum: 1, default: 1 }),
    ],
    answer: 'ReviewsResponse',
    refusal: 'ErrorResponse',
  },
  'GET /api/suggestions': {
    summary: 'Products, ingredients and guides for what was typed so far.',
    parameters: [query('q', 'What was typed.', { type: 'string' })],
    answer: 'Suggestions',
    refusal: 'ErrorResponse',
  },
  'GET /api/openapi.json': { summary: 'This document.', answer: 'document', refusal: 'ErrorResponse' },
  'POST /functions/v1/get-square-config': {
    summary: 'What the card form needs, and a ticket for one payment.',
    answer: 'SquareConfig',
    refusal: 'PlainRefusal',
  },
  'POST /functions/v1/validate-discount-code': {
    summary: 'What a discount code would take off.',
    request: 'ValidateDiscountCodeRequest',
    answer: 'ValidateDiscountCodeResponse',
    refusal: 'ValidateDiscountCodeResponse',
  },
  'POST /functions/v1/quote-order': {
    summary: 'What an order would cost now.',
    request: 'QuoteRequest',
    answer: 'QuoteResponse',
    refusal: 'PlainRefusal',
  },
  'POST /functions/v1/process-square-payment': {
    summary: 'Places an order and charges the card behind the token.',
    parameters: PAYMENT_HEADERS,
    request: 'PaymentRequest',
    answer: 'PaymentResponse',
    refusal: 'PaymentResponse',
  },
  'POST /functions/v1/order-status': {
    summary: 'The outcome of a checkout.',
    request: 'OrderStatusRequest',
    answer: 'OrderStatusResponse',
    refusal: 'PlainRefusal',
  },
  'POST /functions/v1/find-order': {
    summary: 'The page of an order, by its number and email address.',
    request: 'FindOrderRequest',
    answer: 'FindOrderResponse',
    refusal: 'FindOrderResponse',
  },
  'POST /functions/v1/cancel-order': {
    summary: 'Cancels an order that has not been packed yet.',
    request: 'CancelOrderRequest',
    answer: 'CancelOrderResponse',
    refusal: 'CancelOrderResponse',
  },
  'POST /functions/v1/pay-balance': {
    summary: 'Charges the card behind the token for a payment request made after an order was bought.',
    parameters: PAYMENT_HEADERS,
    request: 'BalancePayment',
    answer: 'PaymentResponse',
    refusal: 'PaymentResponse',
  },
  'POST /functions/v1/email-signup': {
    summary: 'Signs up for the newsletter, and returns the code for 10% off a first order.',
    request: 'EmailSignupRequest',
    answer: 'EmailSignupResponse',
    refusal: 'ErrorResponse',
  },
  'POST /functions/v1/submit-review': {
    summary: 'Submits a review, which waits for a moderator.',
    request: 'ReviewSubmission',
    answer: 'ReviewSubmitted',
    refusal: 'ErrorResponse',
  },
  'POST /functions/v1/update-featured-reviews': {
    summary: 'Reports which testimonials were shown.',
    request: 'UpdateFeaturedReviewsRequest',
    answer: 'nothing',
    refusal: 'ErrorResponse',
    needsKey: true,
  },
}
