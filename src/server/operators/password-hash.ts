import { randomBytes, scrypt, type ScryptOptions, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

type HashCost = { N: number; r: number; p: number }

/** 64 MB and about a third of a second per guess (OWASP's second setting for scrypt). */
const COST: HashCost = { N: 2 ** 16, r: 8, p: 2 }
const KEY_BYTES = 32
/** Beyond this many, strangers are turned away instead of queued: the last one would already wait several seconds. */
const MAX_WAITING_STRANGERS = 20

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

/** Queue priority: known browsers and signed-in operators go first. */
export type Lane = 'known' | 'stranger'

export type PasswordHasher = ReturnType<typeof createPasswordHasher>

/** A mutex: one hash at a time, so that a flood of guesses waits instead of exhausting memory. */
export function createPasswordHasher(cost = COST) {
  const waiting: Record<Lane, (() => void)[]> = { known: [], stranger: [] }
  let isBusy = false

  async function serialize<T>(lane: Lane, work: () => Promise<T>): Promise<T> {
    if (isBusy) await new Promise<void>((resolve) => waiting[lane].push(resolve))
    isBusy = true
    try {
      return await work()
    } finally {
      const next = waiting.known.shift() ?? waiting.stranger.shift()
      if (next) next()
      else isBusy = false
    }
  }

  function deriveKey(password: string, salt: Buffer, { N, r, p }: HashCost, lane: Lane): Promise<Buffer> {
    // Another keyboard may compose the same characters differently.
    const text = password.normalize('NFKC')
    return serialize(lane, () => derive(text, salt, KEY_BYTES, { N, r, p, maxmem: 256 * N * r }))
  }

  return {
    isCrowded: () => waiting.stranger.length >= MAX_WAITING_STRANGERS,

    async hash(password: string): Promise<string> {
      const salt = randomBytes(16)
      const key = await deriveKey(password, salt, cost, 'known')
      return ['scrypt', cost.N, cost.r, cost.p, salt.toString('base64url'), key.toString('base64url')].join('$')
    },

    async verify(password: string, hash: string, lane: Lane): Promise<boolean> {
      const [, n, r, p, salt = '', expected = ''] = hash.split('$')
      const stored = { N: Number(n), r: Number(r), p: Number(p) }
      const key = await deriveKey(password, Buffer.from(salt, 'base64url'), stored, lane)
      return timingSafeEqual(key, Buffer.from(expected, 'base64url'))
    },
  }
}
