import { expect, test } from 'vitest'
import { PRODUCTION_ENVIRONMENT as production } from '#test/production-environment.ts'
import { readEnv } from './env.ts'

test('nothing set gives a shop on this machine', () => {
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

test('a wrong value is named together with what it must be', () => {
  expect(() => readEnv({ PORT: 'high' })).toThrow('PORT must be a number.')
  expect(() => readEnv({ PORT: '70000' })).toThrow('PORT must be 0 to 65535.')
  expect(() => readEnv({ DATABASE_URL: 'mysql://x' })).toThrow(
    'DATABASE_URL must be an address such as postgres://user:password@host/database.',
  )
  expect(() => readEnv({ LOG_LEVEL: 'loud' })).toThrow('LOG_LEVEL must be a pino level such as info.')
  expect(() => readEnv({ SHOP_EMAIL: 'nobody' })).toThrow('SHOP_EMAIL must be an e-mail address.')
})

test('every wrong value is named at once', () => {
  expect(() => readEnv({ PORT: 'x', NODE_ENV: 'staging' })).toThrow(
    /NODE_ENV must be development, test or production\.\nPORT must be a number\./,
  )
})

test('production with what it needs starts, without demo data', () => {
  expect(readEnv(production)).toMatchObject({ mode: 'production', hasDemoData: false })
})

test('production refuses a missing or short secret', () => {
  expect(() => readEnv({ ...production, SECRET_KEY: undefined })).toThrow('SECRET_KEY must be set in production')
  expect(() => readEnv({ ...production, SECRET_KEY: 'short' })).toThrow('SECRET_KEY must have at least 32 characters.')
})

test('production refuses an address without TLS, or none', () => {
  expect(() => readEnv({ ...production, PUBLIC_URL: 'http://bloomera.example' })).toThrow(
    'PUBLIC_URL must start with https:// in production.',
  )
  expect(() => readEnv({ ...production, PUBLIC_URL: undefined })).toThrow('PUBLIC_URL must be set in production')
})

test('production refuses demo data', () => {
  expect(() => readEnv({ ...production, DEMO_DATA: 'on' })).toThrow('DEMO_DATA must not be on in production')
})

test('production refuses the emulator', () => {
  expect(() => readEnv({ ...production, SQUARE_BASE_URL: 'http://127.0.0.1:3001' })).toThrow(
    'SQUARE_BASE_URL must be an address of Square',
  )
  expect(() => readEnv({ ...production, SQUARE_WEB_SDK_URL: 'https://square.evil.example/x.js' })).toThrow(
    'SQUARE_WEB_SDK_URL must be an address of Square',
  )
  expect(readEnv({ ...production, SQUARE_BASE_URL: 'https://connect.squareupsandbox.com' }).mode).toBe('production')
})

test('production refuses to start without its keys to Square, and tests that wait less', () => {
  expect(() => readEnv({ ...production, SQUARE_ACCESS_TOKEN: undefined })).toThrow(
    'SQUARE_ACCESS_TOKEN must be set in production',
  )
  expect(() => readEnv({ ...production, PAYMENT_TIMINGS: 'fast' })).toThrow('PAYMENT_TIMINGS must not be fast')
})

test('payments go to the emulator on a laptop, to Square in production', () => {
  expect(readEnv({}).square).toMatchObject({
    baseUrl: 'http://127.0.0.1:3001',
    webSdkUrl: 'http://127.0.0.1:3001/v1/square.js',
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

test('several processes need a database they can share', () => {
  expect(() => readEnv({ WEB_CONCURRENCY: '4' })).toThrow('WEB_CONCURRENCY above 1 needs DATABASE_URL')
  expect(readEnv({ WEB_CONCURRENCY: '4', DATABASE_URL: 'postgres://localhost/shop' }).processes).toBe(4)
})

test('production refuses to start without a mail server', () => {
  expect(() => readEnv({ ...production, SMTP_URL: undefined })).toThrow('SMTP_URL must be set in production')
  expect(() => readEnv({ SMTP_URL: 'mail.example' })).toThrow('SMTP_URL must be an address such as smtps://')
})

test('the sender is a name and an address, and no more', () => {
  expect(readEnv({}).mailFrom).toEqual({ name: 'Bloomera', address: 'hello@bloomera.example' })
  expect(readEnv({ MAIL_FROM: 'The Shop <shop@example.com>' }).mailFrom).toEqual({
    name: 'The Shop',
    address: 'shop@example.com',
  })
  expect(readEnv({ MAIL_FROM: 'shop@example.com' }).mailFrom).toEqual({ name: '', address: 'shop@example.com' })
  expect(() => readEnv({ MAIL_FROM: 'Shop <shop@example.com>\r\nBcc: x@example.com' })).toThrow(
    'MAIL_FROM must be a sender',
  )
})

test('only a laptop gets a made-up postal address', () => {
  expect(readEnv({}).shop.address).not.toBe('')
  expect(readEnv(production).shop.address).toBe('')
})
