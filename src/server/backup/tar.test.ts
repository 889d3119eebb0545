import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { collect } from '#test/collect.ts'
import { readTar, tarEnd, tarFile } from './tar.ts'

const FILES = [
  { name: 'tables/orders/000001.ndjson', body: Buffer.from('["a"]\n') },
  { name: 'empty', body: Buffer.alloc(0) },
  { name: 'block', body: Buffer.alloc(512, 'x') },
  { name: 'manifest.json', body: Buffer.alloc(100_000, 'y') },
]
const AT = new Date('2026-11-16T10:00:00Z')
const archive = Buffer.concat([...FILES.map(({ name, body }) => tarFile(name, body, AT)), tarEnd()])

async function filesOf(bytes: Buffer) {
  async function* pieces() {
    for (let start = 0; start < bytes.length; start += 333) yield bytes.subarray(start, start + 333)
  }
  return collect(readTar(pieces()))
}

test('reads back the files it wrote', async () => {
  expect(await filesOf(archive)).toEqual(FILES)
})

test('writes archives that the system’s tar can list', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'tar-'))
  const file = path.join(folder, 'archive.tar')
  await writeFile(file, archive)
  const { stdout } = await promisify(execFile)('tar', ['-tf', file])
  expect(stdout.trim().split('\n')).toEqual(FILES.map(({ name }) => name))
  await rm(folder, { recursive: true })
})

test('refuses an archive that is truncated or has a changed header', async () => {
  await expect(filesOf(archive.subarray(0, -1024))).rejects.toThrow('This backup is damaged.')
  await expect(filesOf(archive.subarray(0, 700))).rejects.toThrow('This backup is damaged.')
  const changed = Buffer.from(archive)
  changed.write('others', 0)
  await expect(filesOf(changed)).rejects.toThrow('This backup is damaged.')
})
