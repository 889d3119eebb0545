import { replyAddress } from '#domain/business/shop-settings.ts'
import type { WatchCall } from '#server/platform/watch-call.ts'
import { ownerAlertMail } from './alerts/alerts.mails.ts'
import type { Env } from './env.ts'
import { isSubscribed } from './newsletter/subscribers.queries.ts'
import { welcomeMail } from './newsletter/welcome.mails.ts'
import { shopNoticeMail } from './notices/notices.mails.ts'
import { deskLinkMail, deskNoticeMail } from './operators/operators.mails.ts'
import { balanceNotTakenMail, balancePaidMail, balanceRequestedMail } from './orders/balance.mails.ts'
import { itemsChangedMail } from './orders/item-change.mails.ts'
import { itemsRemovedMail } from './orders/order-items.mails.ts'
import {
  addressChangedMail,
  cancelledMail,
  delayedMail,
  notShippedMail,
  orderConfirmationMail,
  shippedMail,
} from './orders/orders.mails.ts'
import { returnInstructionsMail } from './orders/returns.mails.ts'
import {
  paymentNotTakenMail,
  paymentPendingMail,
  paymentReturnedMail,
  refundedMail,
} from './payments/payments.mails.ts'
import type { Database } from './platform/db/database.ts'
import type { ComposeFacts } from './platform/mail/compose-mail.tsx'
import type { AnyMail, Mails } from './platform/mail/define-mail.ts'
import { createDelivery } from './platform/mail/deliver-mail.ts'
import type { Mailer } from './platform/mail/mailer.ts'
import type { ShopSettingsService } from './settings/shop-settings.service.ts'
import type { TextService } from './texts/texts.service.ts'

/** Every email the shop sends. */
const ALL: readonly AnyMail[] = [
  ownerAlertMail,
  deskLinkMail,
  deskNoticeMail,
  shopNoticeMail,
  welcomeMail,
  orderConfirmationMail,
  paymentPendingMail,
  paymentNotTakenMail,
  addressChangedMail,
  shippedMail,
  notShippedMail,
  delayedMail,
  refundedMail,
  itemsRemovedMail,
  itemsChangedMail,
  cancelledMail,
  paymentReturnedMail,
  returnInstructionsMail,
  balanceRequestedMail,
  balancePaidMail,
  balanceNotTakenMail,
]

export const MAILS: Mails = new Map(ALL.map((mail) => [mail.name, mail]))

export type MailDeps = {
  database: Database
  env: Pick<Env, 'dkim' | 'mailAddress' | 'smtpUrl' | 'secretKey'>
  settings: Pick<ShopSettingsService, 'current' | 'facts'>
  texts: Pick<TextService, 'page'>
  /** Receives emails when there is no mail server. */
  mailbox: Mailer | undefined
  watchCall?: WatchCall
}

export function createMailDelivery({ database, env, settings, texts, mailbox, watchCall }: MailDeps) {
  return createDelivery({
    mails: MAILS,
    isStillWanted: (token) => isSubscribed(database.orm, token),
    facts: () => composeFacts({ env, settings, words: (key) => texts.page(key).words }),
    smtpUrl: env.smtpUrl,
    dkim: env.dkim,
    mailbox,
    watchCall,
  })
}

type FactDeps = Pick<MailDeps, 'settings'> & {
  env: Pick<Env, 'mailAddress' | 'secretKey'>
  words: ComposeFacts['words']
}

/** The settings at the time of sending. */
export function composeFacts({ env, settings, words }: FactDeps): ComposeFacts {
  return {
    shop: settings.facts(),
    from: { name: settings.current().sender.name, address: env.mailAddress },
    replyTo: replyAddress(settings.current()),
    secretKey: env.secretKey,
    words,
  }
}
