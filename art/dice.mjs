// Reproducible random numbers, seeded by a name.
import { createHash } from 'node:crypto'

/** Pseudorandom numbers between 0 and 1, seeded by a name. */
export function dice(name) {
  const bytes = createHash('sha256').update(name).digest()
  let next = 0
  return () => bytes.readUInt16BE((next++ * 2) % 30) / 65_536
}

export const between = (roll, low, high) => Number((low + (high - low) * roll()).toFixed(2))
export const choose = (roll, list) => list[Math.floor(roll() * list.length)]
