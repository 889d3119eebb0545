import { deskPaths } from '#desk/desk-paths.ts'
import { EditSelect, EditTick, ExpectedVersion, FormProblem } from '#desk/ui/edit-fields.tsx'
import { Action, Field } from '#desk/ui/form-parts.tsx'
import type { FormState } from '#desk/ui/form-state.ts'
import { BackLink, Panel, ScreenHead } from '#desk/ui/screen.tsx'
import { When } from '#desk/ui/when.tsx'
import { type Channel, CHANNELS, NOTICE_KINDS, NOTICE_NAMES } from '#domain/notices/notice.ts'
import type { DeviceLine } from '#server/notices/notices.views.ts'

export type NotificationsProps = {
  email: string
  /** Only owners see the shop's settings. */
  isOwner: boolean
  form: FormState
  devices: readonly DeviceLine[]
  /** A name for the current device. */
  deviceName: string
  /** Of the shop, which the browser ties its subscription to. */
  publicKey: string
}

const CHANNEL_NAMES: Record<Channel, string> = { push: 'Push', email: 'Email' }

const HOURS = Array.from({ length: 24 }, (_, hour) => {
  const text = `${hour % 12 || 12} ${hour < 12 ? 'AM' : 'PM'}`
  return [String(hour), text] as const
})

export function Notifications({ email, isOwner, form, devices, deviceName, publicKey }: NotificationsProps) {
  return (
    <>
      <BackLink href={deskPaths.account()}>Account</BackLink>
      <ScreenHead title="Notifications" lead={`What we tell you, and how. Only for you: ${email}.`} />
      <div className="panels">
        <Devices devices={devices} deviceName={deviceName} publicKey={publicKey} />
        <ChoicesForm form={form} isOwner={isOwner} />
      </div>
    </>
  )
}

function ChoicesForm({ form, isOwner }: Pick<NotificationsProps, 'form' | 'isOwner'>) {
  return (
    <form method="post" action={deskPaths.notifications()} className="panel edit-form">
      <h2>What to tell me</h2>
      <FormProblem form={form} />
      <ExpectedVersion form={form} />
      <ChoicesTable form={form} />
      {isOwner && (
        <p className="hint">
          Alerts are also emailed to the addresses in{' '}
          <a className="underlined" href={deskPaths.setting('notifications')}>
            Settings
          </a>{' '}
          that belong to no one on the team.
        </p>
      )}
      <EditSelect form={form} name="summaryHour" label="Daily summary at" options={HOURS} hint="Mountain Time." />
      <fieldset className="edit-form">
        <legend>Quiet hours</legend>
        <EditTick
          form={form}
          name="isQuiet"
          label="Hold notifications during quiet hours"
          hint="They arrive when the quiet hours end. Alerts about money always come through."
        />
        <div className="edit-form pair">
          <EditSelect form={form} name="quietFrom" label="From" options={HOURS} />
          <EditSelect form={form} name="quietTo" label="Until" options={HOURS} />
        </div>
        <p className="hint">Mountain Time, the shop’s time zone.</p>
      </fieldset>
      <p className="save-bar">
        <button type="submit" className="button">
          Save
        </button>
      </p>
    </form>
  )
}

function ChoicesTable({ form }: Pick<NotificationsProps, 'form'>) {
  return (
    <table className="choices">
      <thead>
        <tr>
          <th scope="col">Kind</th>
          {CHANNELS.map((channel) => (
            <th key={channel} scope="col">
              {CHANNEL_NAMES[channel]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {NOTICE_KINDS.map((kind) => (
          <tr key={kind}>
            <th scope="row">
              {NOTICE_NAMES[kind].name}
              <span className="hint block">{NOTICE_NAMES[kind].hint}</span>
            </th>
            {CHANNELS.map((channel) => {
              const name = `${channel}-${kind}`
              const theirs = form.theirs[name]
              return (
                <td key={channel}>
                  <label className="choice">
                    <span className="sr-only">
                      {NOTICE_NAMES[kind].name}: {CHANNEL_NAMES[channel]}
                    </span>
                    <input type="checkbox" name={name} value="yes" defaultChecked={form.values[name] === 'yes'} />
                  </label>
                  {theirs !== undefined && <p className="theirs">Saved: {theirs === 'yes' ? 'on' : 'off'}</p>}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Devices({ devices, deviceName, publicKey }: Pick<NotificationsProps, 'devices' | 'deviceName' | 'publicKey'>) {
  return (
    <Panel title="Devices">
      {devices.length > 0 && (
        <ul className="lines">
          {devices.map((device) => (
            <DeviceItem key={device.id} device={device} />
          ))}
        </ul>
      )}
      {devices.length > 0 && (
        <div className="mt-4">
          <Action action={deskPaths.testNotification()} label="Send a test notification" />
        </div>
      )}
      <form className="mt-4 grid gap-3" data-new-device data-public-key={publicKey} hidden>
        <p className="hint max-w-2xl">
          Get push notifications on this device, even when the desk is closed. They show amounts and counts, never
          customers’ names or addresses. When you press the button, your browser asks for permission. On an iPhone, add
          the desk to your Home Screen first.
        </p>
        <div className="flex flex-wrap items-end gap-3">
          <Field name="device-name" label="Device name" defaultValue={deviceName} maxLength={60} required />
          <button type="submit" className="button">
            Turn on for this device
          </button>
        </div>
        <p className="field-error" role="alert" />
      </form>
      <p className="hint" data-no-push>
        Push notifications need JavaScript and a browser that supports them. Email works everywhere.
      </p>
    </Panel>
  )
}

function DeviceItem({ device: { id, name, createdAt, usedAt, isSignedIn } }: { device: DeviceLine }) {
  return (
    <li>
      <span className="wrap-anywhere">
        {name} {!isSignedIn && <span className="badge">Signed out</span>}
        <span className="hint block">
          Added <When at={createdAt} /> ·{' '}
          {usedAt ? (
            <>
              last notification <When at={usedAt} />
            </>
          ) : (
            'no notification yet'
          )}
        </span>
      </span>
      <Action
        action={deskPaths.removeDevice(id)}
        label="Remove"
        kind="button-plain"
        confirm={`Remove ${name}? It gets no more notifications.`}
      />
    </li>
  )
}
