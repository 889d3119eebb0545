import { deskPaths } from '#desk/desk-paths.ts'
import { conflictingForm, failedForm, type FormState, freshForm } from '#desk/ui/form-state.ts'
import { Policies, PolicyEdit } from '#desk/views/policies/policies.tsx'
import { isAtLeast } from '#domain/operators/roles.ts'
import { isPolicySlug, POLICIES, type PolicySlug } from '#domain/policies/policy.ts'
import { nothingThere, readEditForm, slugIn } from '#server/desk/edit-response.ts'
import type { DeskRoute } from '#server/desk/route.ts'
import type { OperatorVisit } from '#server/desk/visit.tsx'
import { versionToken } from '#server/platform/audit/editable.ts'
import { tidy } from '#server/platform/http/form-fields.ts'
import type { PolicyEditor } from './policy-editor.service.ts'

/** 100,000 characters of three bytes each, URL-encoded. */
const POLICY_FORM = 1024 * 1024

type PolicyDeps = { policies: PolicyEditor }

export function policyRoutes({ policies }: PolicyDeps): DeskRoute[] {
  async function render(
    visit: OperatorVisit,
    slug: PolicySlug,
    sent?: FormState,
    status: 200 | 409 | 422 = 200,
  ): Promise<Response> {
    const policy = await policies.find(slug)
    const form = sent ?? freshForm({ markdown: policy.markdown }, policy.version)
    const body = (
      <PolicyEdit
        policy={policy}
        form={form}
        preview={policies.preview(form.values.markdown ?? '')}
        isSaved={form.values.markdown === policy.markdown}
        mayEdit={isAtLeast(visit.operator.role, 'owner')}
      />
    )
    return visit.page({ title: POLICIES[slug], section: 'catalogue', body, status })
  }

  return [
    {
      method: 'GET',
      path: '/catalogue/policies',
      role: 'read-only',
      async handle(visit) {
        const body = <Policies policies={await policies.list()} />
        return visit.page({ title: 'Policies', section: 'catalogue', body })
      },
    },
    {
      method: 'GET',
      path: '/catalogue/policies/:slug',
      role: 'read-only',
      handle: (visit) => render(visit, policyIn(visit)),
    },
    {
      method: 'POST',
      path: '/catalogue/policies/:slug',
      role: 'owner',
      maxFormBytes: POLICY_FORM,
      async handle(visit) {
        const slug = policyIn(visit)
        const fields = await readEditForm(visit)
        const markdown = tidy(fields.markdown)
        const expectedVersion = fields.expectedVersion ?? ''
        if (fields.do === 'preview') return render(visit, slug, freshForm({ markdown }, expectedVersion))
        const result = await policies.saveDraft(slug, markdown, expectedVersion, visit.actor)
        if (result.ok) return visit.go(deskPaths.policy(slug), { kind: 'done', text: 'Draft saved.' })
        if (result.code === 'invalid')
          return render(visit, slug, failedForm({ markdown }, { markdown: result.message }, expectedVersion), 422)
        if (result.code !== 'changed') throw nothingThere()
        const { current } = result
        return render(visit, slug, conflictingForm({ markdown }, { markdown: current }, versionToken(current)), 409)
      },
    },
    {
      method: 'POST',
      path: '/catalogue/policies/:slug/publish',
      role: 'owner',
      async handle(visit) {
        const slug = policyIn(visit)
        const result = await policies.publish(slug, (await visit.form()).get('expectedVersion') ?? '', visit.actor)
        const problems = {
          changed: 'Someone else changed the draft while you were editing. Review it, then publish.',
          nothing_to_publish: 'There is no draft to publish.',
          not_found: 'There is no such policy.',
        }
        if (result.ok) return visit.go(deskPaths.policy(slug), { kind: 'done', text: 'Published.' })
        const text = result.code === 'invalid' ? result.message : problems[result.code]
        return visit.go(deskPaths.policy(slug), { kind: 'problem', text })
      },
    },
    {
      method: 'POST',
      path: '/catalogue/policies/:slug/versions/:id/restore',
      role: 'owner',
      async handle(visit) {
        const slug = policyIn(visit)
        const result = await policies.restore(slug, visit.id('id'), visit.actor)
        if (!result.ok) throw nothingThere()
        const text = 'That version is now your draft. Read it, then publish.'
        return visit.go(deskPaths.policy(slug), { kind: 'done', text })
      },
    },
  ]
}

function policyIn(visit: OperatorVisit): PolicySlug {
  const slug = slugIn(visit)
  if (!isPolicySlug(slug)) throw nothingThere()
  return slug
}
