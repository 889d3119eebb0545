import { parseForm } from '#contract/form.ts'
import { deskPaths } from '#desk/desk-paths.ts'
import { type FormState, freshForm } from '#desk/ui/form-state.ts'
import { Code, Codes } from '#desk/views/discounts/codes.tsx'
import { isAtLeast } from '#domain/operators/roles.ts'
import { afterEdit, readEditForm, refusedForm } from '#server/desk/edit-response.ts'
import type { DeskRoute } from '#server/desk/route.ts'
import type { OperatorVisit } from '#server/desk/visit.tsx'
import { AppError } from '#server/platform/errors.ts'
import type { CodeService } from './code-editor.service.ts'
import { limitForm, readCodeForm } from './code-form.ts'

type CodeDeps = { codes: CodeService; now: () => Date }

export function codeRoutes({ codes, now }: CodeDeps): DeskRoute[] {
  async function renderAll(visit: OperatorVisit, form = freshForm({}, ''), status: 200 | 422 = 200): Promise<Response> {
    const [all, signups] = await Promise.all([codes.list(), codes.sumOfSignups()])
    const mayEdit = isAtLeast(visit.operator.role, 'owner')
    const body = <Codes codes={all} signups={signups} form={form} mayEdit={mayEdit} now={now()} />
    return visit.page({ title: 'Discounts', section: 'codes', body, status })
  }

  async function renderOne(visit: OperatorVisit, sent?: FormState): Promise<Response> {
    const found = await codes.find(codeIn(visit))
    if (!found) throw noCode()
    const { code, orders } = found
    const form = sent ?? freshForm({ totalLimit: String(code.totalLimit ?? '') }, '')
    const mayEdit = isAtLeast(visit.operator.role, 'owner')
    const body = <Code code={code} orders={orders} form={form} mayEdit={mayEdit} now={now()} />
    return visit.page({ title: code.code, section: 'codes', body, status: sent ? 422 : 200 })
  }

  return [
    { method: 'GET', path: '/codes', role: 'read-only', handle: (visit) => renderAll(visit) },
    {
      method: 'POST',
      path: '/codes',
      role: 'owner',
      async handle(visit) {
        const fields = await readEditForm(visit)
        const read = readCodeForm(fields)
        if (!read.ok) return renderAll(visit, refusedForm(fields, read.errors), 422)
        const code = await codes.create(read.value, visit.actor)
        if (code === undefined) return renderAll(visit, refusedForm(fields, { code: 'This code already exists.' }), 422)
        return visit.go(deskPaths.code(code), {
          kind: 'done',
          text: 'Discount created. Copy the code:',
          copy: { label: 'Discount code', text: code },
        })
      },
    },
    { method: 'GET', path: '/codes/:code', role: 'read-only', handle: (visit) => renderOne(visit) },
    {
      method: 'POST',
      path: '/codes/:code/activity',
      role: 'owner',
      async handle(visit) {
        const code = codeIn(visit)
        const isActive = (await visit.form()).get('isActive') === 'yes'
        const result = await codes.setActive(code, isActive, visit.actor)
        if (!result.ok) throw noCode()
        return afterEdit(visit, result, deskPaths.code(code), isActive ? 'Code reactivated.' : 'Code deactivated.')
      },
    },
    {
      method: 'POST',
      path: '/codes/:code/limit',
      role: 'owner',
      async handle(visit) {
        const code = codeIn(visit)
        const fields = await readEditForm(visit)
        const read = parseForm(limitForm, fields)
        if (!read.ok) return renderOne(visit, refusedForm(fields, read.errors))
        const result = await codes.setLimit(code, read.value.totalLimit, visit.actor)
        if (result.ok) return afterEdit(visit, result, deskPaths.code(code), 'Limit changed.')
        if (result.code === 'refused') return renderOne(visit, refusedForm(fields, { totalLimit: result.message }))
        throw noCode()
      },
    },
  ]
}

function codeIn(visit: OperatorVisit): string {
  const code = visit.c.req.param('code') ?? ''
  if (!/^[\x20-\x7e]{4,40}$/.test(code)) throw noCode()
  return code
}

function noCode(): AppError {
  return new AppError('not_found', 'Code not found.', 404)
}
