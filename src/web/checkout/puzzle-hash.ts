/**
 * SHA-256 of a text of 64 bytes and a number of 8 hex digits, for trying out many numbers: the first block is hashed
 * once, and of the rest only the first 32 bits are returned. crypto.subtle would take longer to call than to compute.
 */
export function createPuzzleHash(text: string): (nonce: number) => number {
  if (text.length !== 64) throw new RangeError('the text must fill one block')
  const words = new Int32Array(64)
  for (let index = 0; index < 64; index += 1)
    words[index >> 2] = ((words[index >> 2] ?? 0) << 8) | text.charCodeAt(index)
  const start = Int32Array.from(INITIAL)
  compress(start, words)

  const state = new Int32Array(8)
  return (nonce) => {
    words.fill(0, 2, 16)
    words[0] = hexWord(nonce >>> 16)
    words[1] = hexWord(nonce & 0xffff)
    // The end of the message, and its length in bits.
    words[2] = 0x80000000 | 0
    words[15] = (64 + 8) * 8
    state.set(start)
    compress(state, words)
    return (state[0] ?? 0) >>> 0
  }
}

export function nonceText(nonce: number): string {
  return nonce.toString(16).padStart(8, '0')
}

/** The character codes of the digits of a byte. */
const HEX_PAIRS = Int32Array.from({ length: 256 }, (_, byte) => {
  const text = byte.toString(16).padStart(2, '0')
  return (text.charCodeAt(0) << 8) | text.charCodeAt(1)
})

function hexWord(half: number): number {
  return ((HEX_PAIRS[half >> 8] ?? 0) << 16) | (HEX_PAIRS[half & 255] ?? 0)
}

const PRIMES = firstPrimes(64)
const CONSTANTS = Int32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)))
const INITIAL = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)))

function firstPrimes(count: number): number[] {
  const primes: number[] = []
  for (let candidate = 2; primes.length < count; candidate += 1)
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate)
  return primes
}

/** The first 32 bits after the point. */
function fraction(root: number): number {
  return ((root - Math.floor(root)) * 2 ** 32) | 0
}

/** One block: `words` holds its 16 words and is filled up with the message schedule. */
function compress(state: Int32Array, words: Int32Array): void {
  for (let index = 16; index < 64; index += 1) {
    const old = at(words, index - 15)
    const recent = at(words, index - 2)
    const s0 = rotate(old, 7) ^ rotate(old, 18) ^ (old >>> 3)
    const s1 = rotate(recent, 17) ^ rotate(recent, 19) ^ (recent >>> 10)
    words[index] = (at(words, index - 16) + s0 + at(words, index - 7) + s1) | 0
  }
  // Eight variables rather than an array, because nearly all the time is spent in this loop.
  let a = at(state, 0)
  let b = at(state, 1)
  let c = at(state, 2)
  let d = at(state, 3)
  let e = at(state, 4)
  let f = at(state, 5)
  let g = at(state, 6)
  let h = at(state, 7)
  for (let index = 0; index < 64; index += 1) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + at(CONSTANTS, index) + at(words, index)) | 0
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + t2) | 0
  }
  state[0] = at(state, 0) + a
  state[1] = at(state, 1) + b
  state[2] = at(state, 2) + c
  state[3] = at(state, 3) + d
  state[4] = at(state, 4) + e
  state[5] = at(state, 5) + f
  state[6] = at(state, 6) + g
  state[7] = at(state, 7) + h
}

function rotate(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits))
}

/** Within bounds by construction; a typed array has no holes. */
function at(words: Int32Array, index: number): number {
  return words[index] as number
}
