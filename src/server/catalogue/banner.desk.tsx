import { z } from 'zod'
import { parseForm } from '#contract/form.ts'
import { deskPaths } from '#desk/desk-paths.ts'
import { conflictingForm, type FormState, freshForm } from '#desk/ui/form-state.ts'
import { Banner } from '#desk/views/catalogue/banner.tsx'
import { type Announcement, announcementAt, NO_ANNOUNCEMENT } from '#domain/catalogue/announcement.ts'
import { isAtLeast } from '#domain/operators/roles.ts'
import { toShopTime } from '#domain/time/shop-time.ts'
import { afterEdit, nothingThere, readEditForm, refusedForm } from '#server/desk/edit-response.ts'
import type { DeskRoute } from '#server/desk/route.ts'
import type { OperatorVisit } from '#server/desk/visit.tsx'
import { versionToken } from '#server/platform/audit/editable.ts'
import {
  asShopTime,
  checkedAnyway,
  type Fields,
  maybeTypedAs,
  ticked,
  typedLine,
} from '#server/platform/http/form-fields.ts'
import type { AnnouncementService } from './banner.service.ts'
import type { HomeEditor } from './home-editor.service.ts'

const LONGEST = 120

type BannerDeps = { home: HomeEditor; announcements: Pick<AnnouncementService, 'defaultText'>; now: () => Date }

export function bannerRoutes({ home, announcements, now }: BannerDeps): DeskRoute[] {
  async function render(visit: OperatorVisit, sent?: FormState, status: 200 | 409 | 422 = 200): Promise<Response> {
    const { banner = NO_ANNOUNCEMENT, version } = await home.banner()
    const form = sent ?? freshForm(toFields(banner), version)
    const mayEdit = isAtLeast(visit.operator.role, 'owner')
    const defaultText = announcements.defaultText()
    const shown = announcementAt(banner, now(), defaultText)
    const body = <Banner form={form} shown={shown} defaultText={defaultText} mayEdit={mayEdit} />
    return visit.page({ title: 'Announcement', section: 'catalogue', body, status })
  }

  return [
    { method: 'GET', path: '/catalogue/banner', role: 'read-only', handle: (visit) => render(visit) },
    {
      method: 'POST',
      path: '/catalogue/banner',
      role: 'owner',
      async handle(visit) {
        const fields = await readEditForm(visit)
        const read = parseForm(bannerForm(now()), fields)
        if (!read.ok) return render(visit, refusedForm(fields, read.errors), 422)
        const result = await home.saveBanner(read.value, fields.expectedVersion ?? '', visit.actor)
        const { text, isOn } = read.value
        const isHidden = text !== '' && !isOn
        const saved = isHidden ? 'Saved. Shoppers won’t see it until you tick “Show it”.' : 'Announcement saved.'
        if (result.ok) return afterEdit(visit, result, deskPaths.banner(), saved)
        if (result.code !== 'changed') throw nothingThere()
        const form = conflictingForm(toFields(read.value), toFields(result.current), versionToken(result.current))
        return render(visit, form, 409)
      },
    },
  ]
}

function toFields({ text, isOn, from, until }: Announcement): Fields {
  const inShopTime = (moment: string | null) => (moment === null ? '' : toShopTime(new Date(moment)))
  return { text, isOn: isOn ? 'yes' : '', from: inShopTime(from), until: inShopTime(until) }
}

/** `now` is when the form was sent: a banner that is already over would never be shown. */
function bannerForm(now: Date) {
  return z
    .object({
      text: typedLine.refine((text) => text.length <= LONGEST, `This is longer than ${LONGEST} characters.`),
      isOn: ticked,
      from: maybeTypedAs(asShopTime),
      until: maybeTypedAs(asShopTime),
    })
    .superRefine(({ text, isOn, from, until }, context) => {
      const say = (field: 'text' | 'until', message: string) =>
        context.addIssue({ code: 'custom', path: [field], message })
      if (isOn && text === '') say('text', 'Write what is to be shown, or leave it off.')
      if (!(until instanceof Date)) return
      if (from instanceof Date && until <= from) say('until', 'It must end after it begins.')
      else if (isOn && until <= now) say('until', 'This is over already: it would never be shown.')
    }, checkedAnyway)
    .transform(({ from, until, ...banner }): Announcement => ({
      ...banner,
      from: from?.toISOString() ?? null,
      until: until?.toISOString() ?? null,
    }))
}
