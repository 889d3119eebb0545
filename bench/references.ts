import { spawn } from 'node:child_process'
import http from 'node:http'
import path from 'node:path'

export type References = {
  /** In base64. */
  body: string
  headers: Record<string, string>
  databaseUrl?: string
}

/** Of the connection or of a single response: Node adds its own. */
const NOT_REPEATED = new Set(['connection', 'keep-alive', 'date', 'transfer-encoding'])

/** Starts `reference-server.ts` in a separate process, like the shop. It repeats the shop's home page. */
export async function startReferences(shopAddress: string, databaseUrl?: string) {
  const page = { ...(await readPage(shopAddress)), ...(databaseUrl && { databaseUrl }) } satisfies References
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'reference-server.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.end(JSON.stringify(page))
  const address = await new Promise<string>((resolve) =>
    child.stdout.once('data', (chunk) => resolve(String(chunk).trim())),
  )
  return { address, pids: [child.pid ?? 0], stop: () => child.kill() }
}

async function readPage(address: string): Promise<References> {
  const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
    http.get(address, { headers: { 'accept-encoding': 'br' } }, resolve).on('error', reject)
  })
  const body = Buffer.concat(await response.toArray()).toString('base64')
  const headers = Object.entries(response.headers).filter(([name]) => !NOT_REPEATED.has(name))
  return { body, headers: Object.fromEntries(headers.map(([name, value]) => [name, String(value)])) }
}
