import { deskPaths } from '#desk/desk-paths.ts'
import { conflictingForm, type FormState, freshForm } from '#desk/ui/form-state.ts'
import { Banner } from '#desk/views/catalogue/banner.tsx'
import { type Announcement, announcementAt, NO_ANNOUNCEMENT } from '#domain/catalogue/announcement.ts'
import { isAtLeast } from '#domain/operators/roles.ts'
import { fromShopTime, toShopTime } from '#domain/time/shop-time.ts'
import { afterEdit, nothingThere, readEditForm, refusedForm } from '#server/desk/edit-response.ts'
import type { DeskRoute } from '#server/desk/route.ts'
import type { OperatorVisit } from '#server/desk/visit.tsx'
import { printOf } from '#server/platform/audit/editable.ts'
import { type Fields, type FormRead, tidy } from '#server/platform/http/form-fields.ts'
import type { HomeEditor } from './home-editor.service.ts'

const LONGEST = 120

type BannerDeps = { home: HomeEditor; now: () => Date }

export function bannerRoutes({ home, now }: BannerDeps): DeskRoute[] {
  async function draw(visit: OperatorVisit, sent?: FormState, status: 200 | 409 | 422 = 200): Promise<Response> {
    const { banner = NO_ANNOUNCEMENT, print } = await home.banner()
    const form = sent ?? freshForm(toFields(banner), print)
    const mayEdit = isAtLeast(visit.operator.role, 'owner')
    const body = <Banner form={form} shown={announcementAt(banner, now())} mayEdit={mayEdit} />
    return visit.page({ title: 'Announcement', section: 'catalogue', body, status })
  }

  return [
    { method: 'GET', path: '/catalogue/banner', role: 'read-only', handle: (visit) => draw(visit) },
    {
      method: 'POST',
      path: '/catalogue/banner',
      role: 'owner',
      async handle(visit) {
        const fields = await readEditForm(visit)
        const read = readBanner(fields, now())
        if (!read.ok) return draw(visit, refusedForm(fields, read.errors), 422)
        const result = await home.saveBanner(read.value, fields.seen ?? '', visit.actor)
        const { text, isOn } = read.value
        const isKeptBack = text !== '' && !isOn
        const saved = isKeptBack ? 'Saved, and not shown until you tick “Show it”.' : 'The announcement is saved.'
        if (result.ok) return afterEdit(visit, result, deskPaths.banner(), saved)
        if (result.code !== 'changed') throw nothingThere()
        const form = conflictingForm(toFields(read.value), toFields(result.current), printOf(result.current))
        return draw(visit, form, 409)
      },
    },
  ]
}

function toFields({ text, isOn, from, until }: Announcement): Fields {
  const inShopTime = (moment: string | null) => (moment === null ? '' : toShopTime(new Date(moment)))
  return { text, isOn: isOn ? 'yes' : '', from: inShopTime(from), until: inShopTime(until) }
}

function readBanner(fields: Fields, now: Date): FormRead<Announcement> {
  const text = tidy(fields.text).replaceAll(/\s+/g, ' ')
  const isOn = fields.isOn === 'yes'
  const errors: Fields = {}
  const moment = (name: 'from' | 'until') => {
    const given = fields[name] ?? ''
    const date = fromShopTime(given)
    if (given !== '' && !date) errors[name] = 'The shop’s clock never shows this.'
    return date?.toISOString() ?? null
  }
  const [from, until] = [moment('from'), moment('until')]
  if (text.length > LONGEST) errors.text = `This is longer than ${LONGEST} characters.`
  if (isOn && text === '') errors.text = 'Write what is to be shown, or leave it off.'
  if (from !== null && until !== null && until <= from) errors.until = 'It must end after it begins.'
  else if (isOn && until !== null && new Date(until) <= now)
    errors.until = 'This is over already: it would never be shown.'
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, value: { text, isOn, from, until } }
}
