import { z } from 'zod'
import { deskPaths } from '#desk/desk-paths.ts'
import { SHOP_TIME_ZONE } from '#domain/time/display.ts'
import { defineMail } from '#server/platform/mail/define-mail.ts'
import { deskLinkToken } from './desk-link-token.ts'

const IF_NOT_YOU =
  'If this wasn’t you: open your account, choose “End all sessions”, then change your password and create new recovery codes.'
const IF_YOU = 'If this was you, no action is needed.'

export const deskLinkMail = defineMail({
  name: 'desk-link',
  /** Holds the link's id, not its token: see deskLinkToken. */
  payload: z.object({ linkId: z.uuid() }),
  content({ linkId }, { shop, secretKey }) {
    const url = new URL(deskPaths.link(deskLinkToken(secretKey, linkId)), shop.websiteUrl).href
    return {
      subject: 'Your sign-in link for the Bloomera desk',
      preview: 'It works once, within an hour.',
      eyebrow: 'The desk',
      heading: 'Sign in to the desk',
      blocks: [
        { kind: 'text', text: 'You asked for a link to sign in. It works once, within an hour.' },
        { kind: 'button', label: 'Sign in', url },
        {
          kind: 'text',
          text: 'If you didn’t ask for it, ignore this email: without the link no one gets in. Never forward it.',
        },
      ],
    }
  },
})

const noticePayload = z.object({
  event: z.enum([
    'wrong-passwords',
    'new-device',
    'recovery-code',
    'recovery-codes-new',
    'password-changed',
    'passkey-added',
  ]),
  at: z.iso.datetime(),
  device: z.string(),
  address: z.string(),
  /** Recovery codes left. */
  remaining: z.int().min(0).optional(),
})
export type Notice = z.infer<typeof noticePayload>

/** What happened and what to do about it. */
const NOTICES: Record<Notice['event'], (notice: Notice) => { subject: string; text: string; todo: string }> = {
  'wrong-passwords': () => ({
    subject: 'Wrong passwords for your Bloomera desk account',
    text: 'Someone has entered several wrong passwords or recovery codes for your account. No one got in. Attempts from unknown browsers now have to wait longer each time; your passkey, an emailed link, and browsers you’ve used before keep working.',
    todo: 'If this was you, no action is needed. If not, your password wasn’t guessed; a passkey can’t be guessed at all. If you see a session you don’t know in your account, choose “End all sessions”.',
  }),
  'new-device': () => ({
    subject: 'New sign-in to your Bloomera desk',
    text: 'Your account was used to sign in from a browser we haven’t seen before.',
    todo: `${IF_YOU} ${IF_NOT_YOU}`,
  }),
  'recovery-code': ({ remaining = 0 }) => ({
    subject: 'A recovery code was used to sign in to your Bloomera desk',
    text: `Someone signed in to your account with an emailed link and a recovery code. All other sessions were ended. Recovery codes left: ${remaining}.`,
    todo: `${remaining < 3 ? 'Print new recovery codes soon. ' : ''}${IF_NOT_YOU}`,
  }),
  'recovery-codes-new': () => ({
    subject: 'New recovery codes for your Bloomera desk',
    text: 'New recovery codes were created for your account. The old ones no longer work.',
    todo: `${IF_YOU} ${IF_NOT_YOU}`,
  }),
  'password-changed': () => ({
    subject: 'Your Bloomera desk password was changed',
    text: 'Your account’s password was changed, and your other sessions were ended.',
    todo: `${IF_YOU} ${IF_NOT_YOU}`,
  }),
  'passkey-added': () => ({
    subject: 'A passkey was added to your Bloomera desk account',
    text: 'This passkey can now be used to sign in.',
    todo: `${IF_YOU} ${IF_NOT_YOU}`,
  }),
}

export const deskNoticeMail = defineMail({
  name: 'desk-notice',
  payload: noticePayload,
  content(notice, { shop }) {
    const { subject, text, todo } = NOTICES[notice.event](notice)
    const when = new Date(notice.at).toLocaleString('en-US', {
      dateStyle: 'medium',
      timeStyle: 'short',
      timeZone: SHOP_TIME_ZONE,
    })
    return {
      subject,
      preview: text,
      eyebrow: 'The desk',
      heading: subject,
      blocks: [
        { kind: 'text', text },
        {
          kind: 'rows',
          rows: [
            { label: 'When', value: when },
            { label: 'Browser', value: notice.device },
            { label: 'IP address', value: notice.address },
          ],
        },
        { kind: 'text', text: todo },
        { kind: 'button', label: 'Open your account', url: new URL(deskPaths.account(), shop.websiteUrl).href },
      ],
    }
  },
})
