import type { Random } from '../chaos/random.ts'
import { DESK_KINDS, DESK_MONEY_KIND } from './desk-kinds.ts'
import type { Draft } from './draft.ts'
import { FUNCTION_KINDS, payment } from './function-kinds.ts'
import type { Kind } from './kind.ts'
import { mutate } from './mutate.ts'
import { PAGE_KINDS } from './page-kinds.ts'
import type { World } from './world.ts'

export const KINDS: readonly Kind[] = [...FUNCTION_KINDS, ...PAGE_KINDS, ...DESK_KINDS]

/** Sent only while money may move. */
const TRADING_KINDS: readonly Kind[] = [...KINDS, DESK_MONEY_KIND, { name: 'payment', weight: 20, make: payment }]

/** Weights have one decimal: verifying a password is a thousand times the work of refusing a body. */
const FINEST = 10

export type Made = { kind: string; draft: Draft }

/** The request with this number: the same for the same seed, apart from the secrets of its world. */
export function makeDraft(random: Random, world: World, isTrading: boolean): Made {
  const kinds = isTrading ? TRADING_KINDS : KINDS
  const kind = pickWeighted(random, kinds)
  const draft = kind.make(random, world)
  draft.headers.push(['x-forwarded-for', `10.${random.below(256)}.${random.below(256)}.${random.below(256)}`])
  const times = random.pick([0, 1, 1, 1, 1, 2, 2, 3, 4, 6])
  for (let count = 0; count < times; count += 1) mutate(random, draft)
  return { kind: kind.name, draft }
}

function pickWeighted(random: Random, kinds: readonly Kind[]): Kind {
  const total = kinds.reduce((sum, { weight }) => sum + weight, 0)
  let left = random.below(Math.round(total * FINEST)) / FINEST
  for (const kind of kinds) {
    left -= kind.weight
    if (left < 0) return kind
  }
  throw new RangeError('weights do not add up')
}
