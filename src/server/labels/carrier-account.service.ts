import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { DEFAULT_PACKAGING, type PackagingRules } from '#domain/orders/package-size.ts'
import { type Actor, addAudit } from '#server/platform/audit/audit.queries.ts'
import type { Database } from '#server/platform/db/database.ts'
import { inTransaction } from '#server/platform/db/in-transaction.ts'
import { createSeal } from '#server/platform/seal.ts'
import { findSetting, lockSetting, storeSetting } from '#server/platform/settings/settings.queries.ts'
import { unwatched, type WatchCall } from '#server/platform/watch-call.ts'
import { deleteAccount, findAccount, storeAccount } from './carrier-account.queries.ts'
import { type Carrier, CarrierAway, CarrierRefusal } from './carrier.ts'
import { createEasyPost } from './easypost.ts'
import type { CarrierAccount } from './labels.views.ts'
import { watchCarrier } from './watched-carrier.ts'

const PACKAGING = 'packaging'
const KEY_END = 4

/** Test keys start with EZTK, real ones with EZAK. */
const TEST_KEY = /^EZTK/
export const API_KEY = /^EZ[TA]K[\w-]{8,120}$/

const number = z.number()
const packagingSchema = z.object({
  lengthIn: number,
  widthIn: number,
  heightIn: number,
  boxOz: number,
  bottleOz: z.object({ '1oz': number, '2oz': number, '4oz': number, other: number }),
})

export type CarrierEnv = {
  baseUrl: string
  /** Where the provider sends events. */
  webhookUrl: string
  isProduction: boolean
}

export type ConnectResult = { ok: true } | { ok: false; problem: string }

export type OpenAccount = { carrier: Carrier; connectedAt: Date }

export type CarrierAccounts = ReturnType<typeof createCarrierAccounts>

type CarrierAccountDeps = {
  database: Pick<Database, 'orm'>
  carrier: CarrierEnv
  secretKey: string
  oldSecretKey?: string | undefined
  now: () => Date
  watchCall?: WatchCall
}

/** The owner's account with the company that sells labels. Its key is stored sealed, and never shown again. */
export function createCarrierAccounts(deps: CarrierAccountDeps) {
  const { carrier, secretKey, oldSecretKey, now, watchCall = unwatched } = deps
  const { orm } = deps.database
  const seal = createSeal(secretKey, 'carrier account', oldSecretKey)
  /** Derived, so that every process has it and no copy of the database does. */
  const secretOf = (key: string) => createHmac('sha256', key).update('carrier webhook').digest('base64url')
  const webhookSecret = secretOf(secretKey)
  const subject = { subjectKind: 'setting', subjectId: 'carrier' }
  const easyPostFor = (apiKey: string) => watchCarrier(createEasyPost({ baseUrl: carrier.baseUrl, apiKey }), watchCall)

  /** Undefined without an account: then no labels can be bought, and everything else works as usual. */
  async function openAccount(): Promise<OpenAccount | undefined> {
    const row = await findAccount(orm)
    const apiKey = row && seal.open(row.sealedKey)
    if (!row || apiKey === undefined) return undefined
    return { carrier: easyPostFor(apiKey), connectedAt: row.connectedAt }
  }

  return {
    /** The provider signs with the old one until the account is connected again. */
    webhookSecrets: [webhookSecret, ...(oldSecretKey === undefined ? [] : [secretOf(oldSecretKey)])],

    async find(): Promise<CarrierAccount | undefined> {
      const row = await findAccount(orm)
      if (!row) return undefined
      const { keyEnd, isTest, connectedAt, sealedKey } = row
      return { keyEnd, isTest, connectedAt, isUnreadable: seal.open(sealedKey) === undefined }
    },

    open: async (): Promise<Carrier | undefined> => (await openAccount())?.carrier,

    openAccount,

    /** Checks with the provider first: a key that it doesn't know isn't stored. */
    async connect(apiKey: string, actor: Actor): Promise<ConnectResult> {
      if (carrier.isProduction && /emulator/i.test(apiKey))
        return { ok: false, problem: 'That’s the emulator’s key. Use one from your EasyPost dashboard.' }
      try {
        await easyPostFor(apiKey).connect({ url: carrier.webhookUrl, secret: webhookSecret })
      } catch (error) {
        if (error instanceof CarrierRefusal) return { ok: false, problem: error.message }
        if (error instanceof CarrierAway)
          return { ok: false, problem: 'EasyPost didn’t answer, so the key couldn’t be checked. Try again.' }
        throw error
      }
      const account = { keyEnd: apiKey.slice(-KEY_END), isTest: TEST_KEY.test(apiKey) }
      await inTransaction(orm, async (tx) => {
        await lockSetting(tx, 'carrier')
        const before = await findAccount(tx)
        await storeAccount(tx, { ...account, sealedKey: seal.seal(apiKey) })
        await addAudit(tx, {
          ...actor,
          ...subject,
          action: 'labels.connect',
          before: before ? { keyEnd: before.keyEnd } : null,
          after: { keyEnd: account.keyEnd },
        })
      })
      return { ok: true }
    },

    disconnect: (actor: Actor): Promise<boolean> =>
      inTransaction(orm, async (tx) => {
        await lockSetting(tx, 'carrier')
        if (!(await deleteAccount(tx))) return false
        await addAudit(tx, { ...actor, ...subject, action: 'labels.disconnect', before: null, after: null })
        return true
      }),

    async packaging(): Promise<PackagingRules> {
      return packagingSchema.safeParse(await findSetting(orm, PACKAGING)).data ?? DEFAULT_PACKAGING
    },

    /** Returns false if nothing changed. */
    savePackaging: (rules: PackagingRules, actor: Actor): Promise<boolean> =>
      inTransaction(orm, async (tx) => {
        await lockSetting(tx, PACKAGING)
        const before = packagingSchema.safeParse(await findSetting(tx, PACKAGING)).data ?? DEFAULT_PACKAGING
        if (JSON.stringify(packagingSchema.parse(before)) === JSON.stringify(packagingSchema.parse(rules))) return false
        await storeSetting(tx, PACKAGING, rules, now())
        await addAudit(tx, { ...actor, ...subject, action: 'labels.packaging', before, after: rules })
        return true
      }),
  }
}
