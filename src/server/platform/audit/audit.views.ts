/** An empty string matches everything. */
export type AuditSearch = {
  /** As in the log, case-insensitive: an email address, or 'schedule'. */
  actor: string
  /** Prefix: 'review' finds 'review.publish'. */
  action: string
  /** Full id. */
  subject: string
  /** Shop days such as 2026-03-04, both inclusive. */
  from: string
  to: string
  /** What a thing is called: an order's number, a product's name, a code. */
  words: string
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

export type Subject = { subjectKind: string; subjectId: string }

/** What an id stands for; `href` if its kind doesn't say where it is shown. */
export type NamedSubject = { name: string; href?: string }

/** With names, unless they are gone or known by their id. */
export type NamedAuditLine = AuditLine & { thing: NamedSubject | undefined; actorName: string }
