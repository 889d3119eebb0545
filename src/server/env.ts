import path from 'node:path'
import { DEFAULT_HOURS } from '#domain/business/hours.ts'
import {
  DEFAULT_DELIVERY,
  DEFAULT_RETURNS,
  EXAMPLE_ADDRESS,
  type ShopSettings,
} from '#domain/business/shop-settings.ts'
import { NO_SOCIAL_LINKS } from '#domain/business/social.ts'
import { FEW_BOTTLES } from '#domain/catalogue/featured.ts'
import type { BackupSettings } from './backup/backup-destination.ts'
import { defaultProcesses } from './default-processes.ts'
import { withValuesOfFiles } from './env-files.ts'
import { envProblems } from './env-problems.ts'
import {
  CDN_URLS,
  EASYPOST_URL,
  envSchema,
  type EnvValues,
  parseHeaders,
  parseKey,
  parsePerson,
  SQUARE_ENVIRONMENTS,
  type SquareEnvironment,
  squareEnvironmentOf,
} from './env-schema.ts'
import type { CarrierEnv } from './labels/carrier-account.service.ts'
import { FAST_PAYMENT_TIMINGS, PAYMENT_TIMINGS, type PaymentTimings } from './payments/payment-timings.ts'
import type { CdnSettings } from './platform/cdn/purge-cdn.ts'
import type { DkimSettings } from './platform/mail/smtp.ts'
import type { OtlpSettings } from './platform/otlp-tracer.ts'
import { StartError } from './platform/start-error.ts'

/** Marketing email must include the business's address; a laptop uses this one. */

export type SquareEnv = {
  /** Which Square environment the IDs belong to; the emulator acts as the sandbox by default. */
  environment: SquareEnvironment
  baseUrl: string
  webSdkUrl: string
  accessToken: string
  applicationId: string
  locationId: string
  webhookUrl: string
  webhookSignatureKey: string
  /** The port of the emulator that `npm start` includes; undefined if payments go elsewhere. */
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
  /** Polling is for servers and poolers without LISTEN. */
  databaseListen: 'notify' | 'poll'
  /** A replica that pages are read from. */
  databaseReadUrl: string | undefined
  processes: number
  trustedProxies: number
  /** The cache of public pages in front of the shop; undefined if there is none. */
  cdn: CdnSettings | undefined
  /** A header the proxy sets on each request; without one, IDs are created here. */
  requestIdHeader: string | undefined
  /** The share of a process's time for pages whose addresses anyone can make up. */
  renderShare: number
  logLevel: string
  metricsToken: string | undefined
  /** Where traces go; undefined if none are collected. */
  traces: OtlpSettings | undefined
  /** An error tracker that supports Sentry's protocol. */
  sentryDsn: string | undefined
  /** Signs our links. */
  secretKey: string
  /** The previous key, whose links are still accepted. */
  oldSecretKey: string | undefined
  /** Included in every page; functions that only pages call require it. */
  publicKey: string
  hasDemoData: boolean
  square: SquareEnv
  /** Where shipping labels are bought; the key is entered at the desk. */
  carrier: CarrierEnv
  /** Google Pay and Apple Pay in addition to the card. */
  hasWallets: boolean
  paymentTimings: PaymentTimings
  /** Without one, mail stays in a mailbox on this machine. */
  smtpUrl: string | undefined
  /** How many emails the mail server accepts from all processes together. */
  mailsPerMinute: number | undefined
  /** The secret with which the mail provider reports bounces and complaints. */
  mailWebhookSecret: string | undefined
  /** Signs email here, if the mail server doesn't. */
  dkim: DkimSettings | undefined
  /** The address that the mail server sends from. */
  mailAddress: string
  /** Defaults until the owner saves something else at the desk. */
  shopDefaults: ShopSettings
  /** Where backups go and how they're encrypted. With only a secret, backups can be read but not made. */
  backup: BackupSettings
  /** Where to report a vulnerability: an email address or a web address. By default the shop's email. */
  securityContact: string | undefined
}

/** Reads the environment once, at startup. Lists every wrong value and what it should be. */
export function readEnv(source: Record<string, string | undefined>): Env {
  // A variable that's set but empty was left blank in an .env file.
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const values = parseValues(withValuesOfFiles(given, Object.keys(envSchema.shape)))

  const publicUrl = new URL(values.PUBLIC_URL ?? `http://localhost:${values.PORT}`)
  return {
    mode: values.NODE_ENV,
    host: values.HOST,
    port: values.PORT,
    publicUrl,
    dataDir: path.resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    databaseListenUrl: values.DATABASE_LISTEN_URL,
    databaseListen: values.DATABASE_LISTEN,
    databaseReadUrl: values.DATABASE_READ_URL,
    processes: values.WEB_CONCURRENCY ?? defaultProcesses(values),
    trustedProxies: values.TRUST_PROXY,
    cdn: cdnOf(values),
    requestIdHeader: values.REQUEST_ID_HEADER?.toLowerCase(),
    renderShare: values.RENDER_SHARE / 100,
    logLevel: values.LOG_LEVEL,
    metricsToken: values.METRICS_TOKEN,
    traces: tracesOf(values),
    sentryDsn: values.SENTRY_DSN,
    publicKey: values.PUBLIC_KEY,
    secretKey: values.SECRET_KEY ?? developmentKey(values.DATA_DIR),
    oldSecretKey: values.SECRET_KEY_OLD,
    hasDemoData: values.NODE_ENV !== 'production' && values.DEMO_DATA !== 'off',
    square: squareOf(values, publicUrl),
    carrier: carrierOf(values, publicUrl),
    hasWallets: values.WALLETS === 'on',
    paymentTimings: values.PAYMENT_TIMINGS === 'fast' ? FAST_PAYMENT_TIMINGS : PAYMENT_TIMINGS,
    smtpUrl: values.SMTP_URL,
    mailsPerMinute: values.SMTP_MAILS_PER_MINUTE,
    mailWebhookSecret: values.MAIL_WEBHOOK_SECRET,
    dkim: dkimOf(values),
    mailAddress: mailAddressOf(values),
    shopDefaults: shopDefaultsOf(values),
    backup: backupOf(values),
    securityContact: values.SECURITY_CONTACT,
  }
}

function parseValues(given: Record<string, string | undefined>): EnvValues {
  const parsed = envSchema.safeParse(given)
  const wrong = new Set(parsed.error?.issues.map((issue) => String(issue.path[0])))
  // Rules across variables are checked with defaults in place of invalid values, so that one start lists all problems.
  const values = parsed.data ?? envSchema.safeParse(withoutNames(given, wrong)).data
  const problems = [
    ...(parsed.error?.issues.map((issue) => `${issue.path.join('.')} ${issue.message}.`) ?? []),
    ...(values && !wrong.has('NODE_ENV') ? envProblems(values) : [])
      .filter(({ name }) => !wrong.has(name))
      .map(({ name, must }) => `${name} ${must}.`),
  ]
  if (problems.length > 0 || !values) throw new StartError(problems.join('\n'))
  return values
}

function withoutNames(given: Record<string, string | undefined>, names: ReadonlySet<string>) {
  return Object.fromEntries(Object.entries(given).filter(([name]) => !names.has(name)))
}

function shopDefaultsOf(values: EnvValues): ShopSettings {
  return {
    business: {
      name: 'Bloomera',
      email: values.SHOP_EMAIL,
      phone: values.SHOP_PHONE,
      address: values.SHOP_ADDRESS ?? (values.NODE_ENV === 'production' ? '' : EXAMPLE_ADDRESS),
    },
    hours: DEFAULT_HOURS,
    social: { ...NO_SOCIAL_LINKS, instagram: values.SHOP_INSTAGRAM_URL },
    sender: { name: parsePerson(values.MAIL_FROM ?? '')?.name ?? 'Bloomera', replyTo: '' },
    inventory: { lowAt: FEW_BOTTLES },
    reviews: { asksWhenShipped: true },
    notifications: { alerts: [] },
    delivery: DEFAULT_DELIVERY,
    returns: DEFAULT_RETURNS,
  }
}

/** Square in production and if its environment is set; else the emulator, unless another address is set. */
function squareOf(values: EnvValues, publicUrl: URL): SquareEnv {
  const isNamed = values.NODE_ENV === 'production' || values.SQUARE_ENVIRONMENT !== undefined
  const emulator = `http://127.0.0.1:${values.EMULATOR_PORT}`
  const isEmulated = !isNamed && values.SQUARE_BASE_URL === undefined
  const environment = squareEnvironmentOf(values)
  const { baseUrl, webSdkUrl } = SQUARE_ENVIRONMENTS[environment]
  return {
    environment,
    baseUrl: values.SQUARE_BASE_URL ?? (isEmulated ? emulator : baseUrl),
    // Browsers, but not Node, resolve *.localhost to loopback; see docs/decisions/081.
    webSdkUrl:
      values.SQUARE_WEB_SDK_URL ??
      (isEmulated ? `http://web.localhost:${values.EMULATOR_PORT}/v1/square.js` : webSdkUrl),
    accessToken: values.SQUARE_ACCESS_TOKEN ?? 'emulator-access-token',
    applicationId: values.SQUARE_APPLICATION_ID ?? 'sandbox-sq0idb-emulator',
    locationId: values.SQUARE_LOCATION_ID ?? 'LEMULATOR0001',
    webhookUrl: values.SQUARE_WEBHOOK_URL ?? new URL('/webhooks/square', publicUrl).href,
    webhookSignatureKey: values.SQUARE_WEBHOOK_SIGNATURE_KEY ?? 'emulator-signature-key',
    emulatorPort: isEmulated && values.EMULATOR_PORT > 0 ? values.EMULATOR_PORT : undefined,
  }
}

/** EasyPost in production; else the emulator, which is next to Square's, unless another address is set. */
function carrierOf(values: EnvValues, publicUrl: URL): CarrierEnv {
  const isProduction = values.NODE_ENV === 'production'
  const emulator = `http://127.0.0.1:${values.EMULATOR_PORT}/easypost`
  return {
    baseUrl: values.EASYPOST_BASE_URL ?? (isProduction ? EASYPOST_URL : emulator),
    webhookUrl: new URL('/webhooks/easypost', publicUrl).href,
    isProduction,
  }
}

function mailAddressOf({ MAIL_FROM, SHOP_EMAIL }: EnvValues): string {
  return parsePerson(MAIL_FROM ?? '')?.address ?? SHOP_EMAIL
}

function dkimOf(values: EnvValues): DkimSettings | undefined {
  const { DKIM_SELECTOR: keySelector, DKIM_KEY: privateKey } = values
  if (keySelector === undefined || privateKey === undefined) return undefined
  const address = mailAddressOf(values)
  return { domainName: address.slice(address.lastIndexOf('@') + 1), keySelector, privateKey }
}

function cdnOf(values: EnvValues): CdnSettings | undefined {
  const {
    CDN,
    CDN_PURGE: provider,
    CDN_PURGE_URL: url,
    CDN_PURGE_TOKEN: token = '',
    CDN_SERVICE: service = '',
  } = values
  if (CDN === 'off' || !provider) return undefined
  return {
    provider,
    url: (url ?? (provider === 'varnish' ? '' : CDN_URLS[provider])).replace(/\/$/, ''),
    token,
    service,
  }
}

function tracesOf(values: EnvValues): OtlpSettings | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers } = values
  return endpoint === undefined
    ? undefined
    : {
        endpoint,
        headers: parseHeaders(headers ?? '') ?? {},
        serviceName: values.OTEL_SERVICE_NAME,
        ratio: values.OTEL_TRACES_SAMPLER_ARG,
      }
}

function backupOf(values: EnvValues): BackupSettings {
  const { BACKUP_DIR: folder, BACKUP_S3_ENDPOINT: endpoint, BACKUP_S3_BUCKET: bucket } = values
  const key = parseKey(values.BACKUP_KEY ?? '')
  const passphrase = values.BACKUP_PASSPHRASE
  const settings = {
    endpoint: endpoint ?? '',
    bucket: bucket ?? '',
    region: values.BACKUP_S3_REGION,
    prefix: values.BACKUP_S3_PREFIX,
    accessKeyId: values.BACKUP_S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: values.BACKUP_S3_SECRET_ACCESS_KEY ?? '',
  }
  const s3 = bucket === undefined ? undefined : ({ kind: 's3', settings } as const)
  const byPassphrase = passphrase === undefined ? undefined : ({ kind: 'passphrase', passphrase } as const)
  return {
    location: folder === undefined ? s3 : { kind: 'folder', folder: path.resolve(folder) },
    secret: key ? { kind: 'key', key } : byPassphrase,
  }
}

/** One per data folder, so that links survive a restart; production refuses to start without its own key. */
function developmentKey(dataDir: string): string {
  return `development key of ${path.resolve(dataDir)}`
}
