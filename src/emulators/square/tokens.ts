import { createHash } from 'node:crypto'
import { Hono, type MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { brandOf, isCardNumber, isExpired } from './browser/card-numbers.js'
import { newId } from './ids.ts'
import { jsonBody } from './json-body.ts'
import type { CardFace, JsonObject, Token } from './objects.ts'
import { originsFor } from './origins.ts'
import { isObject } from './read-fields.ts'
import { findTestCard, type TokenizeFault, type TypedCard } from './test-cards.ts'
import type { World } from './world.ts'

const NOT_A_TEST_CARD =
  'Only test card numbers work here: real card numbers are refused in sandbox. The emulator lists them on its own page.'

type FieldError = { type: string; message: string; field?: string }

/** Called by the card form's frame; the shop's page may only call `hydrate`. */
export function tokenRoutes(world: World): Hono {
  const { books, clock, faults, settings } = world
  const app = new Hono()

  app.use('/hydrate', cors({ origin: settings.shopOrigins }))
  app.get('/hydrate', (c) => c.json({ country: 'US' }))

  for (const path of ['/tokens', '/challenges/*', '/verifications']) app.use(path, fromForm())

  app.post('/tokens', async (c) => {
    const body = await jsonBody(c)
    if (body.applicationId !== settings.applicationId) {
      return c.json(failed('UNAUTHORIZED', 'The application id is not the one of this emulator.'))
    }
    const card = readCard(body.card)
    const errors = cardErrors(card, new Date(clock.now()))
    if (errors.length > 0) return c.json({ status: 'Invalid', errors })
    const known = findTestCard(card)
    if (!known) return c.json(invalid(NOT_A_TEST_CARD))
    const switched = faults.take(['tokenize-error', 'tokenize-unknown', 'tokenize-throw'])
    const tokenize = switched ? (switched.fault.slice('tokenize-'.length) as TokenizeFault) : known.tokenize
    if (tokenize) return c.json(tokenizeFailure(tokenize))

    const verification = isObject(body.verification) ? body.verification : undefined
    const needsChallenge = known.verification === 'challenge' && verification !== undefined
    const token: Token = {
      id: newId.cardToken(),
      createdAt: known.isExpiredToken ? 0 : clock.now(),
      sourceType: 'CARD',
      entryMethod: 'KEYED',
      card: toFace(card),
      ...(known.decline && { decline: known.decline }),
      ...(known.fault && { fault: known.fault, isFaultOnce: known.isFaultOnce }),
      ...(known.verification && { needsVerification: true }),
      ...(verification && { verified: agreed(verification) }),
      ...(known.verification === 'failing' && { decline: 'CARD_DECLINED_VERIFICATION_REQUIRED' }),
      ...(needsChallenge && {
        challenge: { id: newId.challenge(), state: 'open', tries: 0, returnTo: originsFor(new URL(c.req.url)).api },
      }),
    }
    books.write([{ kind: 'token', token }])
    return c.json(token.challenge ? { status: 'Challenge', challenge: token.challenge.id } : succeeded(token, card))
  })

  // The bank's result is already recorded here, so the page can't forge it.
  app.post('/challenges/:id', (c) => {
    const token = [...books.tokens.values()].find(({ challenge }) => challenge?.id === c.req.param('id'))
    if (!token?.challenge || token.challenge.state === 'open') return c.json({ status: 'Error', errors: [] }, 404)
    return c.json(token.challenge.state === 'canceled' ? { status: 'Cancel' } : succeeded(token))
  })

  app.post('/verifications', async (c) => {
    const body = await jsonBody(c)
    const token = typeof body.source === 'string' ? books.tokens.get(body.source) : undefined
    const details = isObject(body.details) ? body.details : {}
    if (token) books.write([{ kind: 'token', token: { ...token, verified: agreed(details) } }])
    return c.json({ token: newId.verification(), userChallenged: false })
  })

  return app
}

/** Called by a wallet's payment sheet. */
export function walletTokenRoutes({ books, clock }: World): Hono {
  const app = new Hono()
  app.use('/wallet-tokens', fromForm())
  app.post('/wallet-tokens', async (c) => {
    const { method, isDeclined } = await jsonBody(c)
    const card: TypedCard = { number: '4111111111111111', expMonth: 11, expYear: 2036, cvv: '', postalCode: '84101' }
    const token: Token = {
      id: newId.walletToken(),
      createdAt: clock.now(),
      sourceType: 'CARD',
      entryMethod: 'KEYED',
      card: toFace(card),
      ...(isDeclined === true && { decline: 'GENERIC_DECLINE' }),
    }
    books.write([{ kind: 'token', token }])
    return c.json(succeeded(token, card, typeof method === 'string' ? method : 'Google Pay'))
  })

  return app
}

/** Allows the card form, which is on the SDK's origin, and same-origin payment sheets. */
function fromForm(): MiddlewareHandler {
  return async (c, next) => {
    const origin = c.req.header('origin')
    const url = new URL(c.req.url)
    const allowed = [originsFor(url).sdk, url.origin]
    if (origin !== undefined && !allowed.includes(origin)) return c.text('Wrong origin', 403)
    return cors({ origin: allowed })(c, next)
  }
}

function readCard(value: unknown): TypedCard {
  const card = isObject(value) ? value : {}
  const text = (name: string) => (typeof card[name] === 'string' ? card[name] : '')
  return {
    number: text('number').replaceAll(/\D/g, ''),
    expMonth: Number(card.expMonth),
    expYear: Number(card.expYear),
    cvv: text('cvv'),
    postalCode: text('postalCode'),
  }
}

/** The form has validated the same; this is for other callers. */
function cardErrors(card: TypedCard, today: Date): FieldError[] {
  const error = (field: string, message: string) => ({ type: 'VALIDATION_ERROR', message, field })
  const brand = brandOf(card.number)
  const expiry = { month: card.expMonth, year: card.expYear }
  return [
    ...(card.number.startsWith('7783')
      ? [{ ...error('cardNumber', 'This card brand is not supported.'), type: 'UNSUPPORTED_CARD_BRAND' }]
      : isCardNumber(card.number)
        ? []
        : [error('cardNumber', 'Enter a valid card number.')]),
    ...(card.expMonth >= 1 && card.expMonth <= 12 && !isExpired(expiry, today)
      ? []
      : [error('expirationDate', 'Enter a valid expiration date.')]),
    ...(/^\d+$/.test(card.cvv) && card.cvv.length === brand.cvvLength ? [] : [error('cvv', 'Enter a valid CVV.')]),
    ...(!brand.hasPostalCode || /^\d{5}$/.test(card.postalCode)
      ? []
      : [error('postalCode', 'Enter a valid ZIP code.')]),
  ]
}

function toFace({ number, expMonth, expYear }: TypedCard): CardFace {
  return {
    card_brand: brandOf(number).code,
    last_4: number.slice(-4),
    exp_month: expMonth,
    exp_year: expYear,
    bin: number.slice(0, 6),
    fingerprint: `sq-1-${createHash('sha256').update(`emulator ${number} ${expMonth}/${expYear}`).digest('base64url')}`,
    card_type: 'CREDIT',
    prepaid_type: 'NOT_PREPAID',
  }
}

function agreed({ amount, currencyCode }: JsonObject): { amount?: string; currency?: string } {
  return {
    ...(typeof amount === 'string' && { amount }),
    ...(typeof currencyCode === 'string' && { currency: currencyCode }),
  }
}

function succeeded({ id, card }: Token, typed?: TypedCard, method = 'Card'): JsonObject {
  return {
    status: 'OK',
    token: id,
    details: {
      method,
      card: {
        brand: card?.card_brand,
        last4: card?.last_4,
        expMonth: card?.exp_month,
        expYear: card?.exp_year,
        cardType: card?.card_type,
        prepaidType: card?.prepaid_type,
      },
      ...(typed?.postalCode && { billing: { postalCode: typed.postalCode } }),
    },
  }
}

function tokenizeFailure(kind: TokenizeFault): JsonObject {
  const failure = failed('UNKNOWN_ERROR', 'The card could not be tokenized.')
  if (kind === 'unknown') return { status: 'Unknown' }
  return kind === 'throw' ? { ...failure, isThrown: true } : failure
}

function failed(type: string, message: string): JsonObject & { errors: FieldError[] } {
  return { status: 'Error', errors: [{ type, message }] }
}

function invalid(message: string): JsonObject {
  return { status: 'Invalid', errors: [{ type: 'VALIDATION_ERROR', message, field: 'cardNumber' }] }
}
