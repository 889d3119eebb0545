import path from 'node:path'
import { z } from 'zod'
import { isEmailAddress } from '#contract/email-address.ts'
import type { MailPerson } from './mail/mailer.ts'
import { FAST_PAYMENT_TIMINGS, PAYMENT_TIMINGS, type PaymentTimings } from './payments/payment-timings.ts'
import { StartError } from './start-error.ts'

const SQUARE_API = 'https://connect.squareup.com'
const SQUARE_WEB_SDK = 'https://web.squarecdn.com/v1/square.js'
/** Marketing mail must carry the business's address; a laptop has this one. */
const EXAMPLE_ADDRESS = '482 Orchard Lane, Provo, UT 84601'

const SQUARE_SECRETS = [
  'SQUARE_ACCESS_TOKEN',
  'SQUARE_APPLICATION_ID',
  'SQUARE_LOCATION_ID',
  'SQUARE_WEBHOOK_SIGNATURE_KEY',
] as const

const port = z.coerce
  .number('must be a number')
  .int('must be a whole number')
  .min(0, 'must be 0 to 65535')
  .max(65_535, 'must be 0 to 65535')
const url = (protocols: RegExp, example: string) =>
  z.url({ protocol: protocols, error: `must be an address such as ${example}` })
const webUrl = (example: string) => url(/^https?$/, example)
const postgresUrl = url(/^postgres(ql)?$/, 'postgres://user:password@host/database')

const schema = z.object({
  NODE_ENV: z
    .enum(['development', 'test', 'production'], 'must be development, test or production')
    .default('development'),
  HOST: z.string().default('localhost'),
  PORT: port.default(3000),
  PUBLIC_URL: webUrl('https://bloomera.example').optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_LISTEN_URL: postgresUrl.optional(),
  WEB_CONCURRENCY: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(1, 'must be 1 or more')
    .max(64, 'must be 64 or less')
    .default(1),
  PUBLIC_KEY: z.string().min(8, 'must have at least 8 characters').default('bloomera-public'),
  SECRET_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  TRUST_PROXY: z.coerce.number('must be the number of proxies in front of the shop').int().min(0).max(5).default(0),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'must be a pino level such as info')
    .default('info'),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  DEMO_DATA: z.enum(['on', 'off'], 'must be on or off').optional(),
  EMULATOR_PORT: port.default(3001),
  SQUARE_BASE_URL: webUrl(SQUARE_API).optional(),
  SQUARE_WEB_SDK_URL: webUrl(SQUARE_WEB_SDK).optional(),
  SQUARE_ACCESS_TOKEN: z.string().optional(),
  SQUARE_APPLICATION_ID: z.string().optional(),
  SQUARE_LOCATION_ID: z.string().optional(),
  SQUARE_WEBHOOK_URL: webUrl('https://bloomera.example/webhooks/square').optional(),
  SQUARE_WEBHOOK_SIGNATURE_KEY: z.string().optional(),
  WALLETS: z.enum(['on', 'off'], 'must be on or off').default('off'),
  PAYMENT_TIMINGS: z.enum(['normal', 'fast'], 'must be normal or fast').default('normal'),
  SMTP_URL: url(/^smtps?$/, 'smtps://user:password@mail.example:465').optional(),
  MAIL_FROM: z
    .string()
    .refine((text) => parsePerson(text), 'must be a sender such as Bloomera <hello@bloomera.example>')
    .optional(),
  SHOP_EMAIL: z.email('must be an e-mail address').default('hello@bloomera.example'),
  SHOP_PHONE: z.string().default('(801) 555-0142'),
  SHOP_ADDRESS: z.string().optional(),
  SHOP_INSTAGRAM_URL: webUrl('https://www.instagram.com/bloomera').default('https://www.instagram.com/bloomera'),
})

/** What the owner says about the business; shown on pages and in mails. */
export type ShopFacts = { email: string; phone: string; address: string; instagramUrl: string; websiteUrl: string }

export type SquareEnv = {
  baseUrl: string
  webSdkUrl: string
  accessToken: string
  applicationId: string
  locationId: string
  webhookUrl: string
  webhookSignatureKey: string
  /** The port of an emulator that `npm start` brings along; undefined when payments go elsewhere. */
  emulatorPort: number | undefined
}

export type Env = {
  mode: 'development' | 'test' | 'production'
  host: string
  port: number
  publicUrl: URL
  dataDir: string
  databaseUrl: string | undefined
  databaseListenUrl: string | undefined
  processes: number
  trustedProxies: number
  logLevel: string
  metricsToken: string | undefined
  /** Signs links that we hand out. */
  secretKey: string
  /** Stands on every page; functions that only pages call ask for it. */
  publicKey: string
  hasDemoData: boolean
  square: SquareEnv
  /** Google Pay and Apple Pay beside the card. */
  hasWallets: boolean
  paymentTimings: PaymentTimings
  /** Without one, mail stays in a mailbox on this machine. */
  smtpUrl: string | undefined
  mailFrom: MailPerson
  shop: ShopFacts
}

/** Reads the environment once, at the start. Every wrong value is named together with what it must be. */
export function readEnv(source: Record<string, string | undefined>): Env {
  // A variable that is set but empty is one somebody left blank in their .env file.
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const parsed = schema.safeParse(given)
  if (!parsed.success)
    throw new StartError(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}.`).join('\n'))

  const values = parsed.data
  const problems = values.NODE_ENV === 'production' ? productionProblems(values) : []
  if (values.WEB_CONCURRENCY > 1 && !values.DATABASE_URL) {
    problems.push('WEB_CONCURRENCY above 1 needs DATABASE_URL: the built-in database belongs to one process.')
  }
  if (problems.length > 0) throw new StartError(problems.join('\n'))

  const publicUrl = new URL(values.PUBLIC_URL ?? `http://localhost:${values.PORT}`)
  return {
    mode: values.NODE_ENV,
    host: values.HOST,
    port: values.PORT,
    publicUrl,
    dataDir: path.resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    databaseListenUrl: values.DATABASE_LISTEN_URL,
    processes: values.WEB_CONCURRENCY,
    trustedProxies: values.TRUST_PROXY,
    logLevel: values.LOG_LEVEL,
    metricsToken: values.METRICS_TOKEN,
    publicKey: values.PUBLIC_KEY,
    secretKey: values.SECRET_KEY ?? developmentKey(values.DATA_DIR),
    hasDemoData: values.NODE_ENV !== 'production' && values.DEMO_DATA !== 'off',
    square: squareOf(values, publicUrl),
    hasWallets: values.WALLETS === 'on',
    paymentTimings: values.PAYMENT_TIMINGS === 'fast' ? FAST_PAYMENT_TIMINGS : PAYMENT_TIMINGS,
    smtpUrl: values.SMTP_URL,
    mailFrom: parsePerson(values.MAIL_FROM ?? '') ?? { name: 'Bloomera', address: values.SHOP_EMAIL },
    shop: {
      email: values.SHOP_EMAIL,
      phone: values.SHOP_PHONE,
      address: values.SHOP_ADDRESS ?? (values.NODE_ENV === 'production' ? '' : EXAMPLE_ADDRESS),
      instagramUrl: values.SHOP_INSTAGRAM_URL,
      websiteUrl: publicUrl.origin,
    },
  }
}

/** Square in production; on a laptop the emulator, unless another address is named. */
function squareOf(values: z.infer<typeof schema>, publicUrl: URL): SquareEnv {
  const isProduction = values.NODE_ENV === 'production'
  const emulator = `http://127.0.0.1:${values.EMULATOR_PORT}`
  const isEmulated = !isProduction && values.SQUARE_BASE_URL === undefined
  return {
    baseUrl: values.SQUARE_BASE_URL ?? (isProduction ? SQUARE_API : emulator),
    webSdkUrl: values.SQUARE_WEB_SDK_URL ?? (isEmulated ? `${emulator}/v1/square.js` : SQUARE_WEB_SDK),
    accessToken: values.SQUARE_ACCESS_TOKEN ?? 'emulator-access-token',
    applicationId: values.SQUARE_APPLICATION_ID ?? 'sandbox-sq0idb-emulator',
    locationId: values.SQUARE_LOCATION_ID ?? 'LEMULATOR0001',
    webhookUrl: values.SQUARE_WEBHOOK_URL ?? new URL('/webhooks/square', publicUrl).href,
    webhookSignatureKey: values.SQUARE_WEBHOOK_SIGNATURE_KEY ?? 'emulator-signature-key',
    emulatorPort: isEmulated && values.EMULATOR_PORT > 0 ? values.EMULATOR_PORT : undefined,
  }
}

/** One per data folder, so that links survive a restart; production refuses to start without a key of its own. */
function developmentKey(dataDir: string): string {
  return `development key of ${path.resolve(dataDir)}`
}

function productionProblems(values: z.infer<typeof schema>): string[] {
  const problems: string[] = []
  if (!values.SECRET_KEY) problems.push('SECRET_KEY must be set in production: 32 random characters or more.')
  if (!values.PUBLIC_URL) problems.push('PUBLIC_URL must be set in production: the address shoppers use.')
  if (values.PUBLIC_URL && !values.PUBLIC_URL.startsWith('https:'))
    problems.push('PUBLIC_URL must start with https:// in production.')
  if (!values.SMTP_URL)
    problems.push(
      "SMTP_URL must be set in production: the mail server that takes the shop's mail, smtps://user:password@host:465.",
    )
  if (values.DEMO_DATA === 'on')
    problems.push('DEMO_DATA must not be on in production: demo reviews and orders would deceive shoppers.')
  for (const name of SQUARE_SECRETS)
    if (!values[name]) problems.push(`${name} must be set in production: it is in Square's developer dashboard.`)
  if (values.PAYMENT_TIMINGS === 'fast') problems.push('PAYMENT_TIMINGS must not be fast in production.')
  for (const name of ['SQUARE_BASE_URL', 'SQUARE_WEB_SDK_URL'] as const) {
    const value = values[name]
    if (value && !/(^|\.)square(up|cdn)(sandbox)?\.com$/.test(new URL(value).hostname)) {
      problems.push(`${name} must be an address of Square in production, not an emulator.`)
    }
  }
  return problems
}

/** 'Bloomera <hello@bloomera.example>' or the address alone. */
function parsePerson(text: string): MailPerson | undefined {
  const [, name = '', inBrackets] = /^([^<>"@\p{Cc}]*)<([^<>]*)>$/u.exec(text) ?? []
  const address = inBrackets ?? text
  return isEmailAddress(address) ? { name: name.trim(), address } : undefined
}
