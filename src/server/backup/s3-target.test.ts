import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { backupName } from '#domain/time/backup-name.ts'
import { collect } from '#test/collect.ts'
import { S3_CREDENTIALS, startFakeS3 } from '#test/fake-s3.ts'
import { createS3Target } from './s3-target.ts'

let s3: Awaited<ReturnType<typeof startFakeS3>>
let folder = ''

beforeEach(async () => {
  s3 = await startFakeS3('a-bucket')
  folder = await mkdtemp(path.join(tmpdir(), 's3-'))
  vi.stubEnv('TMPDIR', folder)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await s3.close()
  await rm(folder, { recursive: true })
})

const PREFIX = 'my shop & co/'

function open(change: Partial<Parameters<typeof createS3Target>[0]> = {}) {
  return createS3Target({ ...S3_CREDENTIALS, endpoint: s3.endpoint, bucket: 'a-bucket', prefix: PREFIX, ...change })
}

const nameOf = (day: number) => backupName(new Date(Date.UTC(2026, 10, day, 10)), '0a1b2c3d')

async function store(target: ReturnType<typeof open>, day: number, bytes = randomBytes(100_000)): Promise<Buffer> {
  await target.store(nameOf(day), async (file) => {
    await writeFile(file, bytes)
    return { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
  })
  return bytes
}

/** Temporary files left over from uploads. */
const temporaryFiles = () => readdir(folder)

test('stores, reads and removes backups, and lists all pages newest first', async () => {
  const target = open()
  const stored = new Map<number, Buffer>()
  for (const day of [3, 7, 1, 5, 2, 6, 4]) stored.set(day, await store(target, day))
  s3.objects.set(`${PREFIX}notes.txt`, Buffer.from('not ours'))
  s3.objects.set(nameOf(9), Buffer.from('elsewhere'))
  expect((await target.list()).map(({ name }) => name)).toEqual([7, 6, 5, 4, 3, 2, 1].map(nameOf))
  expect((await target.list())[0]).toEqual({
    name: nameOf(7),
    at: new Date('2026-11-07T10:00:00Z'),
    shopId: '0a1b2c3d',
    bytes: 100_000,
  })
  const read = Buffer.concat(await collect(await target.open(nameOf(5))()))
  expect(read.equals(stored.get(5) as Buffer)).toBe(true)
  await target.remove(nameOf(7))
  expect((await target.list())[0]?.name).toBe(nameOf(6))
  expect(await temporaryFiles()).toEqual([])
})

test('leaves no file behind when an upload fails, and keeps existing backups', async () => {
  const target = open()
  const first = await store(target, 1)
  for (const [fault, message] of [
    ['offline', /^The bucket a-bucket can’t be reached at 127\.0\.0\.1:\d+ \(.+\)\.$/],
    ['dropped', /^The bucket a-bucket can’t be reached at 127\.0\.0\.1:\d+ \(.+\)\.$/],
    ['full', /^The bucket a-bucket rejected a request: InsufficientStorage 507\.$/],
  ] as const) {
    s3.state.fault = fault
    await expect(store(target, 2, randomBytes(3_000_000)), fault).rejects.toThrow(message)
    s3.state.fault = undefined
    expect([...s3.objects.keys()]).toEqual([PREFIX + nameOf(1)])
    expect(s3.objects.get(PREFIX + nameOf(1))?.equals(first)).toBe(true)
    expect(await temporaryFiles()).toEqual([])
  }
})

test('says that the bucket is gone when the connection breaks while a backup is read', async () => {
  const target = open()
  await store(target, 1)
  s3.state.fault = 'broken-read'
  const message = /^The bucket a-bucket can’t be reached at 127\.0\.0\.1:\d+ \(.+\)\.$/
  await expect(collect(await target.open(nameOf(1))())).rejects.toThrow(message)
  await expect(target.list()).rejects.toThrow(message)
})

test('fails when the uploaded content does not match its hash', async () => {
  const sha256 = createHash('sha256').update('another content').digest('hex')
  const upload = open().store(nameOf(1), async (file) => {
    await writeFile(file, 'content')
    return { bytes: 7, sha256 }
  })
  await expect(upload).rejects.toThrow('XAmzContentSHA256Mismatch 400')
  expect(s3.objects.size).toBe(0)
})

test('distinguishes a wrong secret, a wrong bucket and a missing backup', async () => {
  await expect(open({ secretAccessKey: 'wrong' }).list()).rejects.toThrow('SignatureDoesNotMatch 403')
  await expect(open({ region: 'us-east-1' }).list()).rejects.toThrow('SignatureDoesNotMatch 403')
  await expect(open({ bucket: 'b-bucket' }).list()).rejects.toThrow('The bucket b-bucket rejected a request')
  await expect(open().open(nameOf(1))()).rejects.toThrow('NoSuchKey 404')
})
