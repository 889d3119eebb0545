import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { PRODUCTION_ENVIRONMENT as production, randomLooking } from '#test/production-environment.ts'
import { readEnv } from './env.ts'

test('without any settings, the shop runs on this machine', () => {
  const env = readEnv({})
  expect(env).toMatchObject({
    mode: 'development',
    host: 'localhost',
    port: 3000,
    hasDemoData: true,
    databaseUrl: undefined,
  })
  expect(env.publicUrl.href).toBe('http://localhost:3000/')
})

test('an empty value counts as not set', () => {
  expect(readEnv({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: undefined })
})

test('a value can come from a file, without its trailing line break', () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'bloomera-env-')), 'secret')
  const secret = randomLooking('file')
  writeFileSync(file, `${secret}\n`)
  expect(readEnv({ SECRET_KEY_FILE: file }).secretKey).toBe(secret)
  writeFileSync(file, '-1\n')
  expect(() => readEnv({ PORT_FILE: file })).toThrow('PORT must be 0 to 65535.')
  expect(() => readEnv({ SECRET_KEY: secret, SECRET_KEY_FILE: file })).toThrow('Remove one of them.')
  // A file's content is never shown.
  writeFileSync(file, '\n')
  expect(() => readEnv({ SECRET_KEY_FILE: file, SMTP_URL_FILE: '/nowhere/at/all' })).toThrow(
    /SECRET_KEY_FILE must be the path .*\nSMTP_URL_FILE must be the path of a file with the value that the shop can read\./,
  )
  // An unknown variable belongs to another program.
  expect(readEnv({ SESSION_FILE: '/nowhere/at/all' }).port).toBe(3000)
})

test('a wrong value is reported with what it must be', () => {
  expect(() => readEnv({ PORT: 'high' })).toThrow('PORT must be a number.')
  expect(() => readEnv({ PORT: '70000' })).toThrow('PORT must be 0 to 65535.')
  expect(() => readEnv({ DATABASE_URL: 'mysql://x' })).toThrow(
    'DATABASE_URL must be an address such as postgres://user:password@host/database.',
  )
  expect(() => readEnv({ LOG_LEVEL: 'loud' })).toThrow('LOG_LEVEL must be a pino level such as info.')
  expect(() => readEnv({ SHOP_EMAIL: 'nobody' })).toThrow('SHOP_EMAIL must be an email address.')
})

test('all wrong values and broken rules are reported at once', () => {
  expect(() => readEnv({ PORT: 'x', NODE_ENV: 'staging' })).toThrow(
    /NODE_ENV must be development, test or production\.\nPORT must be a number\./,
  )
  expect(problemsOf({ NODE_ENV: 'production', PORT: 'x', SECRET_KEY: 'short', DEMO_DATA: 'on' })).toEqual([
    'PORT',
    'SECRET_KEY',
    'PUBLIC_URL',
    'DATABASE_URL',
    'DEMO_DATA',
    'SQUARE_ACCESS_TOKEN',
    'SQUARE_APPLICATION_ID',
    'SQUARE_LOCATION_ID',
    'SQUARE_WEBHOOK_SIGNATURE_KEY',
    'SMTP_URL',
  ])
})

test('production starts with what it needs, without demo data', () => {
  expect(readEnv(production)).toMatchObject({ mode: 'production', hasDemoData: false })
  expect(readEnv({ ...production, METRICS_TOKEN: randomLooking('metrics') }).metricsToken).toBeDefined()
})

const SANDBOX = {
  SQUARE_APPLICATION_ID: 'sandbox-sq0idb-an-application',
  SQUARE_BASE_URL: 'https://connect.squareupsandbox.com',
  SQUARE_WEB_SDK_URL: 'https://sandbox.web.squarecdn.com/v1/square.js',
}

test('SQUARE_ENVIRONMENT implies the addresses', () => {
  const { SQUARE_APPLICATION_ID } = SANDBOX
  expect(readEnv({ ...production, SQUARE_ENVIRONMENT: 'production' }).square).toMatchObject({
    environment: 'production',
    baseUrl: 'https://connect.squareup.com',
    webSdkUrl: 'https://web.squarecdn.com/v1/square.js',
  })
  const sandbox = {
    environment: 'sandbox',
    baseUrl: SANDBOX.SQUARE_BASE_URL,
    webSdkUrl: SANDBOX.SQUARE_WEB_SDK_URL,
    emulatorPort: undefined,
  }
  const named = { ...production, SQUARE_ENVIRONMENT: 'sandbox', SQUARE_APPLICATION_ID }
  expect(readEnv(named).square).toMatchObject(sandbox)
  const onALaptop = { ...named, NODE_ENV: 'development', PUBLIC_URL: '' }
  expect(readEnv(onALaptop).square).toMatchObject(sandbox)
})

test('a laptop needs the keys of the environment it names, which is never the live one', () => {
  const needed = ['SQUARE_ACCESS_TOKEN', 'SQUARE_APPLICATION_ID', 'SQUARE_LOCATION_ID', 'SQUARE_WEBHOOK_SIGNATURE_KEY']
  expect(problemsOf({ SQUARE_ENVIRONMENT: 'sandbox' })).toEqual(needed)
  expect(problemsOf({ SQUARE_ENVIRONMENT: 'production' })).toEqual(['SQUARE_ENVIRONMENT', ...needed])
  expect(problemsOf({ SQUARE_ENVIRONMENT: 'sandbox', SQUARE_APPLICATION_ID: 'sq0idp-an-application' })).toContain(
    'SQUARE_APPLICATION_ID',
  )
})

test('an emulator at its own address stands in for the named environment', () => {
  const emulator = {
    SQUARE_BASE_URL: 'http://127.0.0.1:3001',
    SQUARE_WEB_SDK_URL: 'http://127.0.0.1:3001/v1/square.js',
  }
  expect(readEnv({ ...emulator, SQUARE_ENVIRONMENT: 'sandbox' }).square).toMatchObject({
    environment: 'sandbox',
    baseUrl: emulator.SQUARE_BASE_URL,
    webSdkUrl: emulator.SQUARE_WEB_SDK_URL,
  })
  expect(readEnv(emulator).square.environment).toBe('sandbox')
  expect(readEnv({ SQUARE_BASE_URL: SANDBOX.SQUARE_BASE_URL }).square.webSdkUrl).toBe(SANDBOX.SQUARE_WEB_SDK_URL)
  const live = { ...emulator, SQUARE_ENVIRONMENT: 'production', SQUARE_APPLICATION_ID: 'sq0idp-an-application' }
  expect(readEnv(live).square.environment).toBe('production')
})

test('a production shop may run entirely on the sandbox, to try it out', () => {
  expect(readEnv({ ...production, ...SANDBOX }).square.baseUrl).toBe(SANDBOX.SQUARE_BASE_URL)
})

test('production may use the built-in database if a setting says so', () => {
  expect(readEnv({ ...production, DATABASE_URL: '', BUILT_IN_DATABASE: 'on' }).databaseUrl).toBeUndefined()
})

const REFUSED_IN_PRODUCTION: [string, Record<string, string>, RegExp][] = [
  ['no secret', { SECRET_KEY: '' }, /^SECRET_KEY must be set in production/],
  ['a short secret', { SECRET_KEY: 'short' }, /^SECRET_KEY must have at least 32 characters\.$/],
  ['one character', { SECRET_KEY: 'k'.repeat(64) }, /^SECRET_KEY must be random/],
  ['a repeated text', { SECRET_KEY: 'f3Kx9Lq27ZpWm4Vt'.repeat(2) }, /^SECRET_KEY must be random/],
  ['counting', { SECRET_KEY: '0123456789abcdefghijklmnopqrstuvwxyz' }, /^SECRET_KEY must be random/],
  ['a sentence', { SECRET_KEY: 'the quick brown fox jumps over the lazy dog' }, /^SECRET_KEY must be random/],
  ['joined words', { SECRET_KEY: 'my-very-long-and-quite-unknown-phrase' }, /^SECRET_KEY must be random/],
  ['an example', { SECRET_KEY: 'changeme-super-secret-key-1234567890' }, /^SECRET_KEY must be random/],
  ['few characters', { SECRET_KEY: 'abaabbabaaabbbabababbaabbbaabaab' }, /^SECRET_KEY must be random/],
  ['a weak token', { METRICS_TOKEN: 'metrics-token-1234' }, /^METRICS_TOKEN must be random/],
  ['a weak password', { MAIL_WEBHOOK_SECRET: 'changeme-mail-1234' }, /^MAIL_WEBHOOK_SECRET must be random/],
  [
    'one value for two secrets',
    { METRICS_TOKEN: production.SECRET_KEY },
    /^METRICS_TOKEN must not be the same as SECRET_KEY\.$/,
  ],
  [
    'a secret that is on every page',
    { PUBLIC_KEY: production.SECRET_KEY },
    /^SECRET_KEY must not be the same as PUBLIC_KEY\.$/,
  ],
  ['no address', { PUBLIC_URL: '' }, /^PUBLIC_URL must be set in production/],
  ['an address without TLS', { PUBLIC_URL: 'http://bloomera.example' }, /^PUBLIC_URL must start with https:/],
  ['no database', { DATABASE_URL: '' }, /^DATABASE_URL must be set in production.*BUILT_IN_DATABASE=on/],
  [
    'no database, and the built-in one off',
    { DATABASE_URL: '', BUILT_IN_DATABASE: 'off' },
    /^DATABASE_URL must be set/,
  ],
  ['no mail server', { SMTP_URL: '' }, /^SMTP_URL must be set in production/],
  [
    'TLS switched off by an option',
    { SMTP_URL: 'smtps://user:password@mail.example:465?tls.rejectUnauthorized=false' },
    /^SMTP_URL must have no options/,
  ],
  ['demo data', { DEMO_DATA: 'on' }, /^DEMO_DATA must not be on in production/],
  ['timings of a test', { PAYMENT_TIMINGS: 'fast' }, /^PAYMENT_TIMINGS must not be fast/],
  ['no access token', { SQUARE_ACCESS_TOKEN: '' }, /^SQUARE_ACCESS_TOKEN must be set in production/],
  [
    "the emulator's token",
    { SQUARE_ACCESS_TOKEN: 'emulator-access-token' },
    /^SQUARE_ACCESS_TOKEN .*not the emulator's/,
  ],
  [
    "the emulator's signature key",
    { SQUARE_WEBHOOK_SIGNATURE_KEY: 'emulator-signature-key' },
    /^SQUARE_WEBHOOK_SIGNATURE_KEY .*not the emulator's/,
  ],
  ["the emulator's location", { SQUARE_LOCATION_ID: 'LEMULATOR0001' }, /^SQUARE_LOCATION_ID .*not the emulator's/],
  ['a made-up token', { SQUARE_ACCESS_TOKEN: 'an access token' }, /^SQUARE_ACCESS_TOKEN must be the value from Square/],
  ['an unknown application', { SQUARE_APPLICATION_ID: 'my-application' }, /^SQUARE_APPLICATION_ID must start with/],
  [
    'an emulator',
    { SQUARE_BASE_URL: 'http://127.0.0.1:3001' },
    /^SQUARE_BASE_URL must be an address of Square in production, https:\/\/connect\.squareup\.com /,
  ],
  [
    "somebody else's script",
    { SQUARE_WEB_SDK_URL: 'https://square.evil.example/x.js' },
    /^SQUARE_WEB_SDK_URL must be an address of Square/,
  ],
  ['Square without TLS', { SQUARE_BASE_URL: 'http://connect.squareup.com' }, /^SQUARE_BASE_URL must be an address/],
  [
    'live keys at the sandbox',
    { SQUARE_BASE_URL: SANDBOX.SQUARE_BASE_URL },
    /^SQUARE_APPLICATION_ID must start with sandbox-sq0idb- .*set SQUARE_ENVIRONMENT=production/,
  ],
  [
    'live ids in the sandbox',
    { SQUARE_ENVIRONMENT: 'sandbox' },
    /^SQUARE_APPLICATION_ID must start with sandbox-sq0idb- .*set SQUARE_ENVIRONMENT=production/,
  ],
  [
    'sandbox ids in production',
    { SQUARE_ENVIRONMENT: 'production', SQUARE_APPLICATION_ID: SANDBOX.SQUARE_APPLICATION_ID },
    /^SQUARE_APPLICATION_ID must start with sq0idp- .*set SQUARE_ENVIRONMENT=sandbox/,
  ],
  [
    'the sandbox with live addresses',
    {
      SQUARE_ENVIRONMENT: 'sandbox',
      SQUARE_APPLICATION_ID: SANDBOX.SQUARE_APPLICATION_ID,
      SQUARE_BASE_URL: 'https://connect.squareup.com',
      SQUARE_WEB_SDK_URL: 'https://web.squarecdn.com/v1/square.js',
    },
    /^SQUARE_BASE_URL must be .*squareupsandbox.*\nSQUARE_WEB_SDK_URL must be .*sandbox\.web/,
  ],
  [
    'live ids with the addresses of the sandbox',
    {
      SQUARE_ENVIRONMENT: 'production',
      SQUARE_BASE_URL: SANDBOX.SQUARE_BASE_URL,
      SQUARE_WEB_SDK_URL: SANDBOX.SQUARE_WEB_SDK_URL,
    },
    /^SQUARE_BASE_URL must be .*connect\.squareup\.com.*\nSQUARE_WEB_SDK_URL must be .* https:\/\/web\.squarecdn/,
  ],
  [
    'an environment of another name',
    { SQUARE_ENVIRONMENT: 'live' },
    /^SQUARE_ENVIRONMENT must be sandbox or production\.$/,
  ],
  [
    'the script of the sandbox with live keys',
    { SQUARE_WEB_SDK_URL: SANDBOX.SQUARE_WEB_SDK_URL },
    /^SQUARE_WEB_SDK_URL must be .*web\.squarecdn\.com/,
  ],
  [
    'a sandbox application with live addresses',
    { SQUARE_APPLICATION_ID: SANDBOX.SQUARE_APPLICATION_ID },
    /^SQUARE_APPLICATION_ID must start with sq0idp- .*set SQUARE_ENVIRONMENT=sandbox/,
  ],
  ['webhooks without TLS', { SQUARE_WEBHOOK_URL: 'http://bloomera.example/hook' }, /^SQUARE_WEBHOOK_URL must start/],
]

test.each(REFUSED_IN_PRODUCTION)('production refuses %s', (_what, change, sentence) => {
  expect(() => readEnv({ ...production, ...change })).toThrow(sentence)
})

test('accepts secrets as generators create them', () => {
  for (let index = 0; index < 300; index += 1) {
    const secrets = [randomBytes(32).toString('base64'), randomBytes(16).toString('hex'), randomUUID()]
    for (const SECRET_KEY of secrets) expect(() => readEnv({ ...production, SECRET_KEY }), SECRET_KEY).not.toThrow()
  }
})

const LOOPBACK = ['localhost', 'bloomera.localhost', '127.0.0.1', '127.8.9.10', '[::1]']
const ELSEWHERE = [
  '0.0.0.0',
  '[::]',
  '192.168.1.20',
  '10.0.0.5',
  'bloomera.example',
  'localhost.evil.example',
  '[fe80::1]',
]

test.each(['development', 'test'])('%s only runs on this machine', (NODE_ENV) => {
  for (const host of LOOPBACK) {
    expect(readEnv({ NODE_ENV, HOST: unbracketed(host), PUBLIC_URL: `https://${host}:3000` }).host).toBe(
      unbracketed(host),
    )
  }
  for (const host of ELSEWHERE) {
    const remedy = 'a shop that others can reach needs NODE_ENV=production.'
    expect(() => readEnv({ NODE_ENV, HOST: unbracketed(host) }), host).toThrow(
      /^HOST must be an address that only this machine can reach/,
    )
    expect(() => readEnv({ NODE_ENV, HOST: unbracketed(host) }), host).toThrow(remedy)
    expect(() => readEnv({ NODE_ENV, PUBLIC_URL: `https://${host}` }), host).toThrow(
      /^PUBLIC_URL must be an address that only this/,
    )
    expect(() => readEnv({ NODE_ENV, PUBLIC_URL: `https://${host}` }), host).toThrow(remedy)
  }
})

test('a forgotten NODE_ENV is development, and refuses the address of a real shop', () => {
  expect(problemsOf({ ...production, NODE_ENV: '', HOST: '0.0.0.0' })).toEqual(['HOST', 'PUBLIC_URL'])
})

test('production listens on the given HOST', () => {
  expect(readEnv({ ...production, HOST: '0.0.0.0' }).host).toBe('0.0.0.0')
})

function problemsOf(environment: Record<string, string>): string[] {
  try {
    readEnv(environment)
    return []
  } catch (error) {
    return (error as Error).message.split('\n').map((sentence) => sentence.split(' ', 1)[0] ?? '')
  }
}

function unbracketed(host: string): string {
  return host.replaceAll(/[[\]]/g, '')
}

test('payments go to the emulator on a laptop, to Square in production', () => {
  expect(readEnv({}).square).toMatchObject({
    baseUrl: 'http://127.0.0.1:3001',
    webSdkUrl: 'http://web.localhost:3001/v1/square.js',
    webhookUrl: 'http://localhost:3000/webhooks/square',
    emulatorPort: 3001,
  })
  expect(readEnv({ EMULATOR_PORT: '0' }).square.emulatorPort).toBeUndefined()
  expect(readEnv(production).square).toMatchObject({
    baseUrl: 'https://connect.squareup.com',
    webSdkUrl: 'https://web.squarecdn.com/v1/square.js',
    webhookUrl: 'https://bloomera.example/webhooks/square',
    emulatorPort: undefined,
  })
})

test('several processes need a database that can be shared', () => {
  expect(() => readEnv({ WEB_CONCURRENCY: '4' })).toThrow('WEB_CONCURRENCY above 1 needs DATABASE_URL')
  expect(readEnv({ WEB_CONCURRENCY: '4', DATABASE_URL: 'postgres://localhost/shop' }).processes).toBe(4)
  expect(readEnv({ DATABASE_URL: 'postgres://localhost/shop' }).processes).toBe(1)
})

test('an address without a scheme is no mail server', () => {
  expect(() => readEnv({ SMTP_URL: 'mail.example' })).toThrow('SMTP_URL must be an address such as smtps://')
})

test('the sender is a name and an address, and nothing else', () => {
  const senderOf = (source: Record<string, string>) => {
    const { shopDefaults, mailAddress } = readEnv(source)
    return { name: shopDefaults.sender.name, address: mailAddress }
  }
  expect(senderOf({})).toEqual({ name: 'Bloomera', address: 'hello@bloomera.example' })
  expect(senderOf({ MAIL_FROM: 'The Shop <shop@example.com>' })).toEqual({
    name: 'The Shop',
    address: 'shop@example.com',
  })
  expect(senderOf({ MAIL_FROM: 'shop@example.com' })).toEqual({ name: '', address: 'shop@example.com' })
  expect(() => readEnv({ MAIL_FROM: 'Shop <shop@example.com>\r\nBcc: x@example.com' })).toThrow(
    'MAIL_FROM must be a sender',
  )
})

test('only a laptop gets a made-up postal address', () => {
  expect(readEnv({}).shopDefaults.business.address).not.toBe('')
  expect(readEnv(production).shopDefaults.business.address).toBe('')
})

const KEY = randomBytes(32)
const S3 = {
  BACKUP_S3_ENDPOINT: 'https://s3.example',
  BACKUP_S3_BUCKET: 'shop',
  BACKUP_S3_ACCESS_KEY_ID: 'id',
  BACKUP_S3_SECRET_ACCESS_KEY: 'secret',
}

test('backups go to a folder or to a bucket, encrypted with a key or a passphrase', () => {
  expect(readEnv({}).backup).toEqual({ location: undefined, secret: undefined })
  expect(readEnv({ BACKUP_DIR: '/backups', BACKUP_KEY: KEY.toString('base64') }).backup).toEqual({
    location: { kind: 'folder', folder: '/backups' },
    secret: { kind: 'key', key: KEY },
  })
  expect(readEnv({ BACKUP_KEY: KEY.toString('hex') }).backup.secret).toEqual({ kind: 'key', key: KEY })
  const passphrase = 'rose hips on a sunny morning'
  expect(readEnv({ ...S3, BACKUP_PASSPHRASE: passphrase }).backup).toEqual({
    location: {
      kind: 's3',
      settings: {
        endpoint: 'https://s3.example',
        bucket: 'shop',
        region: 'us-east-1',
        prefix: '',
        accessKeyId: 'id',
        secretAccessKey: 'secret',
      },
    },
    secret: { kind: 'passphrase', passphrase },
  })
})

const VARNISH = {
  CDN: 'on',
  CDN_PURGE: 'varnish',
  CDN_PURGE_URL: 'http://127.0.0.1:6081/',
  CDN_PURGE_TOKEN: randomBytes(32).toString('base64'),
}

test('a CDN is used only when it is on, at its own address unless another is named', () => {
  expect(readEnv({ ...VARNISH, CDN: 'off' }).cdn).toBeUndefined()
  expect(readEnv(VARNISH).cdn).toEqual({
    provider: 'varnish',
    url: 'http://127.0.0.1:6081',
    token: VARNISH.CDN_PURGE_TOKEN,
    service: '',
  })
  const fastly = { ...VARNISH, CDN_PURGE: 'fastly', CDN_PURGE_URL: undefined, CDN_SERVICE: 'one' }
  expect(readEnv(fastly).cdn).toMatchObject({ url: 'https://api.fastly.com', service: 'one' })
})

test.each([
  ['no way to purge', { CDN: 'on' }, 'CDN_PURGE must be set with CDN=on'],
  ['no token', { ...VARNISH, CDN_PURGE_TOKEN: '' }, 'CDN_PURGE_TOKEN must be set for CDN_PURGE=varnish'],
  ['no address', { ...VARNISH, CDN_PURGE_URL: '' }, 'CDN_PURGE_URL must be set for CDN_PURGE=varnish'],
  ['no service', { ...VARNISH, CDN_PURGE: 'fastly' }, 'CDN_SERVICE must be set for CDN_PURGE=fastly'],
  [
    'an open line to another company',
    { ...production, ...VARNISH, CDN_PURGE: 'cloudflare', CDN_SERVICE: 'zone' },
    'CDN_PURGE_URL must start with https:// in production',
  ],
  [
    'a weak token',
    { ...production, ...VARNISH, CDN_PURGE_TOKEN: 'aaaaaaaaaaaaaaaaaaaa' },
    'CDN_PURGE_TOKEN must be random',
  ],
])('a CDN with %s is refused', (_, environment, message) => {
  expect(() => readEnv(environment)).toThrow(message)
})

test.each([
  ['no secret', { BACKUP_DIR: '/backups' }, 'BACKUP_KEY must be set for backups, which are always encrypted'],
  ['a weak key', { BACKUP_KEY: 'secret' }, 'BACKUP_KEY must be 32 random bytes'],
  ['a short passphrase', { BACKUP_PASSPHRASE: 'rose' }, 'BACKUP_PASSPHRASE must have at least 20 characters'],
  ['half a bucket', { BACKUP_S3_BUCKET: 'shop' }, 'BACKUP_S3_ENDPOINT must be set for backups that go to a bucket'],
  ['two places', { ...S3, BACKUP_DIR: '/backups' }, 'BACKUP_DIR must not be set together with BACKUP_S3_'],
  [
    'two secrets',
    { BACKUP_KEY: KEY.toString('hex'), BACKUP_PASSPHRASE: 'rose hips on a sunny morning' },
    'BACKUP_PASSPHRASE must not be set together with BACKUP_KEY',
  ],
  [
    'an open line in production',
    { ...production, ...S3, BACKUP_KEY: KEY.toString('hex'), BACKUP_S3_ENDPOINT: 'http://s3.example' },
    'BACKUP_S3_ENDPOINT must start with https:// in production',
  ],
  [
    'a key that can be guessed in production',
    { ...production, BACKUP_KEY: '00'.repeat(32) },
    'BACKUP_KEY must be random',
  ],
  [
    'a passphrase that can be guessed in production',
    { ...production, BACKUP_PASSPHRASE: 'a'.repeat(20) },
    'BACKUP_PASSPHRASE must be random, as made by: openssl rand -base64 32, or a sentence that is hard to guess.',
  ],
  [
    'the key of the shop in production',
    { ...production, BACKUP_PASSPHRASE: production.SECRET_KEY },
    'BACKUP_PASSPHRASE must not be the same as SECRET_KEY',
  ],
])('backups are refused with %s', (_, environment, sentence) => {
  expect(() => readEnv(environment)).toThrow(sentence)
})

test('backups are encrypted with a sentence, also in production', () => {
  const passphrase = 'rose hips on a sunny morning'
  expect(readEnv({ ...production, BACKUP_DIR: '/backups', BACKUP_PASSPHRASE: passphrase }).backup.secret).toEqual({
    kind: 'passphrase',
    passphrase,
  })
})

test('labels are bought at EasyPost in production, and at the emulator elsewhere', () => {
  expect(readEnv(production).carrier).toEqual({
    baseUrl: 'https://api.easypost.com',
    webhookUrl: 'https://bloomera.example/webhooks/easypost',
    isProduction: true,
  })
  expect(readEnv({}).carrier).toMatchObject({ baseUrl: 'http://127.0.0.1:3001/easypost', isProduction: false })
  expect(() => readEnv({ ...production, EASYPOST_BASE_URL: 'http://127.0.0.1:3001/easypost' })).toThrow(
    'EASYPOST_BASE_URL must be https://api.easypost.com in production',
  )
})

const DKIM_KEY = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' })

test("signs email for the sender's domain if there is a key", () => {
  expect(readEnv({}).dkim).toBeUndefined()
  const env = readEnv({
    DKIM_KEY: String(DKIM_KEY),
    DKIM_SELECTOR: 'shop',
    MAIL_FROM: 'Bloomera <hello@mail.bloomera.example>',
  })
  expect(env.dkim).toMatchObject({ domainName: 'mail.bloomera.example', keySelector: 'shop' })
})

test.each([
  ['a key alone', { DKIM_KEY: String(DKIM_KEY) }, 'DKIM_SELECTOR must be set with DKIM_KEY'],
  ['a selector alone', { DKIM_SELECTOR: 'shop' }, 'DKIM_KEY must be set with DKIM_SELECTOR'],
  ['a short key', { DKIM_KEY: shortKey(), DKIM_SELECTOR: 'shop' }, 'DKIM_KEY must be an RSA key of 2048 bits'],
  ['no key at all', { DKIM_KEY: 'secret', DKIM_SELECTOR: 'shop' }, 'DKIM_KEY must be an RSA key'],
  ['a name with dots', { DKIM_SELECTOR: 'shop._domainkey' }, 'DKIM_SELECTOR must be the part of the DNS name before'],
  ['no mails', { SMTP_MAILS_PER_MINUTE: '0' }, 'SMTP_MAILS_PER_MINUTE must be 1 to 100000'],
])('mail settings with %s are refused', (_, environment, words) => {
  expect(() => readEnv(environment)).toThrow(words)
})

function shortKey(): string {
  return String(generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export({ type: 'pkcs8', format: 'pem' }))
}
