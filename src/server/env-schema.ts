import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { z } from 'zod'
import { isEmailAddress } from '#contract/email-address.ts'
import type { MailPerson } from './platform/mail/mailer.ts'

/** Square's two environments: their ids look different, and each has its own addresses. */
export const SQUARE_ENVIRONMENTS = {
  production: {
    idPrefix: 'sq0idp-',
    baseUrl: 'https://connect.squareup.com',
    webSdkUrl: 'https://web.squarecdn.com/v1/square.js',
  },
  sandbox: {
    idPrefix: 'sandbox-sq0idb-',
    baseUrl: 'https://connect.squareupsandbox.com',
    webSdkUrl: 'https://sandbox.web.squarecdn.com/v1/square.js',
  },
} as const
/** Purge address for each kind of CDN. For Varnish, it depends on the installation. */
export const CDN_URLS = {
  fastly: 'https://api.fastly.com',
  cloudflare: 'https://api.cloudflare.com/client/v4',
} as const

/** Where shipping labels are bought. */
export const EASYPOST_URL = 'https://api.easypost.com'

export type SquareEnvironment = keyof typeof SQUARE_ENVIRONMENTS

const port = z.coerce
  .number('must be a number')
  .int('must be a whole number')
  .min(0, 'must be 0 to 65535')
  .max(65_535, 'must be 0 to 65535')
const url = (protocols: RegExp, example: string) =>
  z.url({ protocol: protocols, error: `must be an address such as ${example}` })
const webUrl = (example: string) => url(/^https?$/, example)
const postgresUrl = url(/^postgres(ql)?$/, 'postgres://user:password@host/database')
const onOrOff = z.enum(['on', 'off'], 'must be on or off')

/** What each variable can contain; rules across variables and per mode are in env-problems.ts. */
export const envSchema = z.object({
  NODE_ENV: z
    .enum(['development', 'test', 'production'], 'must be development, test or production')
    .default('development'),
  HOST: z.string().default('localhost'),
  PORT: port.default(3000),
  PUBLIC_URL: webUrl('https://bloomera.example').optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_LISTEN_URL: postgresUrl.optional(),
  DATABASE_LISTEN: z.enum(['notify', 'poll'], 'must be notify or poll').default('notify'),
  DATABASE_READ_URL: postgresUrl.optional(),
  BUILT_IN_DATABASE: onOrOff.optional(),
  WEB_CONCURRENCY: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(1, 'must be 1 or more')
    .max(64, 'must be 64 or less')
    .optional(),
  PUBLIC_KEY: z.string().min(8, 'must have at least 8 characters').default('bloomera-public'),
  SECRET_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  SECRET_KEY_OLD: z.string().min(32, 'must have at least 32 characters').optional(),
  TRUST_PROXY: z.coerce
    .number('must be the number of proxies in front of the shop')
    .int('must be a whole number')
    .min(0, 'must be 0 to 5')
    .max(5, 'must be 0 to 5')
    .default(0),
  CDN: onOrOff.default('off'),
  CDN_PURGE: z.enum(['fastly', 'cloudflare', 'varnish'], 'must be fastly, cloudflare or varnish').optional(),
  CDN_PURGE_URL: webUrl('http://127.0.0.1:6081').optional(),
  CDN_PURGE_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  CDN_SERVICE: z.string().optional(),
  REQUEST_ID_HEADER: z
    .string()
    .regex(/^[a-z][a-z\d-]{0,39}$/i, 'must be the name of a header such as x-request-id')
    .optional(),
  RENDER_SHARE: z.coerce
    .number('must be a percentage')
    .int('must be a whole percentage')
    .min(1, 'must be 1 to 100')
    .max(100, 'must be 1 to 100')
    // Below 5, so that at most one cached page in twenty has to wait for a render.
    .default(4),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'must be a pino level such as info')
    .default('info'),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: webUrl('http://localhost:4318').optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .refine((text) => parseHeaders(text), 'must be headers such as api-key=secret,team=shop')
    .optional(),
  OTEL_SERVICE_NAME: z.string().default('bloomera'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number('must be a number')
    .min(0, 'must be 0 to 1')
    .max(1, 'must be 0 to 1')
    .default(1),
  SENTRY_DSN: url(/^https?$/, 'https://key@sentry.example/1')
    .refine(
      (text) => /^https?:\/\/\w+@[^/]+\/(?:.*\/)?\d+$/.test(text),
      'must be a DSN such as https://key@sentry.example/1',
    )
    .optional(),
  DEMO_DATA: onOrOff.optional(),
  EMULATOR_PORT: port.default(3001),
  SQUARE_ENVIRONMENT: z.enum(['sandbox', 'production'], 'must be sandbox or production').optional(),
  SQUARE_BASE_URL: webUrl(SQUARE_ENVIRONMENTS.production.baseUrl).optional(),
  SQUARE_WEB_SDK_URL: webUrl(SQUARE_ENVIRONMENTS.production.webSdkUrl).optional(),
  SQUARE_ACCESS_TOKEN: z.string().optional(),
  SQUARE_APPLICATION_ID: z.string().optional(),
  SQUARE_LOCATION_ID: z.string().optional(),
  SQUARE_WEBHOOK_URL: webUrl('https://bloomera.example/webhooks/square').optional(),
  SQUARE_WEBHOOK_SIGNATURE_KEY: z.string().optional(),
  EASYPOST_BASE_URL: webUrl(EASYPOST_URL).optional(),
  WALLETS: onOrOff.default('off'),
  PAYMENT_TIMINGS: z.enum(['normal', 'fast'], 'must be normal or fast').default('normal'),
  SMTP_URL: url(/^smtps?$/, 'smtps://user:password@mail.example:465').optional(),
  SMTP_MAILS_PER_MINUTE: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(1, 'must be 1 to 100000')
    .max(100_000, 'must be 1 to 100000')
    .optional(),
  MAIL_WEBHOOK_SECRET: z.string().min(16, 'must have at least 16 characters').optional(),
  DKIM_SELECTOR: z
    .string()
    .regex(/^[a-z\d](?:[a-z\d-]*[a-z\d])?$/i, 'must be the part of the DNS name before ._domainkey')
    .optional(),
  DKIM_KEY: z
    .string()
    .refine((text) => parseDkimKey(text), 'must be an RSA key of 2048 bits or more, as made by: openssl genrsa 2048')
    .optional(),
  MAIL_FROM: z
    .string()
    .refine((text) => parsePerson(text), 'must be a sender such as Bloomera <hello@bloomera.example>')
    .optional(),
  SHOP_EMAIL: z.string().refine(isEmailAddress, 'must be an email address').default('hello@bloomera.example'),
  SHOP_PHONE: z.string().default('(801) 555-0142'),
  SHOP_ADDRESS: z.string().optional(),
  SHOP_INSTAGRAM_URL: webUrl('https://www.instagram.com/bloomera').default('https://www.instagram.com/bloomera'),
  BACKUP_DIR: z.string().optional(),
  BACKUP_S3_ENDPOINT: webUrl('https://s3.us-west-2.amazonaws.com').optional(),
  BACKUP_S3_BUCKET: z.string().optional(),
  BACKUP_S3_REGION: z.string().default('us-east-1'),
  BACKUP_S3_PREFIX: z.string().default(''),
  BACKUP_S3_ACCESS_KEY_ID: z.string().optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: z.string().optional(),
  BACKUP_KEY: z
    .string()
    .refine((text) => parseKey(text), 'must be 32 random bytes, as made by: openssl rand -base64 32')
    .optional(),
  BACKUP_PASSPHRASE: z.string().min(20, 'must have at least 20 characters').optional(),
  SECURITY_CONTACT: z
    .string()
    .refine((text) => isEmailAddress(text) || /^https:\/\/\S+$/.test(text), {
      error: 'must be an email address or an https:// address',
    })
    .optional(),
})

export type EnvValues = z.infer<typeof envSchema>
export type EnvName = keyof EnvValues

/** The configured one, or else the one whose address is set. Only production defaults to real money. */
export function squareEnvironmentOf({ NODE_ENV, SQUARE_ENVIRONMENT, SQUARE_BASE_URL }: EnvValues): SquareEnvironment {
  if (SQUARE_ENVIRONMENT) return SQUARE_ENVIRONMENT
  const { production, sandbox } = SQUARE_ENVIRONMENTS
  if (NODE_ENV === 'production')
    return SQUARE_BASE_URL && isSameUrl(SQUARE_BASE_URL, sandbox.baseUrl) ? 'sandbox' : 'production'
  return SQUARE_BASE_URL && isSameUrl(SQUARE_BASE_URL, production.baseUrl) ? 'production' : 'sandbox'
}

export function isSameUrl(one: string, other: string): boolean {
  return new URL(one).href === new URL(other).href
}

/** 'Bloomera <hello@bloomera.example>' or just the address. */
export function parsePerson(text: string): MailPerson | undefined {
  const [, name = '', inBrackets] = /^([^<>"@\p{Cc}]*)<([^<>]*)>$/u.exec(text) ?? []
  const address = inBrackets ?? text
  return isEmailAddress(address) ? { name: name.trim(), address } : undefined
}

/** 'name=value,other=value', percent-encoded, as OpenTelemetry writes them. */
export function parseHeaders(text: string): Record<string, string> | undefined {
  const pairs = text.split(',').map((pair) => /^\s*([\w-]+)=([^,\p{Cc}]*?)\s*$/u.exec(pair))
  if (pairs.includes(null)) return undefined
  try {
    return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', decodeURIComponent(pair?.[2] ?? '')]))
  } catch {
    return undefined
  }
}

/** 32 bytes in Base64 or in hexadecimal. */
export function parseKey(text: string): Buffer | undefined {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex')
  return /^[A-Za-z0-9+/]{43}=$/.test(text) ? Buffer.from(text, 'base64') : undefined
}

/** Large inbox providers ignore signatures by shorter RSA keys. */
const DKIM_BITS = 2048

/** A private key in PEM. */
export function parseDkimKey(text: string): KeyObject | undefined {
  try {
    const key = createPrivateKey(text)
    const isStrong = (key.asymmetricKeyDetails?.modulusLength ?? 0) >= DKIM_BITS
    return key.asymmetricKeyType === 'rsa' && isStrong ? key : undefined
  } catch {
    return undefined
  }
}

/** The part of a key's DNS record after `p=`. */
export function dkimPublicKey(privateKey: string): string {
  return createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64')
}
