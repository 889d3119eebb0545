import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import http from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FaultSwitch } from '#emulators/square/faults.ts'
import { eventually } from './eventually.ts'
import { freePort } from './free-port.ts'
import { certificateName, selfSigned } from './self-signed.ts'
import { startTlsFront } from './tls-front.ts'

export type EmulatedInternet = Awaited<ReturnType<typeof startEmulatedInternet>>

type InternetParts = {
  /** The account: SQUARE_…, and the shop's PUBLIC_URL. An empty SQUARE_WEBHOOK_URL leaves it without a subscription. */
  settings: Record<string, string>
  /** Further hosts, by name, and their local ports. Every other name is the emulator's. */
  hosts: Record<string, number>
}

/**
 * Every host name, over TLS and on this machine: the emulator answers for Square, for banks and for Google. A browser
 * reaches it through its resolver rules, a process through an HTTPS proxy and NODE_EXTRA_CA_CERTS.
 */
export async function startEmulatedInternet({ settings, hosts }: InternetParts) {
  const folder = await mkdtemp(path.join(tmpdir(), 'internet-'))
  const emulatorPort = await freePort()
  const shopHost = new URL(settings.PUBLIC_URL ?? '').hostname
  const { key, cert } = selfSigned([shopHost, 'connect.squareup.com', 'connect.squareupsandbox.com'])
  const certFile = path.join(folder, 'ca.pem')
  await writeFile(certFile, cert)
  const front = await startTlsFront({ key, cert, portOf: (hostname) => hosts[hostname] ?? emulatorPort })
  const environment = {
    NODE_USE_ENV_PROXY: '1',
    HTTPS_PROXY: `http://127.0.0.1:${front.proxyPort}`,
    NODE_EXTRA_CA_CERTS: certFile,
  }
  const emulator = spawn(process.execPath, [path.resolve(import.meta.dirname, '../scripts/emulator.ts')], {
    env: {
      ...settings,
      ...environment,
      PATH: process.env.PATH,
      EMULATOR_PORT: String(emulatorPort),
      EMULATOR_FOLLOW_STDIN: '1',
      DATA_DIR: folder,
    },
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  const ended = once(emulator, 'exit')
  await eventually(() => isAnswering(emulatorPort, '/emulator/faults'), 60_000)

  async function setFault(fault: FaultSwitch): Promise<void> {
    const response = await fetch(`http://127.0.0.1:${emulatorPort}/emulator/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(fault),
    })
    if (!response.ok) throw new Error(`the emulator returned ${response.status}`)
  }

  return {
    emulatorPort,
    /** For a process, such as the shop's. */
    environment,
    /** Resolver rule for a browser, and the certificate it should accept. */
    resolverRule: `MAP * 127.0.0.1:${front.port}`,
    certificate: certificateName(cert),
    setFault,
    async close(): Promise<void> {
      emulator.kill()
      await ended
      await front.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export function isAnswering(port: number, url: string, host = 'localhost'): Promise<boolean> {
  return new Promise((resolve) => {
    http
      .get({ host: 'localhost', port, path: url, headers: { host } }, (response) => {
        response.resume()
        resolve(response.statusCode === 200)
      })
      .on('error', () => resolve(false))
  })
}
