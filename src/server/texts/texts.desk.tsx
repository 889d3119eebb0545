import { deskPaths } from '#desk/desk-paths.ts'
import { conflictingForm, failedForm, type FormState, freshForm } from '#desk/ui/form-state.ts'
import { PublishQuestion } from '#desk/views/texts/publish-question.tsx'
import { TextEdit } from '#desk/views/texts/text-edit.tsx'
import { TextPages } from '#desk/views/texts/text-pages.tsx'
import { isAtLeast } from '#domain/operators/roles.ts'
import { afterChange } from '#domain/texts/edit-fields.ts'
import { claimsIn } from '#domain/texts/page-claims.ts'
import { NO_CONTENT, type PageContent, picturesIn } from '#domain/texts/page-content.ts'
import { ownLinksIn, type PageLink } from '#domain/texts/page-links.ts'
import { readFields, tidyFields, toFields } from '#domain/texts/slot-fields.ts'
import { isTextKey, type TextKey, textPage } from '#domain/texts/text-pages.ts'
import type { PictureLibrary } from '#server/catalogue/picture-library.service.ts'
import { afterEdit, LONG_FORM, nothingThere, readEditForm, slugIn } from '#server/desk/edit-response.ts'
import type { DeskRoute } from '#server/desk/route.ts'
import type { OperatorVisit } from '#server/desk/visit.tsx'
import { versionToken } from '#server/platform/audit/editable.ts'
import { asShopTime, type Fields } from '#server/platform/http/form-fields.ts'
import type { SecurityHeaders } from '#server/platform/http/security-headers.ts'
import { liveAt } from '#server/platform/versions/version-editor.ts'
import type { TextEditor } from './text-editor.service.ts'
import { toChoice } from './text-pictures.desk.tsx'
import { draftAge, pathOf, toLine, toVersionLines } from './texts-at-desk.ts'

/** Renders a page or an email with these texts. Drafts are labeled at the top. */
export type RenderTexts = (key: TextKey, content: PageContent, options: { isDraft: boolean }) => Promise<string>

export type TextDeps = {
  textEditor: TextEditor
  pictureLibrary: PictureLibrary
  /** Pages that a link can lead to. */
  linkTargets: () => Promise<(readonly [address: string, label: string])[]>
  /** Returns true if shoppers find a page at this path. */
  findsPage: (path: string) => Promise<boolean>
  renderTexts: RenderTexts
  securityHeaders: SecurityHeaders
  now: () => Date
}

type Shown = {
  form?: FormState
  /** The section to open. */
  open?: string | undefined
  isUnsaved?: boolean
  status?: 200 | 409 | 422
}

type Saved = { ok: true; content: PageContent } | { ok: false; response: Promise<Response> }

export function textRoutes(deps: TextDeps): DeskRoute[] {
  const { textEditor: editor, pictureLibrary, linkTargets, findsPage, renderTexts, securityHeaders, now } = deps

  /** Links to pages of the shop that don't exist. */
  async function deadLinks(key: TextKey, content: PageContent): Promise<PageLink[]> {
    const links = ownLinksIn(key, content)
    const found = await Promise.all(links.map(({ to }) => findsPage(to)))
    return links.filter((_link, index) => !found[index])
  }

  async function render(visit: OperatorVisit, key: TextKey, shown: Shown = {}): Promise<Response> {
    const [edit, places] = await Promise.all([editor.find(key), linkTargets()])
    const { form = freshForm(toFields(key, edit.content), edit.version), open, isUnsaved = false, status = 200 } = shown
    const { content } = readFields(key, form.values, edit.content)
    const pictures = await pictureLibrary.list(picturesIn(content))
    const body = (
      <TextEdit
        texts={{
          key,
          path: pathOf(key),
          hasDraft: edit.hasDraft,
          draftAt: draftAge(edit.versions, now()),
          live: toLine(key, edit, now()).live,
          edited: new Set(Object.keys(content)),
          versions: toVersionLines(key, edit.versions, now()),
          pictures: pictures.map(toChoice),
          places,
        }}
        form={form}
        claims={claimsIn(key, content)}
        deadLinks={await deadLinks(key, content)}
        open={open}
        isUnsaved={isUnsaved}
        mayEdit={isAtLeast(visit.operator.role, 'staff')}
        mayPublish={isAtLeast(visit.operator.role, 'owner')}
      />
    )
    return visit.page({ title: textPage(key).title, section: 'pages', body, status })
  }

  /** Saves the form as the draft; a form without any slots leaves the draft unchanged. */
  async function saveDraft(visit: OperatorVisit, key: TextKey, sent: Fields): Promise<Saved> {
    const fields = tidyFields(key, sent)
    const expectedVersion = sent.expectedVersion ?? ''
    const { content, errors } = readFields(key, fields, (await editor.find(key)).content)
    if (Object.keys(errors).length > 0)
      return {
        ok: false,
        response: render(visit, key, { form: failedForm(fields, errors, expectedVersion), status: 422 }),
      }
    const result = await editor.saveDraft(key, content, expectedVersion, visit.actor)
    if (result.ok) return { ok: true, content }
    if (result.code !== 'changed') throw nothingThere()
    const { current } = result
    const form = conflictingForm(toFields(key, content), toFields(key, current), versionToken(current))
    return { ok: false, response: render(visit, key, { form, status: 409 }) }
  }

  function showPreview(visit: OperatorVisit, html: string): Response | Promise<Response> {
    return visit.c.html(html, 200, securityHeaders.forPreview)
  }

  return [
    {
      method: 'GET',
      path: '/pages',
      role: 'read-only',
      async handle(visit) {
        const all = await editor.list()
        const lines = await Promise.all(
          all.map(async ({ key, ...edit }) => ({
            ...toLine(key, edit, now()),
            deadLinks: await deadLinks(key, liveAt(edit.versions, now())?.content ?? NO_CONTENT),
          })),
        )
        const body = <TextPages lines={lines} />
        return visit.page({ title: 'Pages', section: 'pages', body })
      },
    },
    {
      method: 'GET',
      path: '/pages/:slug',
      role: 'read-only',
      handle: (visit) => render(visit, keyIn(visit)),
    },
    {
      method: 'POST',
      path: '/pages/:slug',
      role: 'staff',
      maxFormBytes: LONG_FORM,
      async handle(visit) {
        const key = keyIn(visit)
        const fields = await readEditForm(visit)
        const changed = afterChange(key, fields)
        if (changed) {
          const form = freshForm(changed.fields, fields.expectedVersion ?? '')
          return render(visit, key, { form, open: changed.slot.split('.')[0], isUnsaved: true })
        }
        const saved = await saveDraft(visit, key, fields)
        if (!saved.ok) return saved.response
        return visit.go(deskPaths.texts(key), { kind: 'done', text: 'Draft saved. Shoppers don’t see it yet.' })
      },
    },
    {
      method: 'GET',
      path: '/pages/:slug/preview',
      role: 'read-only',
      async handle(visit) {
        const key = keyIn(visit)
        const { content, hasDraft } = await editor.find(key)
        return showPreview(visit, forFrame(await renderTexts(key, content, { isDraft: hasDraft })))
      },
    },
    {
      method: 'POST',
      path: '/pages/:slug/preview',
      role: 'staff',
      maxFormBytes: LONG_FORM,
      async handle(visit) {
        const key = keyIn(visit)
        const sent = await readEditForm(visit)
        const fields = tidyFields(key, sent)
        const { content, errors } = readFields(key, fields, (await editor.find(key)).content)
        if (Object.keys(errors).length > 0)
          return render(visit, key, { form: failedForm(fields, errors, sent.expectedVersion ?? ''), status: 422 })
        return showPreview(visit, await renderTexts(key, content, { isDraft: true }))
      },
    },
    {
      method: 'POST',
      path: '/pages/:slug/publish',
      role: 'owner',
      maxFormBytes: LONG_FORM,
      async handle(visit) {
        const key = keyIn(visit)
        const fields = await readEditForm(visit)
        const at = fields.do === 'schedule' ? readMoment(fields.publishAt ?? '', now()) : undefined
        if (at && 'problem' in at) {
          const form = failedForm(tidyFields(key, fields), { publishAt: at.problem }, fields.expectedVersion ?? '')
          return render(visit, key, { form, status: 422 })
        }
        const saved = await saveDraft(visit, key, fields)
        if (!saved.ok) return saved.response
        const expectedVersion = versionToken(saved.content)
        const claims = claimsIn(key, saved.content)
        const links = await deadLinks(key, saved.content)
        if ((claims.length > 0 && fields.claims !== 'yes') || (links.length > 0 && fields.links !== 'yes')) {
          const again = { expectedVersion, do: fields.do ?? '', publishAt: fields.publishAt ?? '' }
          const body = <PublishQuestion page={key} claims={claims} deadLinks={links} fields={again} />
          return visit.page({ title: 'Publish this?', section: 'pages', body })
        }
        const result = await editor.publish(key, expectedVersion, visit.actor, at?.value)
        const problems = {
          changed: 'Someone else changed the draft while you were editing. Review it, then publish.',
          nothing_to_publish: 'There’s nothing to publish: this is what shoppers read already.',
          not_found: 'There’s no such page.',
        }
        if (result.ok && at)
          return visit.go(deskPaths.texts(key), { kind: 'done', text: `Scheduled. It’ll go live on its own.` })
        if (result.ok) return afterEdit(visit, result, deskPaths.texts(key), 'Published.')
        const text = result.code === 'invalid' ? result.message : problems[result.code]
        return visit.go(deskPaths.texts(key), { kind: 'problem', text })
      },
    },
    {
      method: 'POST',
      path: '/pages/:slug/discard',
      role: 'staff',
      async handle(visit) {
        const key = keyIn(visit)
        await editor.discardDraft(key, visit.actor)
        return visit.go(deskPaths.texts(key), { kind: 'done', text: 'Draft discarded.' })
      },
    },
    {
      method: 'POST',
      path: '/pages/:slug/first',
      role: 'staff',
      async handle(visit) {
        const key = keyIn(visit)
        await editor.restoreInitial(key, visit.actor)
        const text = 'The original text is now your draft. Read it, then publish.'
        return visit.go(deskPaths.texts(key), { kind: 'done', text })
      },
    },
    {
      method: 'POST',
      path: '/pages/:slug/versions/:id/restore',
      role: 'staff',
      async handle(visit) {
        const key = keyIn(visit)
        const result = await editor.restore(key, visit.id('id'), visit.actor)
        if (!result.ok) throw nothingThere()
        const text = 'That version is now your draft. Read it, then publish.'
        return visit.go(deskPaths.texts(key), { kind: 'done', text })
      },
    },
    {
      method: 'POST',
      path: '/pages/:slug/versions/:id/cancel',
      role: 'owner',
      async handle(visit) {
        const key = keyIn(visit)
        const result = await editor.cancelScheduled(key, visit.id('id'), visit.actor)
        const text = result.ok ? 'Canceled. It won’t go live.' : 'It’s live already. Put back an older version instead.'
        return visit.go(deskPaths.texts(key), { kind: result.ok ? 'done' : 'problem', text })
      },
    },
  ]
}

/** The desk has its own header and main element, so those of a framed page must not be landmarks. */
function forFrame(html: string): string {
  return html.replaceAll(/<(\/?)(?:header|main)\b/g, '<$1div')
}

function keyIn(visit: OperatorVisit): TextKey {
  const key = slugIn(visit)
  if (!isTextKey(key)) throw nothingThere()
  return key
}

function readMoment(typed: string, now: Date): { value: Date } | { problem: string } {
  if (typed === '') return { problem: 'Choose a day and a time.' }
  const read = asShopTime(typed)
  if ('value' in read && read.value <= now)
    return { problem: 'That moment has passed. Choose a later one, or publish now.' }
  return read
}
