import { randomBytes } from 'node:crypto'
import { discountCodeFrom } from '#domain/money/discount-code.ts'
import { type Actor, addAudit } from '#server/platform/audit/audit.queries.ts'
import type { EditResult } from '#server/platform/audit/editable.ts'
import type { Database } from '#server/platform/db/database.ts'
import {
  type CodeTerms,
  findCode,
  insertCode,
  listCodeOrders,
  listCodes,
  type NewCode,
  sumSignupCodes,
} from './code-editor.queries.ts'
import { codePart } from './code.edits.ts'
import type { CodeOrder, CodeAtDesk } from './discounts.views.ts'

/** Undefined `code` generates one. */
export type CodeDraft = Omit<NewCode, 'code' | 'createdBy' | 'isActive'> & { code: string | undefined }

const MAX_SHOWN = 200
const ORDERS_SHOWN = 50

export type CodeService = ReturnType<typeof createCodeService>

/** The owner's codes. A code's terms never change; whether and how often it works can. */
export function createCodeService({ orm }: Database) {
  function change(code: string, actor: Actor, to: (terms: CodeTerms) => CodeTerms): Promise<EditResult<CodeTerms>> {
    return orm.transaction(async (tx) => {
      const terms = await codePart.read(tx, code)
      return terms ? codePart.change(tx, { id: code, value: to(terms), actor }) : { ok: false, code: 'not_found' }
    })
  }

  return {
    list: () => listCodes(orm, MAX_SHOWN),
    sumOfSignups: () => sumSignupCodes(orm),

    async find(code: string): Promise<{ code: CodeAtDesk; orders: CodeOrder[] } | undefined> {
      const found = await findCode(orm, code)
      return found && { code: found, orders: await listCodeOrders(orm, code, ORDERS_SHOWN) }
    },

    /** Undefined if the code is taken. */
    create: (draft: CodeDraft, actor: Actor): Promise<string | undefined> =>
      orm.transaction(async (tx) => {
        const code = draft.code ?? discountCodeFrom(randomBytes(64))
        const row = { ...draft, code, createdBy: actor.actor }
        if (!(await insertCode(tx, row))) return undefined
        const subject = { action: 'code.create', subjectKind: 'code', subjectId: code } as const
        await addAudit(tx, { ...actor, ...subject, before: null, after: row })
        return code
      }),

    setActive: (code: string, isActive: boolean, actor: Actor) =>
      change(code, actor, (terms) => ({ ...terms, isActive })),
    setLimit: (code: string, totalLimit: number | null, actor: Actor) =>
      change(code, actor, (terms) => ({ ...terms, totalLimit })),
  }
}
