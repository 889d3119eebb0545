/** What to look for; an empty text looks for everything. */
export type AuditSearch = {
  /** The whole name, in any case. */
  actor: string
  /** Its beginning: 'review' finds 'review.publish'. */
  action: string
  /** The whole id. */
  subject: string
  /** Days of the shop, such as 2026-03-04, the last one included. */
  from: string
  to: string
}

export type AuditLine = {
  id: number
  at: Date
  operatorId: string | null
  actor: string
  action: string
  subjectKind: string
  subjectId: string
  before: unknown
  after: unknown
}
