import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openPglite } from './open-pglite.ts'

test('says what to do about a database that was damaged, and does not keep its folder locked', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'damaged-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const [good, other] = [path.join(folder, 'good'), path.join(folder, 'other')]
  for (const dataDir of [good, other]) await (await openPglite(dataDir)).close()
  // As after a folder was copied while the shop ran.
  await rm(path.join(good, 'shop/pg_wal'), { recursive: true })
  await cp(path.join(other, 'shop/pg_wal'), path.join(good, 'shop/pg_wal'), { recursive: true })

  await expect(openPglite(good)).rejects.toThrow(/is damaged or the disk is full\. .* npm run restore -- latest/)
  await expect(openPglite(good)).rejects.toThrow(/is damaged/)
})
