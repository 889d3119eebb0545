import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { collect } from '#test/collect.ts'
import { readZip } from '#test/read-zip.ts'
import { zip, type ZipEntry } from './zip.ts'

const FILES: Record<string, Buffer> = {
  'READ ME.txt': Buffer.from('Hello\n'),
  'csv/größe.csv': Buffer.alloc(300_000, 'a,b\r\n'),
  'pictures/1-800.webp': randomBytes(200_000),
  'json/empty.json': Buffer.alloc(0),
}

async function* entries(): AsyncGenerator<ZipEntry> {
  for (const [name, bytes] of Object.entries(FILES))
    yield { name, content: [bytes.subarray(0, 100), bytes.subarray(100)] }
}

test('stores every file unchanged', async () => {
  const files = readZip(Buffer.concat(await collect(zip(entries()))))
  expect([...files.keys()]).toEqual(Object.keys(FILES))
  for (const [name, bytes] of Object.entries(FILES)) expect(files.get(name)?.equals(bytes), name).toBe(true)
})
