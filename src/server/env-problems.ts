import {
  EASYPOST_URL,
  type EnvName,
  type EnvValues,
  isSameUrl,
  SQUARE_ENVIRONMENTS,
  squareEnvironmentOf,
} from './env-schema.ts'
import { isLoopback } from './platform/loopback.ts'
import { isWeakPassphrase, isWeakSecret } from './platform/weak-secret.ts'

/** A variable, and what it must be. */
export type EnvProblem = { name: EnvName; must: string }

const SQUARE_KEYS = [
  'SQUARE_ACCESS_TOKEN',
  'SQUARE_APPLICATION_ID',
  'SQUARE_LOCATION_ID',
  'SQUARE_WEBHOOK_SIGNATURE_KEY',
] as const
const SECRETS = [
  'SECRET_KEY',
  'SECRET_KEY_OLD',
  'METRICS_TOKEN',
  'MAIL_WEBHOOK_SECRET',
  'SQUARE_ACCESS_TOKEN',
  'SQUARE_WEBHOOK_SIGNATURE_KEY',
  'BACKUP_KEY',
  'BACKUP_PASSPHRASE',
  'CDN_PURGE_TOKEN',
] as const
const S3_NAMES = [
  'BACKUP_S3_ENDPOINT',
  'BACKUP_S3_BUCKET',
  'BACKUP_S3_ACCESS_KEY_ID',
  'BACKUP_S3_SECRET_ACCESS_KEY',
] as const
/** Sent to every browser, so a secret with the same value isn't a secret. */
const PUBLIC_VALUES = ['PUBLIC_KEY', 'SQUARE_APPLICATION_ID', 'SQUARE_LOCATION_ID'] as const

/** All violated rules across variables. */
export function envProblems(values: EnvValues): EnvProblem[] {
  const problems =
    values.NODE_ENV === 'production'
      ? [...productionProblems(values), ...squareProblems(values), ...secretProblems(values)]
      : [...developmentProblems(values), ...namedEnvironmentProblems(values)]
  problems.push(...smtpProblems(values), ...backupProblems(values), ...cdnProblems(values), ...dkimProblems(values))
  if (values.REQUEST_ID_HEADER && values.TRUST_PROXY === 0)
    problems.push({
      name: 'REQUEST_ID_HEADER',
      must: 'needs TRUST_PROXY: only a proxy in front of the shop may set request IDs',
    })
  if ((values.WEB_CONCURRENCY ?? 1) > 1 && !values.DATABASE_URL)
    problems.push({
      name: 'WEB_CONCURRENCY',
      must: 'above 1 needs DATABASE_URL: the built-in database belongs to one process',
    })
  if (values.DATABASE_READ_URL && !values.DATABASE_URL)
    problems.push({
      name: 'DATABASE_READ_URL',
      must: 'needs DATABASE_URL: it must point to a replica of that database',
    })
  // One sentence per variable: the first says what to do about all of them.
  return problems.filter(({ name }, index) => problems.findIndex((other) => other.name === name) === index)
}

/** Development shows every email and order link, and signs links with a key that can be guessed: this machine only. */
function developmentProblems({ NODE_ENV, HOST, PUBLIC_URL }: EnvValues): EnvProblem[] {
  const remedy = `with NODE_ENV=${NODE_ENV}, which shows every email to every visitor; a shop that others can reach needs NODE_ENV=production`
  const problems: EnvProblem[] = []
  if (!isLoopback(HOST))
    problems.push({
      name: 'HOST',
      must: `must be an address that only this machine can reach, such as localhost, ${remedy}`,
    })
  if (PUBLIC_URL && !isLoopback(new URL(PUBLIC_URL).hostname))
    problems.push({
      name: 'PUBLIC_URL',
      must: `must be an address that only this machine can reach, such as http://localhost:3000, ${remedy}`,
    })
  return problems
}

function productionProblems(values: EnvValues): EnvProblem[] {
  const problems: EnvProblem[] = []
  if (!values.SECRET_KEY)
    problems.push({ name: 'SECRET_KEY', must: 'must be set in production: 32 random characters or more' })
  if (!values.PUBLIC_URL)
    problems.push({ name: 'PUBLIC_URL', must: 'must be set in production: the address shoppers use' })
  else if (!values.PUBLIC_URL.startsWith('https:'))
    problems.push({ name: 'PUBLIC_URL', must: 'must start with https:// in production' })
  if (!values.DATABASE_URL && values.BUILT_IN_DATABASE !== 'on')
    problems.push({
      name: 'DATABASE_URL',
      must: 'must be set in production: postgres://user:password@host/database, or BUILT_IN_DATABASE=on to keep the shop in the built-in database of one process',
    })
  if (values.DEMO_DATA === 'on')
    problems.push({
      name: 'DEMO_DATA',
      must: 'must not be on in production: demo reviews and orders would mislead shoppers',
    })
  if (values.EASYPOST_BASE_URL && !isSameUrl(values.EASYPOST_BASE_URL, EASYPOST_URL))
    problems.push({
      name: 'EASYPOST_BASE_URL',
      must: `must be ${EASYPOST_URL} in production, or left out: customers’ addresses go there`,
    })
  if (values.PAYMENT_TIMINGS === 'fast')
    problems.push({ name: 'PAYMENT_TIMINGS', must: 'must not be fast in production' })
  return problems
}

function secretProblems(values: EnvValues): EnvProblem[] {
  const problems: EnvProblem[] = []
  for (const [index, name] of SECRETS.entries()) {
    const secret = values[name]
    if (!secret) continue
    const twin = [...SECRETS.slice(0, index), ...PUBLIC_VALUES].find((other) => values[other] === secret)
    if (twin) problems.push({ name, must: `must not be the same as ${twin}` })
    else if (name === 'BACKUP_PASSPHRASE' ? isWeakPassphrase(secret) : isWeakSecret(secret))
      problems.push({ name, must: weakSecretRemedy(name) })
  }
  return problems
}

function weakSecretRemedy(name: (typeof SECRETS)[number]): string {
  if (name.startsWith('SQUARE_')) return "must be the value from Square's developer dashboard: this one can be guessed"
  const random = 'must be random, as made by: openssl rand -base64 32'
  return name === 'BACKUP_PASSPHRASE' ? `${random}, or a sentence that is hard to guess` : random
}

/** All of live Square or all of its sandbox: a mixture takes no money, or accepts test cards. */
function squareProblems(values: EnvValues): EnvProblem[] {
  const problems: EnvProblem[] = []
  for (const name of SQUARE_KEYS) {
    if (!values[name]) problems.push({ name, must: "must be set in production: it is in Square's developer dashboard" })
    else if (/emulator/i.test(values[name]))
      problems.push({ name, must: "must be the value from Square's developer dashboard, not the emulator's" })
  }
  problems.push(...applicationIdProblems(values))
  const environment = squareEnvironmentOf(values)
  for (const [name, address] of squareAddresses(values)) {
    if (values[name] && !isSameUrl(values[name], address))
      problems.push({
        name,
        must: `must be an address of Square in production, ${address} for SQUARE_ENVIRONMENT=${environment}, or left out`,
      })
  }
  if (values.SQUARE_WEBHOOK_URL && !values.SQUARE_WEBHOOK_URL.startsWith('https:'))
    problems.push({ name: 'SQUARE_WEBHOOK_URL', must: 'must start with https:// in production' })
  return problems
}

function squareAddresses(values: EnvValues) {
  const { baseUrl, webSdkUrl } = SQUARE_ENVIRONMENTS[squareEnvironmentOf(values)]
  return [
    ['SQUARE_BASE_URL', baseUrl],
    ['SQUARE_WEB_SDK_URL', webSdkUrl],
  ] as const
}

function applicationIdProblems(values: EnvValues): EnvProblem[] {
  const { SQUARE_APPLICATION_ID: id } = values
  const environment = squareEnvironmentOf(values)
  const { idPrefix } = SQUARE_ENVIRONMENTS[environment]
  if (!id || id.startsWith(idPrefix)) return []
  const other = environment === 'sandbox' ? 'production' : 'sandbox'
  const remedy = id.startsWith(SQUARE_ENVIRONMENTS[other].idPrefix)
    ? `, or set SQUARE_ENVIRONMENT=${other}, which this id belongs to`
    : ''
  return [
    {
      name: 'SQUARE_APPLICATION_ID',
      must: `must start with ${idPrefix} for SQUARE_ENVIRONMENT=${environment}${remedy}`,
    },
  ]
}

/** A laptop can use Square's sandbox, or an emulator acting as either; real money is for production only. */
function namedEnvironmentProblems(values: EnvValues): EnvProblem[] {
  const { NODE_ENV, SQUARE_ENVIRONMENT, SQUARE_BASE_URL } = values
  if (!SQUARE_ENVIRONMENT) return []
  const problems = applicationIdProblems(values)
  const isEmulated = SQUARE_BASE_URL !== undefined && isLoopback(new URL(SQUARE_BASE_URL).hostname)
  if (isEmulated) return problems
  if (SQUARE_ENVIRONMENT === 'production')
    problems.push({
      name: 'SQUARE_ENVIRONMENT',
      must: `must not be production with NODE_ENV=${NODE_ENV}: real cards would be charged for demo orders`,
    })
  for (const name of SQUARE_KEYS) {
    if (!values[name])
      problems.push({
        name,
        must: `must be set with SQUARE_ENVIRONMENT=${SQUARE_ENVIRONMENT}: it is in Square's developer dashboard`,
      })
  }
  for (const [name, address] of squareAddresses(values)) {
    if (values[name] && !isSameUrl(values[name], address))
      problems.push({ name, must: `must be ${address} for SQUARE_ENVIRONMENT=${SQUARE_ENVIRONMENT}, or left out` })
  }
  return problems
}

/**
 * Exactly one target, everything it needs, and a secret: an unencrypted backup would be a copy of every customer's
 * address.
 */
function backupProblems(values: EnvValues): EnvProblem[] {
  const problems: EnvProblem[] = []
  const isS3 = S3_NAMES.some((name) => values[name])
  if (values.BACKUP_DIR && isS3)
    problems.push({ name: 'BACKUP_DIR', must: 'must not be set together with BACKUP_S3_: backups go to one place' })
  for (const name of S3_NAMES)
    if (isS3 && !values[name]) problems.push({ name, must: 'must be set for backups that go to a bucket' })
  if (values.NODE_ENV === 'production' && values.BACKUP_S3_ENDPOINT?.startsWith('http:'))
    problems.push({ name: 'BACKUP_S3_ENDPOINT', must: 'must start with https:// in production' })
  if (values.BACKUP_KEY && values.BACKUP_PASSPHRASE)
    problems.push({ name: 'BACKUP_PASSPHRASE', must: 'must not be set together with BACKUP_KEY' })
  if ((values.BACKUP_DIR || isS3) && !values.BACKUP_KEY && !values.BACKUP_PASSPHRASE)
    problems.push({
      name: 'BACKUP_KEY',
      must: 'must be set for backups, which are always encrypted: 32 random bytes, as made by: openssl rand -base64 32',
    })
  return problems
}

/** A page that can't be purged from the CDN would show an old price. */
function cdnProblems(values: EnvValues): EnvProblem[] {
  if (values.CDN === 'off') return []
  if (!values.CDN_PURGE) return [{ name: 'CDN_PURGE', must: 'must be set with CDN=on: changed pages are purged there' }]
  const needed = values.CDN_PURGE === 'varnish' ? (['CDN_PURGE_URL'] as const) : (['CDN_SERVICE'] as const)
  const problems: EnvProblem[] = [...needed, 'CDN_PURGE_TOKEN' as const]
    .filter((name) => !values[name])
    .map((name) => ({ name, must: `must be set for CDN_PURGE=${values.CDN_PURGE}` }))
  const isForeign = values.CDN_PURGE !== 'varnish' && values.CDN_PURGE_URL?.startsWith('http:')
  if (values.NODE_ENV === 'production' && isForeign)
    problems.push({ name: 'CDN_PURGE_URL', must: 'must start with https:// in production' })
  return problems
}

function dkimProblems({ DKIM_SELECTOR, DKIM_KEY }: EnvValues): EnvProblem[] {
  if ((DKIM_SELECTOR === undefined) === (DKIM_KEY === undefined)) return []
  return DKIM_KEY === undefined
    ? [{ name: 'DKIM_KEY', must: 'must be set with DKIM_SELECTOR: email is signed with it' }]
    : [{ name: 'DKIM_SELECTOR', must: 'must be set with DKIM_KEY: inboxes look for its other half in DNS' }]
}

/** The mailer insists on TLS; options in the address could switch it off again. */
function smtpProblems({ NODE_ENV, SMTP_URL }: EnvValues): EnvProblem[] {
  if (!SMTP_URL)
    return NODE_ENV === 'production'
      ? [
          {
            name: 'SMTP_URL',
            must: "must be set in production: the mail server that sends the shop's email, smtps://user:password@host:465",
          },
        ]
      : []
  const { hostname, search } = new URL(SMTP_URL)
  return search && !isLoopback(hostname)
    ? [{ name: 'SMTP_URL', must: 'must have no options after a question mark: they can turn off TLS' }]
    : []
}
