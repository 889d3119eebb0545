import { countDistinct, eq, isNotNull } from 'drizzle-orm'
import { POLICY_SLUGS } from '#domain/policies/policy.ts'
import { operatorPasskeysTable, operatorsTable } from '#server/operators/operators.tables.ts'
import type { Orm } from '#server/platform/db/database.ts'
import { policiesTable } from '#server/policies/policies.tables.ts'
import { paymentAttemptsTable, refundsTable } from './payments.tables.ts'

export async function hasSucceededPayment(orm: Orm): Promise<boolean> {
  const { id, state } = paymentAttemptsTable
  return (await orm.select({ id }).from(paymentAttemptsTable).where(eq(state, 'succeeded')).limit(1)).length > 0
}

export async function hasCompletedRefund(orm: Orm): Promise<boolean> {
  const { id, state } = refundsTable
  return (await orm.select({ id }).from(refundsTable).where(eq(state, 'completed')).limit(1)).length > 0
}

export async function hasOwnersPasskey(orm: Orm): Promise<boolean> {
  const { id, operatorId } = operatorPasskeysTable
  const owners = orm
    .select({ id })
    .from(operatorPasskeysTable)
    .innerJoin(operatorsTable, eq(operatorsTable.id, operatorId))
    .where(eq(operatorsTable.role, 'owner'))
  return (await owners.limit(1)).length > 0
}

export async function hasPublishedPolicies(orm: Orm): Promise<boolean> {
  const { slug, publishedAt } = policiesTable
  const [row] = await orm
    .select({ count: countDistinct(slug) })
    .from(policiesTable)
    .where(isNotNull(publishedAt))
  return row?.count === POLICY_SLUGS.length
}
