import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestEmulator } from '#test/square-emulator.ts'
import { openLedgerFile } from './ledger-file.ts'

let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'ledger-'))
})

afterEach(() => rm(folder, { recursive: true, force: true }))

test('ignores an unfinished line, and starts the next one on a new line', async () => {
  const file = path.join(folder, 'a', 'ledger.jsonl')
  const first = openLedgerFile(file)
  first.append({ n: 1 })
  first.close()
  await appendFile(file, '{"n": 2, "text": "hälf')
  const second = openLedgerFile(file)
  expect(second.lines).toEqual([{ n: 1 }])
  second.append({ n: 3 })
  second.close()
  expect(await readFile(file, 'utf8')).toBe('{"n":1}\n{"n":3}\n')
})

test('a ledger never holds a card number or a CVV', async () => {
  const emulator = await startTestEmulator()
  await emulator.tokenize({ number: '5105105105105100', cvv: '987', postalCode: '90210' })
  const text = await readFile(emulator.ledgerFile, 'utf8')
  expect(text).toContain('"last_4":"5100"')
  // As separate numbers, because a time in milliseconds may contain the same three digits.
  expect(text).not.toMatch(/5105105105105100|\b(987|90210)\b/)
  await emulator.close()
})
