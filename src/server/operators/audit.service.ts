import { activityOf, activityText } from '#desk/views/operators/activity-line.ts'
import { ACTORS_WITHOUT_ACCOUNT, personName } from '#domain/operators/activity.ts'
import { toCsvLine } from '#domain/text/csv.ts'
import { listActors, listAudit } from '#server/platform/audit/audit.queries.ts'
import type {
  AuditLine,
  AuditSearch,
  NamedAuditLine,
  NamedSubject,
  Subject,
} from '#server/platform/audit/audit.views.ts'
import type { Database } from '#server/platform/db/database.ts'
import { listOperatorNames } from './operators.queries.ts'

export type AuditPage = {
  lines: NamedAuditLine[]
  /** Cursor of the next page. */
  before: number | undefined
}

const PAGE = 50
const EXPORT_PAGE = 500

type AuditDeps = {
  /** By the ids of things that have names. */
  findNames: (subjects: readonly Subject[]) => Promise<Map<string, NamedSubject>>
  /** What is called like this. */
  findSubjects: (words: string) => Promise<Subject[]>
}

export type AuditService = ReturnType<typeof createAuditService>

/** Reads the audit log, which is append-only. */
export function createAuditService({ orm }: Database, { findNames, findSubjects }: AuditDeps) {
  async function read(search: AuditSearch, before: number | undefined, size: number): Promise<AuditPage> {
    const words = search.words.trim()
    const subjects = words === '' ? undefined : await findSubjects(words)
    const found = await listAudit(orm, search, { before, limit: size + 1, subjects })
    const lines = found.slice(0, size)
    return { lines: await withNames(lines), before: found.length > size ? lines.at(-1)?.id : undefined }
  }

  async function withNames(lines: readonly AuditLine[]): Promise<NamedAuditLine[]> {
    const actors = lines.flatMap(({ operatorId }) =>
      operatorId === null ? [] : [{ subjectKind: 'operator', subjectId: operatorId }],
    )
    const names = await findNames([...lines, ...actors])
    return lines.map((line) => ({
      ...line,
      thing: names.get(line.subjectId),
      actorName: names.get(line.operatorId ?? '')?.name ?? ACTORS_WITHOUT_ACCOUNT[line.actor] ?? line.actor,
    }))
  }

  return {
    list: (search: AuditSearch, before: number | undefined): Promise<AuditPage> => read(search, before, PAGE),

    /** Everyone in the log with their names, to choose from. */
    async people(): Promise<{ actor: string; name: string }[]> {
      const [actors, operators] = await Promise.all([listActors(orm), listOperatorNames(orm)])
      const names = new Map(operators.map(({ email, name }) => [email.toLowerCase(), name]))
      return actors
        .map((actor) => ({ actor, name: names.get(actor) ?? personName(ACTORS_WITHOUT_ACCOUNT[actor] ?? actor) }))
        .toSorted((one, other) => one.name.localeCompare(other.name))
    },

    /** Streams page by page; queries stop when the reader stops. */
    async *exportCsv(search: AuditSearch): AsyncGenerator<string, void> {
      yield toCsvLine(['Time', 'Person', 'Activity', 'Changes'])
      let before: number | undefined
      do {
        const page = await read(search, before, EXPORT_PAGE)
        const lines = page.lines.map((line) => {
          const { text, changes } = activityText(activityOf(line))
          return toCsvLine([line.at.toISOString(), personName(line.actorName), text, changes])
        })
        if (lines.length > 0) yield lines.join('')
        before = page.before
      } while (before !== undefined)
    },
  }
}
