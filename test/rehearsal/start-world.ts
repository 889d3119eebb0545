import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { SQUARE_ENVIRONMENTS } from '#server/env-schema.ts'
import { type EmulatedInternet, isAnswering, startEmulatedInternet } from '../emulated-internet.ts'
import { eventually } from '../eventually.ts'
import { freePort } from '../free-port.ts'
import { type MailServerOptions, startMailServer } from '../mail-server.ts'
import { PRODUCTION_ENVIRONMENT } from '../production-environment.ts'
import { certificateName, selfSigned } from '../self-signed.ts'
import { startShopProcess } from '../shop-process.ts'
import { startTlsFront } from '../tls-front.ts'
import { openSquareBooks } from './square-books.ts'

export type Account = { accessToken: string; applicationId: string; locationId: string }

export type WorldOptions = {
  /** A sandbox account; without one the emulator stands in for Square. */
  account: Account | undefined
  /** An https address that forwards to `port` of this machine, so that Square's webhooks arrive directly. */
  publicUrl?: string | undefined
  port?: number | undefined
  /** For tests of the rehearsal: a proxy that changes headers, a mail server that refuses. */
  changeHeaders?: (headers: IncomingHttpHeaders) => IncomingHttpHeaders
  mail?: MailServerOptions
}

export type World = Awaited<ReturnType<typeof startWorld>>

const UNREACHABLE_URL = 'https://rehearsal.bloomera.example'
const EMULATED_ACCOUNT: Account = {
  accessToken: PRODUCTION_ENVIRONMENT.SQUARE_ACCESS_TOKEN,
  applicationId: 'sandbox-sq0idb-rehearsal',
  locationId: PRODUCTION_ENVIRONMENT.SQUARE_LOCATION_ID,
}

/**
 * The built shop in production mode, with its own database and mail server that are deleted afterward, in front of
 * Square's sandbox or of the emulator. Nothing of the owner's shop is touched: of their settings only Square's are used.
 */
export async function startWorld(options: WorldOptions) {
  const { account = EMULATED_ACCOUNT, publicUrl = UNREACHABLE_URL, mail = {}, changeHeaders } = options
  const closing: (() => Promise<unknown>)[] = []
  async function close(): Promise<void> {
    for (const end of closing.splice(0).toReversed()) await end()
  }
  try {
    return await start()
  } catch (error) {
    await close()
    throw error
  }

  async function start() {
    const folder = await mkdtemp(path.join(tmpdir(), 'rehearsal-'))
    closing.push(() => rm(folder, { recursive: true, force: true }))
    const { hostname } = new URL(publicUrl)
    const port = options.port ?? (await freePort())
    const settings = {
      NODE_ENV: 'production',
      PUBLIC_URL: publicUrl,
      SECRET_KEY: randomBytes(32).toString('base64url'),
      SQUARE_ENVIRONMENT: 'sandbox',
      SQUARE_ACCESS_TOKEN: account.accessToken,
      SQUARE_APPLICATION_ID: account.applicationId,
      SQUARE_LOCATION_ID: account.locationId,
    }
    const internet = options.account
      ? undefined
      : await emulate(settings, options.publicUrl ? { [hostname]: port } : {})
    if (internet) closing.push(() => internet.close())

    const square = await openSquareBooks({
      baseUrl: internet ? `http://127.0.0.1:${internet.emulatorPort}` : SQUARE_ENVIRONMENTS.sandbox.baseUrl,
      ...account,
    })
    const subscription = await square.subscribe(`${publicUrl}/webhooks/square`)
    closing.push(() => square.unsubscribe(subscription.id))

    const mails = await startMailServer(mail)
    closing.push(() => mails.close())
    const { key, cert } = selfSigned([hostname])
    const front = await startTlsFront({ key, cert, portOf: () => port, ...(changeHeaders && { changeHeaders }) })
    closing.push(() => front.close())

    const dataDir = path.join(folder, 'shop')
    const shop = await startShopProcess({
      ...settings,
      ...internet?.environment,
      SQUARE_WEBHOOK_SIGNATURE_KEY: subscription.signatureKey,
      PORT: String(port),
      DATA_DIR: dataDir,
      BUILT_IN_DATABASE: 'on',
      TRUST_PROXY: '1',
      SMTP_URL: mails.url,
      SHOP_ADDRESS: 'Rehearsal, 1 Main St, Provo, UT 84601',
      WALLETS: 'on',
    })
    closing.push(() => {
      shop.child.kill()
      return shop.ended
    })
    if (!shop.address) throw new Error(`the shop did not open: ${shop.output().trim()}`)
    // A busy machine can take longer to render the first page than the shop allows a request.
    await eventually(() => isAnswering(port, '/', hostname), 120_000)

    const rules = [`MAP ${hostname} 127.0.0.1:${front.port}`, ...(internet ? [internet.resolverRule] : [])]
    const certificates = [certificateName(cert), ...(internet ? [internet.certificate] : [])]
    return {
      isEmulated: internet !== undefined,
      /** Only the emulator can be made to misbehave. */
      setFault: internet?.setFault,
      /** Delivered by Square to a public address, or else relayed from its Events API. */
      webhooks: options.publicUrl ? ('delivered' as const) : ('relayed' as const),
      webhook: { url: `${publicUrl}/webhooks/square`, signatureKey: subscription.signatureKey },
      shopUrl: publicUrl,
      port,
      dataDir,
      square,
      received: mails.received,
      chromiumArgs: [
        `--host-resolver-rules=${rules.join(', ')}`,
        `--ignore-certificate-errors-spki-list=${certificates.join()}`,
      ],
      close,
    }
  }
}

function emulate(settings: Record<string, string>, hosts: Record<string, number>): Promise<EmulatedInternet> {
  return startEmulatedInternet({ settings: { ...settings, SQUARE_WEBHOOK_URL: '' }, hosts })
}
