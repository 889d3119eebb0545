import { Resolver } from 'node:dns/promises'
import { access, constants, statfs } from 'node:fs/promises'
import path from 'node:path'
import { mailDomainProblems, signatureProblems } from '#domain/business/mail-domain.ts'
import { checkAccount } from '#domain/money/account-check.ts'
import { byteSize } from '#domain/text/byte-size.ts'
import { counted } from '#domain/time/display.ts'
import { createBackupTarget } from './backup/backup-destination.ts'
import { BackupError } from './backup/backup-error.ts'
import { dkimPublicKey } from './env-schema.ts'
import { type Env, readEnv } from './env.ts'
import { ACCOUNT_TIMEOUT_MS } from './payments/account-check.service.ts'
import { createAskAccount } from './payments/square-account.ts'
import type { Database } from './platform/db/database.ts'
import { hasDiskSpace } from './platform/db/disk-probe.ts'
import { readMigrations } from './platform/db/migrate.ts'
import { openCheckedPostgres } from './platform/db/open-checked-postgres.ts'
import { errorText } from './platform/error-text.ts'
import { verifySmtp } from './platform/mail/smtp.ts'
import { StartError } from './platform/start-error.ts'

/** A note is good to know; only a problem keeps the shop from working. */
export type Finding = { subject: string; verdict: 'right' | 'note' | 'wrong'; sentence: string }

export type DoctorDeps = {
  environment: Record<string, string | undefined>
  migrationsFolder: string
  /** Looks up the records of the sender's domain. */
  resolver?: Resolver
}

const ANSWER_LIMIT_MS = 5000
const CLOCK_TOLERANCE_MS = 2000
const LITTLE_SPACE_BYTES = 1_000_000_000
/** Older than two failed nightly backups. */
const OLD_BACKUP_MS = 50 * 3_600_000

type Check = (env: Env, deps: DoctorDeps) => Promise<Finding[]>

const CHECKS: Record<string, Check> = {
  Database: examineDatabase,
  Disk: examineDisk,
  Backups: examineBackups,
  Square: examineSquare,
  'Mail server': examineMailServer,
  'Mail domain': examineMailDomain,
  Address: examineAddress,
}

/** Checks everything that the shop depends on, and changes nothing. */
export async function* examineShop(deps: DoctorDeps): AsyncGenerator<Finding> {
  const env = readSettings(deps.environment)
  if (Array.isArray(env)) {
    yield* env
    return
  }
  yield right('Settings', `complete for ${env.mode}`)
  for (const [subject, check] of Object.entries(CHECKS)) {
    try {
      yield* await check(env, deps)
    } catch (error) {
      yield* messagesOf(error).map((sentence) => wrong(subject, sentence))
    }
  }
}

function readSettings(environment: DoctorDeps['environment']): Env | Finding[] {
  try {
    return readEnv(environment)
  } catch (error) {
    return messagesOf(error).map((sentence) => wrong('Settings', sentence))
  }
}

async function examineDatabase({ databaseUrl, databaseListenUrl, dataDir }: Env, deps: DoctorDeps): Promise<Finding[]> {
  if (!databaseUrl) return [note('Database', `built in, stored in ${dataDir}: for one process on one machine`)]
  const database = await openCheckedPostgres({ url: databaseUrl, listenUrl: databaseListenUrl })
  try {
    const missing = await countMissingMigrations(database, deps.migrationsFolder)
    return [
      missing === 0
        ? right('Database', 'reachable, and its tables are up to date')
        : note('Database', `reachable; the next start will apply ${counted(missing, 'migration')}`),
      (await hasDiskSpace(database))
        ? right('Database', 'has space left on its disk')
        : wrong('Database', 'The database’s disk is full. Free up space: no one can order.'),
      clockFinding('the database', await databaseClock(database)),
    ]
  } finally {
    await database.close()
  }
}

async function countMissingMigrations(database: Database, folder: string): Promise<number> {
  const migrations = await readMigrations(folder)
  return database.withConnection(async (connection) => {
    const [table] = await connection.rows(`select to_regclass('schema_migrations') is not null as exists`)
    if (table?.exists !== true) return migrations.length
    const applied = new Set((await connection.rows('select name from schema_migrations')).map(({ name }) => name))
    return migrations.filter(({ name }) => !applied.has(name)).length
  })
}

/** How far it's ahead of this machine's clock, measured at the middle of the query. */
async function databaseClock(database: Database): Promise<number> {
  const asked = Date.now()
  const [row] = await database.withConnection((connection) =>
    connection.rows('select (extract(epoch from clock_timestamp()) * 1000)::float8 as at'),
  )
  return Number(row?.at) - (asked + Date.now()) / 2
}

function clockFinding(whose: string, aheadMs: number): Finding {
  const seconds = Math.round(Math.abs(aheadMs) / 1000)
  return Math.abs(aheadMs) <= CLOCK_TOLERANCE_MS
    ? right('Clock', `in sync with ${whose}`)
    : wrong(
        'Clock',
        `The clocks of this machine and ${whose} differ by ${counted(seconds, 'second')}. Sync both with a time server (NTP).`,
      )
}

async function examineDisk({ dataDir, databaseUrl }: Env): Promise<Finding[]> {
  const folder = await nearestFolder(dataDir)
  if (!databaseUrl && !(await isWritable(folder)))
    return [wrong('Disk', `This user can't write to ${dataDir}. Fix its permissions, or set a different DATA_DIR.`)]
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  return [
    free < LITTLE_SPACE_BYTES
      ? wrong('Disk', `Only ${byteSize(free)} are free on the disk of ${folder}. Free up space.`)
      : right('Disk', `${byteSize(free)} are free`),
  ]
}

/** The folder, or its nearest existing parent, because the first start creates it. */
async function nearestFolder(folder: string): Promise<string> {
  try {
    await statfs(folder)
    return folder
  } catch {
    return path.dirname(folder) === folder ? folder : nearestFolder(path.dirname(folder))
  }
}

async function isWritable(folder: string): Promise<boolean> {
  try {
    await access(folder, constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}

async function examineBackups({ backup }: Env): Promise<Finding[]> {
  const target = createBackupTarget(backup)
  if (!target || !backup.secret)
    return [note('Backups', 'not set up. Set BACKUP_DIR or BACKUP_S3_BUCKET, and BACKUP_KEY.')]
  const [newest] = await target.list()
  if (!newest) return [note('Backups', `none yet in ${target.name}`)]
  const hours = Math.round((Date.now() - newest.at.getTime()) / 3_600_000)
  return [
    hours * 3_600_000 > OLD_BACKUP_MS
      ? wrong('Backups', `The newest one in ${target.name} is ${counted(hours, 'hour')} old. Is the shop running?`)
      : right('Backups', `the newest one is ${counted(hours, 'hour')} old`),
  ]
}

async function examineSquare({ square }: Env): Promise<Finding[]> {
  const findings = checkAccount(square, await createAskAccount(square)(ACCOUNT_TIMEOUT_MS))
  return findings.map(({ verdict, sentence }) => ({
    subject: 'Square',
    verdict: verdict === 'unknown' ? 'note' : verdict,
    sentence,
  }))
}

async function examineMailServer({ smtpUrl }: Env): Promise<Finding[]> {
  if (!smtpUrl) return [note('Mail server', 'none: emails stay on this machine, at /mailbox')]
  try {
    await verifySmtp(smtpUrl)
    return [right('Mail server', 'accepts email from the shop')]
  } catch (error) {
    return [wrong('Mail server', `SMTP_URL doesn't work: ${String(messagesOf(error)[0])}`)]
  }
}

async function examineMailDomain({ smtpUrl, mailAddress, dkim }: Env, { resolver }: DoctorDeps): Promise<Finding[]> {
  if (!smtpUrl) return []
  const domain = mailAddress.slice(mailAddress.lastIndexOf('@') + 1)
  const dns = resolver ?? new Resolver({ timeout: ANSWER_LIMIT_MS, tries: 2 })
  const [texts, dmarcTexts, servers, keyTexts] = await Promise.all([
    noneIfMissing(dns.resolveTxt(domain)),
    noneIfMissing(dns.resolveTxt(`_dmarc.${domain}`)),
    noneIfMissing(dns.resolveMx(domain)),
    dkim ? noneIfMissing(dns.resolveTxt(`${dkim.keySelector}._domainkey.${domain}`)) : [],
  ])
  const problems = mailDomainProblems(domain, {
    texts: texts.map((parts) => parts.join('')),
    dmarcTexts: dmarcTexts.map((parts) => parts.join('')),
    mailServers: servers.map(({ exchange }) => exchange).filter((name) => name !== ''),
  })
  if (dkim) {
    const key = { selector: dkim.keySelector, publicKey: dkimPublicKey(dkim.privateKey) }
    problems.push(
      ...signatureProblems(
        domain,
        key,
        keyTexts.map((parts) => parts.join('')),
      ),
    )
  }
  // If the mail server signs, only it knows the name of the DKIM record.
  const records = dkim ? 'SPF, DKIM, DMARC and MX records' : 'SPF, DMARC and MX records'
  const found = problems.map((sentence) => wrong('Mail domain', sentence))
  return found.length > 0 ? found : [right('Mail domain', `${domain} has ${records}`)]
}

async function noneIfMissing<T>(records: Promise<T[]>): Promise<T[]> {
  try {
    return await records
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENODATA' || code === 'ENOTFOUND') return []
    throw new StartError(`DNS lookup failed (${String(code)}). Is this machine online?`, { cause: error })
  }
}

async function examineAddress({ publicUrl }: Env): Promise<Finding[]> {
  try {
    const answer = await fetch(new URL('/readyz', publicUrl), { signal: AbortSignal.timeout(ANSWER_LIMIT_MS) })
    if (answer.ok) return [right('Address', `the shop responds at ${publicUrl.origin}`)]
    return [wrong('Address', `${publicUrl.origin}/readyz returns ${answer.status}, so the shop isn't open there.`)]
  } catch {
    return [note('Address', `no shop responds at ${publicUrl.origin} yet`)]
  }
}

function messagesOf(error: unknown): string[] {
  if (error instanceof StartError || error instanceof BackupError) return error.message.split('\n')
  return [errorText(error)]
}

function right(subject: string, sentence: string): Finding {
  return { subject, verdict: 'right', sentence }
}

function note(subject: string, sentence: string): Finding {
  return { subject, verdict: 'note', sentence }
}

function wrong(subject: string, sentence: string): Finding {
  return { subject, verdict: 'wrong', sentence }
}
