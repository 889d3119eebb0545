import { generateKeyPairSync } from 'node:crypto'
import { Resolver } from 'node:dns/promises'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { backupName } from '#domain/time/backup-name.ts'
import { collect } from '#test/collect.ts'
import { type DnsRecords, startDnsServer } from '#test/dns-server.ts'
import { createEmptyPostgres } from '#test/empty-databases.ts'
import { startMailServer } from '#test/mail-server.ts'
import { startPostgres } from '#test/postgres-server.ts'
import { noSmallDisk, openSmallDisk } from '#test/small-disk.ts'
import { startTestEmulator, type TestEmulator } from '#test/square-emulator.ts'
import { isPostgres } from '#test/test-database.ts'
import { examineShop } from './doctor.ts'
import { readEnv } from './env.ts'
import { migrate } from './platform/db/migrate.ts'
import { openPostgres } from './platform/db/open-postgres.ts'

const migrationsFolder = path.resolve(import.meta.dirname, '../../db/migrations')
const MAIL_RECORDS: DnsRecords = {
  'shop.example': { TXT: ['v=spf1 -all', 'x'.repeat(300)], MX: ['mail.shop.example'] },
  '_dmarc.shop.example': { TXT: ['v=DMARC1; p=none'] },
}

test('names every wrong setting, and checks nothing else', async () => {
  const found = await collect(examineShop({ environment: { PORT: 'x', LOG_LEVEL: 'loud' }, migrationsFolder }))
  expect(found).toEqual([
    { subject: 'Settings', verdict: 'wrong', sentence: 'PORT must be a number.' },
    { subject: 'Settings', verdict: 'wrong', sentence: 'LOG_LEVEL must be a pino level such as info.' },
  ])
})

describe.runIf(isPostgres)('on a server', () => {
  const endings: (() => unknown)[] = []
  let environment: Record<string, string> = {}
  let square: TestEmulator
  let backups = ''

  beforeAll(async () => {
    const { square: settings } = readEnv({ NODE_ENV: 'test' })
    square = await startTestEmulator({
      webhook: { url: settings.webhookUrl, signatureKey: settings.webhookSignatureKey },
    })
    const mail = await startMailServer()
    backups = await mkdtemp(path.join(tmpdir(), 'doctor-'))
    endings.push(
      () => square.close(),
      mail.close,
      () => rm(backups, { recursive: true, force: true }),
    )
    await writeFile(path.join(backups, backupName(new Date(Date.now() - 3 * 3_600_000), '0a1b2c3d')), '')
    environment = {
      NODE_ENV: 'test',
      DATABASE_URL: await createEmptyPostgres(),
      SQUARE_BASE_URL: square.address,
      SQUARE_WEBHOOK_URL: settings.webhookUrl,
      SMTP_URL: mail.url,
      MAIL_FROM: 'Bloomera <hello@shop.example>',
      DATA_DIR: path.join(backups, 'not/made/yet'),
      BACKUP_DIR: backups,
      BACKUP_PASSPHRASE: 'mossy kettle vivid orb and a half',
      // Nothing listens there.
      PUBLIC_URL: 'http://localhost:9',
    }
  })
  afterAll(async () => {
    for (const end of endings) await end()
  })

  async function examine(change: Record<string, string> = {}, records = MAIL_RECORDS): Promise<string[]> {
    const dns = await startDnsServer(records)
    const resolver = new Resolver()
    resolver.setServers([dns.address])
    try {
      const found = examineShop({ environment: { ...environment, ...change }, migrationsFolder, resolver })
      return (await collect(found)).map(
        ({ subject, verdict, sentence }) => `${verdict} ${subject}: ${sentence.replaceAll(/[\d.]+ [GT]B/g, 'some')}`,
      )
    } finally {
      dns.close()
    }
  }

  test('reports a healthy shop if its database, disk, backups, Square, mail server and DNS records are', async () => {
    const database = openPostgres({ url: environment.DATABASE_URL ?? '' })
    expect(await examine()).toContainEqual(
      expect.stringMatching(/^note Database: reachable; the next start will apply \d+/),
    )
    await migrate(database, migrationsFolder)
    await database.close()
    const found = await examine()
    expect(found.filter((line) => line.startsWith('wrong'))).toEqual([])
    expect(found).toEqual(
      expect.arrayContaining([
        'right Settings: complete for test',
        'right Database: reachable, and its tables are up to date',
        'right Database: has space left on its disk',
        'right Clock: in sync with the database',
        'right Disk: some are free',
        'right Backups: the newest one is 3 hours old',
        'right Mail server: accepts email from the shop',
        'right Mail domain: shop.example has SPF, DMARC and MX records',
        'note Address: no shop responds at http://localhost:9 yet',
      ]),
    )
    expect(found.filter((line) => line.startsWith('right Square'))).toHaveLength(5)
  })

  test.each([
    ['Database', { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/nowhere' }, "DATABASE_URL doesn't work: connect ECONN"],
    // Two addresses, so an error without a message of its own.
    ['Database', { DATABASE_URL: 'postgres://nobody@localhost:9/nowhere' }, "DATABASE_URL doesn't work: connect ECONN"],
    ['Square', { SQUARE_ACCESS_TOKEN: 'wrong' }, ''],
    ['Mail server', { SMTP_URL: 'smtp://127.0.0.1:9' }, "SMTP_URL doesn't work: connect ECONN"],
  ])('says that the %s does not work, and continues', async (subject, change, words) => {
    const found = await examine(change)
    expect(found).toContainEqual(expect.stringContaining(`wrong ${subject}: ${words}`))
    expect(found.at(-1)).toContain('Address')
  })

  test('says which database and backup folders cannot be used', async () => {
    const file = path.join(backups, 'a file')
    await writeFile(file, '')
    const found = await examine({ DATABASE_URL: '', DATA_DIR: path.join(file, 'data'), BACKUP_DIR: file })
    expect(found.filter((line) => line.startsWith('wrong'))).toEqual([
      `wrong Disk: This user can't write to ${file}/data. Fix its permissions, or set a different DATA_DIR.`,
      `wrong Backups: The backup folder ${file} isn’t readable (ENOTDIR).`,
    ])
  })

  test('says that the newest backup is old, and what the mail domain is missing', async () => {
    const old = await mkdtemp(path.join(tmpdir(), 'doctor-'))
    endings.push(() => rm(old, { recursive: true, force: true }))
    await writeFile(path.join(old, backupName(new Date(Date.now() - 3 * 86_400_000), '0a1b2c3d')), '')
    const found = await examine({ BACKUP_DIR: old }, { 'shop.example': { TXT: ['v=spf1 +all'] } })
    expect(found.filter((line) => line.startsWith('wrong'))).toEqual([
      `wrong Backups: The newest one in the folder ${old} is 72 hours old. Is the shop running?`,
      expect.stringContaining('lets anyone send'),
      expect.stringContaining('no DMARC record'),
      expect.stringContaining("can't receive email"),
    ])
  })

  test('checks DNS for the public half of the key that signs email', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const signing = { DKIM_KEY: pem, DKIM_SELECTOR: 'shop' }
    const missing = (await examine(signing)).filter((line) => line.includes('Mail domain'))
    expect(missing).toEqual([
      expect.stringContaining('wrong Mail domain: shop._domainkey.shop.example has no DKIM record'),
    ])
    // The record as in the message.
    const [, record = ''] = /: "(v=DKIM1[^"]+)"/.exec(String(missing[0])) ?? []
    const withRecord = { ...MAIL_RECORDS, 'shop._domainkey.shop.example': { TXT: [record] } }
    expect(await examine(signing, withRecord)).toContain(
      'right Mail domain: shop.example has SPF, DKIM, DMARC and MX records',
    )
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
      type: 'pkcs8',
      format: 'pem',
    })
    expect(await examine({ ...signing, DKIM_KEY: other.toString() }, withRecord)).toContainEqual(
      expect.stringContaining('is for a different key than DKIM_KEY'),
    )
  })

  test.each([
    ['90 seconds', /^wrong Clock: .* the database differ by (89|90|91) seconds\. /],
    ['-1 hour', /^wrong Clock: .* the database differ by (3599|3600|3601) seconds\. /],
  ])("says how far the database's clock is off: %s", async (off, sentence) => {
    const url = await createEmptyPostgres()
    const database = openPostgres({ url })
    // A database whose sessions all use this clock instead of the machine's.
    await database.withConnection((connection) =>
      connection.exec(`
        create function public.clock_timestamp() returns timestamptz language sql
          as $$ select pg_catalog.clock_timestamp() + interval '${off}' $$;
        do $$ begin
          execute format('alter database %I set search_path = public, pg_catalog', current_database());
        end $$`),
    )
    await database.close()
    const found = await examine({ DATABASE_URL: url })
    expect(found.filter((line) => line.startsWith('wrong'))).toEqual([expect.stringMatching(sentence)])
  })

  test.skipIf(noSmallDisk)(
    `says that a disk is nearly full, and that the database's is${noSmallDisk ?? ''}`,
    async () => {
      const disk = await openSmallDisk(200)
      const { server, address } = await startPostgres(disk.folder)
      try {
        const settings = { DATABASE_URL: `${address}/postgres`, DATA_DIR: path.join(disk.folder, 'data') }
        const nearlyFull = expect.stringMatching(
          new RegExp(`^wrong Disk: Only \\d+ [KM]B are free on the disk of ${disk.folder}. Free up space.$`),
        )
        const before = await examine(settings)
        expect(before.filter((line) => line.startsWith('wrong'))).toEqual([nearlyFull])
        expect(before).toContain('right Database: has space left on its disk')
        await disk.fill()
        expect((await examine(settings)).filter((line) => line.startsWith('wrong'))).toEqual([
          'wrong Database: The database’s disk is full. Free up space: no one can order.',
          nearlyFull,
        ])
      } finally {
        await server.stop()
        await disk.close()
      }
    },
  )

  test('says which secret it could not read, and never what is in it', async () => {
    const found = await examine({ SMTP_URL: 'smtp://user:topsecretword@127.0.0.1:9' })
    expect(found.join()).not.toContain('topsecretword')
  })
})
