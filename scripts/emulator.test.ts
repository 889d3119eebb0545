import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { EmulatorLedger } from '#test/square-emulator.ts'

let folder = ''
const children: ChildProcess[] = []

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'emulator-'))
})

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

/** Resolves when it listens or has ended. */
async function start(environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'emulator.ts')], {
    env: {
      PATH: process.env.PATH,
      EMULATOR_PORT: '0',
      DATA_DIR: folder,
      // Nothing listens there: webhooks stay pending.
      SQUARE_WEBHOOK_URL: 'http://127.0.0.1:9/webhooks/square',
      ...environment,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  children.push(child)
  let output = ''
  const ended = new Promise<number | string>((resolve) =>
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'unknown')),
  )
  const listening = new Promise<string>((resolve) => {
    const read = (chunk: Buffer) => {
      output += chunk
      const address = /^Square emulator at (http:\S+)\n$/.exec(output)?.[1]
      if (address) resolve(address)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
  })
  const address = await Promise.race([listening, ended.then(() => '')])
  return { child, address, ended, output: () => output }
}

function charge(address: string, key: string): Promise<Response> {
  return fetch(`${address}/v2/payments`, {
    method: 'POST',
    headers: { authorization: 'Bearer emulator-access-token', 'content-type': 'application/json' },
    body: JSON.stringify({
      source_id: 'cnon:card-nonce-ok',
      idempotency_key: key,
      amount_money: { amount: 5000, currency: 'USD' },
      reference_id: key,
    }),
  })
}

test('ends on a signal, and when its parent process is gone', async () => {
  const told = await start()
  told.child.kill('SIGTERM')
  expect(await told.ended).toBe(0)
  const following = await start({ EMULATOR_FOLLOW_STDIN: '1' })
  following.child.stdin?.end()
  expect(await following.ended).toBe(0)
})

test('refuses to start on a taken port with one message', async () => {
  const first = await start()
  const { port } = new URL(first.address)
  const second = await start({ EMULATOR_PORT: port })
  expect(await second.ended).toBe(1)
  expect(second.output()).toBe(
    `Port ${port} is already in use. Stop the program that uses it, or set a different EMULATOR_PORT.\n`,
  )
})

test('loses no answered charge on kill -9, and answers it again', async () => {
  const answered = new Map<string, string>()
  for (let round = 0; round < 3; round += 1) {
    const { child, address, ended } = await start()
    const killAt = answered.size + 20 + round * 7
    const charging = Promise.allSettled(
      Array.from({ length: 4 }, async (_, lane) => {
        for (let n = 0; ; n += 1) {
          const key = `r${round}-${lane}-${n}`
          answered.set(key, await (await charge(address, key)).text())
          // The other lanes are in the middle of a charge.
          if (answered.size === killAt) child.kill('SIGKILL')
        }
      }),
    )
    await Promise.all([charging, ended])
  }
  const { address } = await start()
  const ledger = (await (await fetch(`${address}/emulator/ledger`)).json()) as EmulatorLedger
  expect(answered.size).toBeGreaterThanOrEqual(60)
  expect([...answered.keys()].filter((key) => ledger.captures[key] !== 1)).toEqual([])
  expect(ledger.payments.length - answered.size).toBeLessThanOrEqual(3 * 4)
  expect(ledger.webhooks).toHaveLength(ledger.payments.length * 2)
  for (const key of [...answered.keys()].slice(-20)) {
    expect(await (await charge(address, key)).text()).toBe(answered.get(key))
  }
  expect(Object.values(ledger.captures).every((count) => count === 1)).toBe(true)
})
