import type { Random } from '../chaos/random.ts'
import type { Draft, Pair } from './draft.ts'
import type { Json } from './hostile-values.ts'
import type { World } from './world.ts'

/** One kind of request: its weight, and a valid example to mutate. */
export type Kind = { name: string; weight: number; make: (random: Random, world: World) => Draft }

export function post(path: string, value: Json, headers: Pair[] = []): Draft {
  return { method: 'POST', path, query: [], headers, body: { kind: 'json', value } }
}

export function get(path: string, query: Pair[] = [], headers: Pair[] = []): Draft {
  return { method: 'GET', path, query, headers }
}
