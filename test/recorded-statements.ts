import pg from 'pg'
import type { Database } from '#server/platform/db/database.ts'

export type Statement = { text: string; values: unknown[] }
type Query = (config: pg.QueryConfig | string, values?: unknown[]) => unknown

/** Returns the statements that `work` sends to PostgreSQL, on any connection. One call at a time. */
export async function recordStatements(work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = []
  const client = pg.Client.prototype as unknown as { query: Query }
  const { query } = client
  client.query = function record(this: unknown, config, values) {
    const text = typeof config === 'string' ? config : config.text
    statements.push({ text, values: values ?? (typeof config === 'string' ? undefined : config.values) ?? [] })
    return query.call(this, config, values)
  }
  try {
    await work()
  } finally {
    client.query = query
  }
  return statements
}

export type PlanNode = {
  'Node Type': string
  'Relation Name'?: string
  'Shared Hit Blocks'?: number
  'Shared Read Blocks'?: number
  Plans?: PlanNode[]
}

const isRead = ({ text }: Statement) => /^\s*(?:\/\*.*?\*\/\s*)?(select|with)\b/i.test(text)

/** The actual plans of the reading statements. */
export async function explain(database: Database, statements: readonly Statement[]): Promise<PlanNode[]> {
  const plans: PlanNode[] = []
  for (const { text, values } of statements.filter(isRead)) {
    const rows = await database.withConnection((connection) =>
      connection.rows(`explain (analyze, buffers, format json) ${text}`, values),
    )
    const answers = rows as { 'QUERY PLAN': { Plan: PlanNode }[] }[]
    plans.push(...answers.flatMap((answer) => answer['QUERY PLAN'].map(({ Plan: plan }) => plan)))
  }
  return plans
}

export function nodesOf(plan: PlanNode): PlanNode[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
}

/** Blocks of 8 KB that were read, whether from memory or disk. */
export function blocksOf(plans: readonly PlanNode[]): number {
  return plans.reduce((sum, plan) => sum + (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0), 0)
}
