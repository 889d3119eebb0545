/** An empty string matches everything. */
export type AuditSearch = {
  /** Full name, case-insensitive. */
  actor: string
  /** Prefix: 'review' finds 'review.publish'. */
  action: string
  /** Full id. */
  subject: string
  /** Shop days such as 2026-03-04, both inclusive. */
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

/** With the name of the thing, unless it is known by its id or is gone. */
export type NamedAuditLine = AuditLine & { name: string | undefined }
