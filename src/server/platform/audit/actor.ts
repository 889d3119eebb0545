import type { Operator } from '#domain/operators/operator.ts'
import type { Actor } from './audit.queries.ts'

export function actorOf({ id, email }: Operator): Actor {
  return { operatorId: id, actor: email }
}
