import { randomBytes, scrypt, type ScryptOptions, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

/** 64 MB and about a third of a second for each guess (OWASP's second setting for scrypt). */
const COST = { N: 2 ** 16, r: 8, p: 2 }
const KEY_BYTES = 32

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)

/** One at a time: guesses that come in a flood wait in line instead of taking the machine's memory. */
let queue: Promise<unknown> = Promise.resolve()

function inLine<T>(work: () => Promise<T>): Promise<T> {
  const result = queue.then(work, work)
  queue = result
  return result
}

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await deriveKey(password, salt, COST)
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), key.toString('base64url')].join('$')
}

export async function isPassword(password: string, hash: string): Promise<boolean> {
  const [, n, r, p, salt = '', expected = ''] = hash.split('$')
  const key = await deriveKey(password, Buffer.from(salt, 'base64url'), { N: Number(n), r: Number(r), p: Number(p) })
  return timingSafeEqual(key, Buffer.from(expected, 'base64url'))
}

function deriveKey(password: string, salt: Buffer, cost: typeof COST): Promise<Buffer> {
  // The same letters typed on another keyboard may be composed differently.
  const text = password.normalize('NFKC')
  return inLine(() => derive(text, salt, KEY_BYTES, { ...cost, maxmem: 256 * cost.N * cost.r }))
}
