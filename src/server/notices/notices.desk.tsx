import { z } from 'zod'
import { deskPaths } from '#desk/desk-paths.ts'
import { conflictingForm, type FormState, freshForm } from '#desk/ui/form-state.ts'
import { Notifications } from '#desk/views/notices/notifications.tsx'
import { deviceName } from '#domain/operators/device-name.ts'
import { counted } from '#domain/time/display.ts'
import { readEditForm, refusedForm } from '#server/desk/edit-response.ts'
import type { DeskRoute } from '#server/desk/route.ts'
import type { OperatorVisit } from '#server/desk/visit.tsx'
import { readJson } from '#server/platform/http/read-json.ts'
import type { Vapid } from '#server/platform/push/vapid.ts'
import type { AddResult, NoticeService } from './notices.service.ts'
import { preferencesToFields, readPreferencesForm } from './preferences-form.ts'

const endpoint = z.string().max(1000)
const newDevice = z.object({
  name: z.string().trim().max(60),
  subscription: z.object({ endpoint, keys: z.object({ p256dh: z.string().max(100), auth: z.string().max(40) }) }),
})
const knownDevice = z.object({ endpoint })

const PROBLEMS: Record<Exclude<AddResult, 'added'>, string> = {
  unusable: 'This browser’s notifications can’t be used. Try another browser.',
  too_many: 'You have as many devices as possible. Remove one first.',
}

type NoticeDeskDeps = {
  notices: NoticeService
  vapid: Vapid
  countToPack: () => Promise<number>
}

/** Where operators choose what they're notified about, and on which devices. */
export function noticeRoutes({ notices, vapid, countToPack }: NoticeDeskDeps): DeskRoute[] {
  async function render(visit: OperatorVisit, form: FormState, status: 200 | 409 | 422 = 200): Promise<Response> {
    const { operator, origin } = visit
    const body = (
      <Notifications
        email={operator.email}
        isOwner={operator.role === 'owner'}
        form={form}
        devices={await notices.devices(operator.id)}
        deviceName={deviceName(origin.userAgent)}
        publicKey={vapid.publicKey}
      />
    )
    return visit.page({ title: 'Notifications', section: 'account', body, status })
  }

  return [
    {
      method: 'GET',
      path: '/account/notifications',
      role: 'read-only',
      async handle(visit) {
        const stored = await notices.find(visit.operator)
        return render(visit, freshForm(preferencesToFields(stored), notices.versionOf(stored)))
      },
    },
    {
      method: 'POST',
      path: '/account/notifications',
      role: 'read-only',
      async handle(visit) {
        const sent = await readEditForm(visit)
        const read = readPreferencesForm(sent)
        if (!read.ok) return render(visit, refusedForm(sent, read.errors), 422)
        const result = await notices.save(visit.operator, read.value, sent.expectedVersion ?? '', visit.actor)
        if (result.ok)
          return visit.go(deskPaths.notifications(), {
            kind: 'done',
            text: result.isChanged ? 'Notifications saved.' : 'Nothing to change.',
          })
        const [mine, theirs] = [read.value, result.current].map(preferencesToFields)
        return render(visit, conflictingForm(mine ?? {}, theirs ?? {}, result.version), 409)
      },
    },
    {
      method: 'POST',
      path: '/account/notifications/devices',
      role: 'read-only',
      isData: true,
      async handle(visit) {
        const { data } = newDevice.safeParse(await readJson(visit.c.req.raw))
        if (!data) return visit.data({ error: PROBLEMS.unusable }, 400)
        const { operator, sessionId, actor, origin } = visit
        const { keys, ...address } = data.subscription
        const name = data.name || deviceName(origin.userAgent)
        const result = await notices.addDevice(
          operator,
          { name, sessionId, subscription: { ...address, ...keys } },
          actor,
        )
        return result === 'added' ? visit.data({ ok: true }) : visit.data({ error: PROBLEMS[result] }, 400)
      },
    },
    {
      method: 'POST',
      path: '/account/notifications/devices/attach',
      role: 'read-only',
      isData: true,
      async handle(visit) {
        const { data } = knownDevice.safeParse(await readJson(visit.c.req.raw))
        const { operator, sessionId } = visit
        return visit.data({ isKnown: data ? await notices.attachDevice(operator.id, sessionId, data.endpoint) : false })
      },
    },
    {
      method: 'POST',
      path: '/account/notifications/devices/:id/remove',
      role: 'read-only',
      async handle(visit) {
        await notices.removeDevice(visit.operator, visit.id('id'), visit.actor)
        // Pressing it twice is the same as once.
        return visit.go(deskPaths.notifications(), { kind: 'done', text: 'Device removed.' })
      },
    },
    {
      method: 'POST',
      path: '/account/notifications/test',
      role: 'read-only',
      async handle(visit) {
        const count = await notices.sendTest(visit.operator.id)
        return visit.go(
          deskPaths.notifications(),
          count > 0
            ? { kind: 'done', text: `Test notification sent to ${counted(count, 'device')}.` }
            : { kind: 'problem', text: 'None of your devices is signed in. Turn on notifications on a device first.' },
        )
      },
    },
    {
      method: 'GET',
      path: '/account/notifications/badge',
      role: 'read-only',
      isData: true,
      handle: async (visit) => visit.data({ toPack: await countToPack() }),
    },
  ]
}
